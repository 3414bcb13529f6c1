import { z } from 'zod'
import { SatchelError } from '../../../platform/errors.ts'
import { cutText } from '../../../platform/cut-text.ts'
import type { Answer } from './answer.ts'
import type { AgentFetch } from './agent-fetch.ts'

/** What an answer comes to, for the caller. Errors: `agent_refused` for a task that ended without a result. */
export const resultOf = (answer: Answer, name: string): Record<string, unknown> => {
  const end = answer.end()
  if (end === 'failed' || end === 'rejected' || end === 'canceled')
    throw refused(name, { code: end, message: answer.text(), status: null })
  return answer.result()
}

/** Of an agent that took longer than it may. */
export const timedOut = (host: string, ms: number): SatchelError =>
  new SatchelError('network_timeout', {
    params: { host, seconds: Math.round(ms / 1000) },
    details: { host, timeoutMs: ms },
  })

/** What the agent said in an error, as the SDK passes it on. */
const saidSchema = z.object({ message: z.string(), envelopeCode: z.int() })

/** What the SDK threw, as an error of ours. `name`: the agent's. */
export const errorOf = (
  thrown: unknown,
  name: string,
  { status }: Pick<AgentFetch, 'status'>,
): SatchelError => {
  if (thrown instanceof SatchelError) return thrown
  for (const one of [thrown, thrown instanceof Error ? thrown.cause : null]) {
    if (one instanceof SatchelError) return one
    const said = saidSchema.safeParse(one).data
    if (said !== undefined)
      return refused(name, { code: said.envelopeCode, message: said.message, status: status() })
  }
  const code = status() ?? 0
  if (code === 401 || code === 403) return refused(name, { code, message: '', status: code })
  return new SatchelError('agent_answer_unusable', {
    params: { did: name, status: code },
    details: { did: name, status: code },
    cause: thrown,
  })
}

const refused = (
  did: string,
  { code, message, status }: { code: string | number; message: string; status: number | null },
): SatchelError => {
  const words = { did, code, message: cutText(message.toWellFormed(), 500) }
  return new SatchelError('agent_refused', { params: words, details: { ...words, status } })
}
