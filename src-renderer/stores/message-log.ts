import type { ChatEvent, Message, MessagePart } from '../../src-daemon/contract/chat.ts'

/**
 * Applies an event to the messages of the branch on screen; returns the same array if none changes. Deltas carry their
 * offset, so one that was already part of what was loaded isn't added twice. Null: something before it is missing and
 * must be loaded.
 */
export const applyEvent = (messages: readonly Message[], event: ChatEvent): readonly Message[] | null => {
  if (event.type === 'message') return place(messages, event.message)
  if (event.type !== 'part' && event.type !== 'text') return messages
  const at = messages.findIndex((message) => message.id === event.messageId)
  const message = messages[at]
  if (message === undefined) return null
  const part = event.type === 'part' ? event.part : withDelta(message.parts[event.index], event)
  if (part === null || event.index > message.parts.length) return null
  if (part === message.parts[event.index]) return messages
  return messages.toSpliced(at, 1, { ...message, parts: message.parts.toSpliced(event.index, 1, part) })
}

/**
 * A new message follows its parent; what followed the parent before belongs to another branch. Null if the parent isn't
 * known.
 */
const place = (messages: readonly Message[], message: Message): readonly Message[] | null => {
  const at = messages.findIndex((one) => one.id === message.id)
  if (at !== -1) return messages.toSpliced(at, 1, message)
  if (message.parentId === null) return [message]
  const parent = messages.findIndex((one) => one.id === message.parentId)
  return parent === -1 ? null : [...messages.slice(0, parent + 1), message]
}

const withDelta = (
  part: MessagePart | undefined,
  { offset, delta }: Extract<ChatEvent, { type: 'text' }>,
): MessagePart | null => {
  if ((part?.type !== 'text' && part?.type !== 'thinking') || offset > part.text.length) return null
  const known = part.text.length - offset
  return known >= delta.length ? part : { ...part, text: part.text + delta.slice(known) }
}
