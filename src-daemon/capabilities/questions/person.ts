import type { Hold } from '../core/deadline.ts'
import type { InvokeContext, RunContext } from '../core/types.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import type { Questions } from './questions.ts'
import { sampleWithConsent, type AskModel } from './sampling.ts'

/** How many questions a call may withdraw; a tool that withdraws more doesn't really want an answer. */
const MAX_WITHDRAWN = 10

/**
 * The person's side of a running tool: answers its questions, and lets their model answer. If no person waits for the call (another
 * agent's, a script's), nothing is asked.
 */
export const personFor = (input: {
  readonly ref: CapabilityRef
  /** The tool when it asks; null if it no longer exists. */
  readonly definition: () => ToolDefinition | null
  readonly context: InvokeContext & { readonly signal: AbortSignal }
  readonly questions: Pick<Questions, 'ask'>
  readonly askModel: AskModel
  /** Runs work that may need keys; if they are locked, once the person has unlocked them. */
  readonly unlocked: <T>(work: () => Promise<T>) => Promise<T>
  /** No deadline runs meanwhile. */
  readonly hold: Hold
  /** Called with the time the person took, in ms. */
  readonly waited: (ms: number) => void
}): Pick<RunContext, 'ask' | 'sample'> => {
  const { ref, definition, context, questions, askModel, unlocked, hold, waited } = input
  const { signal } = context
  let withdrawn = 0

  const ask: RunContext['ask'] = async (question, options) => {
    if (isAlone(context)) return { action: 'cancel', why: 'nobody' }
    if (withdrawn >= MAX_WITHDRAWN) return { action: 'cancel', why: 'too_many' }
    const asking = definition()
    if (asking === null) return { action: 'cancel' }
    const start = performance.now()
    context.onWaiting?.(true)
    try {
      return await questions.ask({ ref, definition: asking, signal, ...options }, question, context)
    } finally {
      if (options?.withdrawn?.aborted === true) withdrawn += 1
      context.onWaiting?.(false)
      waited(Math.round(performance.now() - start))
    }
  }

  const sample: RunContext['sample'] = async (request, options = {}) => {
    const conversationId = context.turn?.conversationId ?? null
    return sampleWithConsent(request, {
      ask: (question) => ask(question, options),
      // The model's own key: nothing has reached the server before the whole answer is there.
      model: () =>
        unlocked(() => askModel(request, { conversationId, signal: eitherOf(signal, options.withdrawn) })),
    })
  }

  return {
    ask: (question, options) => hold(() => ask(question, options)),
    sample: (request, options) => hold(() => sample(request, options)),
  }
}

/** Whether no person waits for the call: another agent's, or a script's. */
export const isAlone = ({ principal, caller, turn }: InvokeContext): boolean =>
  principal.kind === 'agent' || (caller === 'cli' && turn === null)

const eitherOf = (signal: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other === undefined ? signal : AbortSignal.any([signal, other])
