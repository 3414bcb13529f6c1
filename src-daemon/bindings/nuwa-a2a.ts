import { z } from 'zod'
import { callAgent, type CallAgentDeps } from '../agents/index.ts'
import { SatchelError } from '../platform/errors.ts'
import { firstProblem } from '../platform/first-problem.ts'

/** A `nuwa_a2a` binding (acp.md 8). */
const nuwaA2aBindingSchema = z.object({
  type: z.literal('nuwa_a2a'),
  /** A DID, or `{argument}`. */
  target_did: z.string().min(1),
  service_method: z.string().regex(/^[\x21-\x7e]{1,300}$/),
})

/**
 * Runs a `nuwa_a2a` binding. The argument that names the target is not sent.
 * Errors: `binding_invalid`, those of `callAgent`.
 */
export const runNuwaA2aBinding = async (
  deps: CallAgentDeps,
  input: {
    binding: unknown
    arguments: Readonly<Record<string, unknown>>
    requester: string
    idempotencyKey?: string | undefined
    signal?: AbortSignal | undefined
  },
): Promise<Record<string, unknown>> => {
  const { binding, arguments: given, ...call } = input
  const parsed = nuwaA2aBindingSchema.safeParse(binding)
  if (!parsed.success) throw invalid(firstProblem(parsed.error, 'binding'))
  const { target_did: template, service_method: method } = parsed.data
  const { target: did, params } = targetOf(template, given)
  return callAgent(deps, { ...call, did, method, params })
}

const targetOf = (
  template: string,
  args: Readonly<Record<string, unknown>>,
): { target: string; params: Readonly<Record<string, unknown>> } => {
  const [, name] = /^\{([^{}]+)\}$/.exec(template) ?? []
  if (name === undefined) return { target: template, params: args }
  const { [name]: target, ...params } = args
  if (typeof target !== 'string') throw invalid(`the argument ${name} names no agent`)
  return { target, params }
}

const invalid = (problem: string): SatchelError =>
  new SatchelError('binding_invalid', { params: { problem }, details: { problem } })
