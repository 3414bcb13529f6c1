import { onAbort } from '../platform/abortable.ts'
import type { SkillOutcome, SkillRunner } from '../capabilities/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { ChatService } from './types.ts'
import type { Message } from '../contract/chat.ts'

/**
 * A whole capability, run as a skill (cap.md 6): one turn in a new conversation, which can be read and continued. Its
 * tool calls need approval as in any other turn.
 */
export const createSkillRunner =
  (
    chat: Pick<ChatService, 'runTask' | 'finished' | 'messages' | 'stop'>,
    language: () => Language,
  ): SkillRunner =>
  async ({ capability, task, vars, principal, signal }) => {
    signal.throwIfAborted()
    const { conversationId, turnId } = chat.runTask({ text: messageOf(task, vars), capability, principal })
    const forget = onAbort(signal, () => {
      chat.stop(turnId)
    })
    try {
      await chat.finished(turnId)
    } finally {
      forget()
    }
    const [answer] = chat.messages({ conversationId, limit: 1 })
    return outcomeOf(answer, language())
  }

/** The variables follow the task, as JSON, one per line. */
const messageOf = (task: string, vars: Readonly<Record<string, unknown>>): string =>
  [task, ...Object.entries(vars).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)].join('\n')

/** How a turn ended, as its answer says. */
export const outcomeOf = (message: Message | undefined, language: Language): SkillOutcome => {
  const parts = message?.parts ?? []
  if (message === undefined || message.status === 'failed') {
    const problem = parts.flatMap((part) => (part.type === 'error' ? [part.error.message] : [])).at(-1)
    return { ok: false, reason: 'failed', problem: problem ?? say(language, 'tool_broke') }
  }
  if (message.status !== 'complete')
    return { ok: false, reason: 'stopped', problem: say(language, 'skill_stopped') }
  if (parts.some((part) => part.type === 'form' && part.status === 'open'))
    return { ok: false, reason: 'needs_input', problem: say(language, 'skill_wants_input') }
  return {
    ok: true,
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    changes: parts.flatMap((part) => (part.type === 'tool' ? part.changes : [])),
  }
}
