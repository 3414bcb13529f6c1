import { onAbort } from '../platform/abortable.ts'
import type { QuestionAnswerer } from '../capabilities/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { ChatService } from './types.ts'
import { outcomeOf } from './run-skill.ts'
import { textOf } from './core/transcript.ts'
import type { ChatEvent, Message } from '../contract/chat.ts'

/** Answers a question of another agent: one turn in a new conversation, which the owner can read. */
export const createQuestionAnswerer =
  (
    chat: Pick<ChatService, 'runQuestion' | 'finished' | 'messages' | 'stop' | 'events'>,
    language: () => Language,
  ): QuestionAnswerer =>
  async ({ question, tools, did, signal, onText }) => {
    signal.throwIfAborted()
    const ended = new AbortController()
    const { conversationId, turnId } = chat.runQuestion({ text: question, tools, did })
    const forget = onAbort(signal, () => {
      chat.stop(turnId)
    })
    const events = chat.events({ conversationId, signal: ended.signal })
    const heard = follow(events, turnId, onText)
    try {
      await chat.finished(turnId)
    } finally {
      forget()
      ended.abort()
      await heard
    }
    const [answer] = chat.messages({ conversationId, limit: 1 })
    const outcome = outcomeOf(answer, language())
    if (outcome.ok && outcome.text.trim() === '')
      return { ok: false, reason: 'failed', problem: say(language(), 'chat_nothing_said') }
    return outcome
  }

/** Tells how far the text of the answer is, whenever there is more of it. */
const follow = async (
  events: AsyncIterable<ChatEvent>,
  turnId: string,
  onText: (text: string) => void,
): Promise<void> => {
  let answer: Message | null = null
  for await (const event of events) {
    if (event.type === 'message' && event.message.turnId === turnId && event.message.role === 'assistant')
      answer = event.message
    else answer = answer === null ? null : changed(answer, event)
    if (answer !== null) onText(textOf(answer))
  }
}

const changed = (message: Message, event: ChatEvent): Message => {
  if ((event.type !== 'part' && event.type !== 'text') || event.messageId !== message.id) return message
  const parts = [...message.parts]
  const before = parts[event.index]
  if (event.type === 'part') parts[event.index] = event.part
  else if (before?.type === 'text')
    parts[event.index] = { ...before, text: before.text.slice(0, event.offset) + event.delta }
  return { ...message, parts }
}
