import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { MessageItem } from '../messages/read-content.ts'

export type LoadedForms = ReturnType<typeof createLoadedForms>

/** Requests whose forms were loaded from where they are, in memory alone: the host may be asked anew after an end of the program. */
export const createLoadedForms = () => {
  const whole = new LRUCache<string, MessageItem>({ max: 100 })
  const keyOf = ({ raw }: MessageItem): string => createHash('sha256').update(raw).digest('base64')
  return {
    put: (item: MessageItem) => {
      whole.set(keyOf(item), item)
    },
    /** The request with its fields, if they were loaded; else as it is. */
    filled: (item: MessageItem): MessageItem => whole.get(keyOf(item)) ?? item,
  }
}
