import type { SaidMessage } from '../kept/record.ts'
import { MAX_MESSAGE_BYTES } from '../messages/read-content.ts'
import { MAX_CONTENT_ITEMS, readThreadMessage } from '../transcript/read-messages.ts'

/** A message of a conversation that another agent keeps: `id` is its id there. */
export type ForeignMessage = SaidMessage & { readonly id: string; readonly at: number }

const MAX_NAME = 2048
const FORWARDED = ['aitp_origin_actor', 'aitp_origin_thread', 'aitp_origin_message', 'aitp_hops']

/**
 * Reads a message that the agent passes on, as far as it is one. `keeper`: who wrote what isn't said to be anybody's. Who reads this
 * can't know whether somebody else wrote it: it is the agent's word. Null if it is none, or has no id.
 */
export const readForeignMessage = (
  foreign: unknown,
  { keeper, now }: { readonly keeper: string; readonly now: number },
): ForeignMessage | null => {
  const message = readThreadMessage(foreign)
  if (message === null || message.id === null || message.id.length > 200) return null
  let bytes = 0
  const content = message.content.slice(0, MAX_CONTENT_ITEMS).filter((text) => {
    bytes += Buffer.byteLength(text)
    return bytes <= MAX_MESSAGE_BYTES
  })
  if (content.length === 0) return null
  const metadata = Object.fromEntries(
    FORWARDED.flatMap((name) => {
      const value = message.metadata[name]
      const fits = typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_NAME)
      return fits ? [[name, value]] : []
    }),
  )
  return {
    id: message.id,
    actor: (message.actor ?? keeper).slice(0, MAX_NAME).toWellFormed(),
    // No answer was given later than now, whatever is said.
    at: Math.min(message.at ?? now, now),
    content: content.map((text) => text.toWellFormed()),
    metadata,
  }
}
