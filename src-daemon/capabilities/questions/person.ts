import type { ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { Hold } from '../core/deadline.ts'
import type { InvokeContext, RunContext } from '../core/types.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import type { Questions } from './questions.ts'
import { sampleWithConsent, type AskModel } from './sampling.ts'

/** How many questions a call may withdraw; a tool that withdraws more doesn't really want an answer. */
const MAX_WITHDRAWN = 10
/** How often a call may be told no, or nothing, before nobody is asked again; and how often it may ask at all. */
const MAX_REFUSED = 3
const MAX_ASKED = 50

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
  /** Names a secret that the person typed: it is removed from what is kept, and from what a model reads. */
  readonly hide: (secret: string) => void
}): Pick<RunContext, 'ask' | 'sample'> => {
  const { ref, definition, context, questions, askModel, unlocked, hold, waited, hide } = input
  const { signal } = context
  let [withdrawn, refused, count] = [0, 0, 0]

  const ask: RunContext['ask'] = async (question, options) => {
    if (isAlone(context)) return { action: 'cancel', why: 'nobody' }
    if (withdrawn >= MAX_WITHDRAWN || refused >= MAX_REFUSED || count >= MAX_ASKED)
      return { action: 'cancel', why: 'too_many' }
    const asking = definition()
    if (asking === null) return { action: 'cancel' }
    const start = performance.now()
    count += 1
    context.onWaiting?.(true)
    try {
      const reply = await questions.ask({ ref, definition: asking, signal, ...options }, question, context)
      if (isNo(reply)) refused += 1
      hideSecrets(question, reply, hide)
      return reply
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

const isNo = (reply: ServerReply): boolean =>
  reply.action === 'decline' || (reply.action === 'cancel' && reply.why === 'expired')

const hideSecrets = (question: ServerQuestion, reply: ServerReply, hide: (secret: string) => void): void => {
  if (question.kind !== 'form' || reply.action !== 'accept') return
  for (const { id, secret } of question.form.fields) {
    const value = reply.values !== null && Object.hasOwn(reply.values, id) ? reply.values[id] : undefined
    if (secret && value !== undefined) for (const one of [value].flat()) hide(String(one))
  }
}

/** Whether no person waits for the call: another agent's, or a script's. */
export const isAlone = ({ principal, caller, turn }: InvokeContext): boolean =>
  principal.kind === 'agent' || (caller === 'cli' && turn === null)

const eitherOf = (signal: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other === undefined ? signal : AbortSignal.any([signal, other])
