import type { ModelMessage } from '../models/types.ts'
import type { Reply } from './reply.ts'
import type { CallOutcome } from './tool-calls.ts'

/** An answer that called tools, as its model reads it again. Calls without a tool name appear as text. */
export const saidAgain = ({ text, calls }: Pick<Reply, 'text' | 'calls'>): ModelMessage => {
  const written = calls.flatMap(({ name, unreadable }) => (name === '' ? [unreadable ?? ''] : []))
  return {
    role: 'assistant',
    content: [text, ...written].filter((words) => words !== '').join('\n'),
    toolCalls: calls.filter(({ name }) => name !== ''),
  }
}

/** The results of its calls. They directly follow the calls, as servers require; calls without a tool name have none. */
export const answered = (outcomes: readonly CallOutcome[]): ModelMessage[] => [
  ...outcomes.flatMap(({ call: { id, name }, content, media }): ModelMessage[] =>
    name === '' ? [] : [{ role: 'tool', callId: id, name, content, ...media }],
  ),
  ...outcomes.flatMap(({ call, content }): ModelMessage[] =>
    call.name === '' ? [{ role: 'user', content }] : [],
  ),
]
