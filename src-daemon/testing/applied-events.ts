import type { ChatEvent, Message, MessagePart } from '../contract/chat.ts'

/** The message as a client that applies events sees it. */
export const applyEvents = (events: readonly ChatEvent[], messageId: string): Message | null => {
  let message: Message | null = null
  for (const event of events) {
    if (event.type === 'message' && event.message.id === messageId) message = event.message
    if (message === null || (event.type !== 'part' && event.type !== 'text') || event.messageId !== messageId)
      continue
    const before = message.parts[event.index]
    const part: MessagePart =
      event.type === 'part'
        ? event.part
        : {
            type: before?.type === 'thinking' ? 'thinking' : 'text',
            text:
              (before?.type === 'text' || before?.type === 'thinking'
                ? before.text.slice(0, event.offset)
                : '') + event.delta,
          }
    message = { ...message, parts: message.parts.toSpliced(event.index, 1, part) }
  }
  return message
}
