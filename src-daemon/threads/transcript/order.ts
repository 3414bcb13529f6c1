import type { ThreadMessage } from './read-messages.ts'

interface Arranged {
  readonly message: ThreadMessage
  /** Whether another message of the same id says something else; the first one stands. */
  readonly changed: boolean
}

/**
 * Messages in the order in which they were written, each id once: pages and streams bring them late, and twice. Those of the
 * same time, and all where one has none, stay as they came. What came first under an id stands, so that nothing can be changed
 * after it was approved; the other is there, too, with the mark that it counts for nothing.
 */
export const arrange = (messages: readonly ThreadMessage[]): readonly Arranged[] => {
  const seen = new Map<string, ThreadMessage>()
  const kept = messages.flatMap((message): Arranged[] => {
    if (message.id === null) return [{ message, changed: false }]
    const before = seen.get(message.id)
    if (before === undefined) {
      seen.set(message.id, message)
      return [{ message, changed: false }]
    }
    return isSame(before, message) ? [] : [{ message, changed: true }]
  })
  if (kept.some(({ message }) => message.at === null)) return kept
  return kept.toSorted((one, other) => (one.message.at ?? 0) - (other.message.at ?? 0))
}

const isSame = (one: ThreadMessage, other: ThreadMessage): boolean =>
  one.content.length === other.content.length &&
  one.content.every((text, n) => text === other.content[n]) &&
  (one.actor === other.actor || one.actor === null || other.actor === null)
