import type { ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { SecretMask } from '../../platform/redact.ts'
import { secretsIn } from '../../text/index.ts'
import type { Hold } from '../core/deadline.ts'
import type { InvokeContext, RunContext } from '../core/types.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import type { Questions } from './questions.ts'
import { sampleWithConsent, type AskModel } from './sampling.ts'

/** How many questions a call may withdraw; a tool that withdraws more doesn't really want an answer. */
const MAX_WITHDRAWN = 10
/** How often a call may be told no, or nothing, before the person isn't asked again; and how often it may ask at all. */
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
  /** Removes what the tool's owner was told from what it says: a secret that the person types is told. */
  readonly mask: Pick<SecretMask, 'hide' | 'masked'>
}): Pick<RunContext, 'ask' | 'sample'> => {
  const { ref, definition, context, questions, askModel, unlocked, hold, waited, mask } = input
  const { signal } = context
  let [withdrawn, refused, count] = [0, 0, 0]

  const ask: RunContext['ask'] = async (question, options) => {
    if (isAlone(context)) return { action: 'cancel', why: 'no_person' }
    if (withdrawn >= MAX_WITHDRAWN || refused >= MAX_REFUSED || count >= MAX_ASKED)
      return { action: 'cancel', why: 'too_many' }
    const asking = definition()
    if (asking === null) return { action: 'cancel' }
    const start = performance.now()
    count += 1
    context.onWaiting?.(true)
    try {
      const shown = shownWithout(question, mask)
      const reply = await questions.ask({ ref, definition: asking, signal, ...options }, shown, context)
      if (isNo(reply)) refused += 1
      if (question.kind === 'form') secretsIn(question.form, reply).forEach(mask.hide)
      return reply
    } finally {
      if (options?.withdrawn?.aborted === true) withdrawn += 1
      context.onWaiting?.(false)
      waited(Math.round(performance.now() - start))
    }
  }

  const sample: RunContext['sample'] = async (given, options = {}) => {
    const request = mask.masked(given)
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

/** A question without what its asker was told before; ids and values stay, so that an answer means what it says. */
const shownWithout = (question: ServerQuestion, { masked }: Pick<SecretMask, 'masked'>): ServerQuestion => {
  if (question.kind === 'url') return { ...question, message: masked(question.message) }
  if (question.kind !== 'form') return question
  const { form } = question
  const words = <T extends object>(of: T, ...names: (keyof T)[]): T => ({
    ...of,
    ...masked(Object.fromEntries(names.map((name) => [name, of[name]]))),
  })
  return {
    ...question,
    form: {
      ...words(form, 'title', 'description', 'submit'),
      fields: form.fields.map((field) => ({
        ...words(field, 'label', 'description'),
        choices: field.choices.map((choice) => words(choice, 'label', 'description', 'price')),
      })),
      sections: form.sections.map((section) => words(section, 'title', 'description')),
    },
  }
}

const isNo = (reply: ServerReply): boolean =>
  reply.action === 'decline' || (reply.action === 'cancel' && reply.why === 'expired')

/** Whether no person waits for the call: another agent's, or a script's. */
export const isAlone = ({ principal, caller, turn }: InvokeContext): boolean =>
  principal.kind === 'agent' || (caller === 'cli' && turn === null)

const eitherOf = (signal: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other === undefined ? signal : AbortSignal.any([signal, other])
