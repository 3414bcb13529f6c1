import type { Hold } from '../deadline.ts'
import type { CapabilityRef, InvokeContext, RunContext, ToolDefinition } from '../types.ts'
import type { Questions } from './questions.ts'
import { sampleWithConsent, type AskModel } from './sampling.ts'

/**
 * The person, as a tool meets them while it runs: to be asked, and to have their model answer. Where nobody waits for the call (another
 * agent's, a script's), nobody is asked.
 */
export const personFor = (input: {
  readonly ref: CapabilityRef
  /** Null where the tool has gone. */
  readonly definition: ToolDefinition | null
  readonly context: InvokeContext & { readonly signal: AbortSignal }
  readonly questions: Pick<Questions, 'ask'>
  readonly askModel: AskModel | undefined
  /** No deadline runs meanwhile. */
  readonly hold: Hold
  /** Told how long the person took, in ms. */
  readonly waited: (ms: number) => void
}): Pick<RunContext, 'ask' | 'sample'> => {
  const { ref, definition, context, questions, askModel, hold, waited } = input
  const { signal } = context

  const ask: RunContext['ask'] = async (question) => {
    const isAlone = context.agentDid !== undefined || (context.caller === 'cli' && context.turn === null)
    if (isAlone || definition === null) return { action: 'cancel' }
    const start = performance.now()
    context.onWaiting?.(true)
    try {
      return await questions.ask({ ref, definition, signal }, question, context)
    } finally {
      context.onWaiting?.(false)
      waited(Math.round(performance.now() - start))
    }
  }

  const sample: RunContext['sample'] = async (request) => {
    if (askModel === undefined) return null
    const conversationId = context.turn?.conversationId ?? null
    return sampleWithConsent(request, {
      ask,
      model: () => askModel(request, { conversationId, signal }),
    })
  }

  return { ask: (question) => hold(() => ask(question)), sample: (request) => hold(() => sample(request)) }
}
