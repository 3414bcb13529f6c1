import { clientOf } from '../core/principal.ts'
import type { Form, FormValues } from '../../contract/form.ts'
import { serverQuestionSchema, type ServerQuestion, type ServerReply } from '../../contract/servers.ts'
import { createBroadcast } from '../../platform/broadcast.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { onAbort } from '../../platform/abortable.ts'
import type { AskOptions } from '../../mcp/index.ts'
import { formProblems, objectOfForm, say, shownForm } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import type { InvokeContext } from '../core/types.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import { SchemaRefusal, type SchemaChecker, type SchemaProblem } from '../../schemas/index.ts'
import type { QuestionsService } from '../core/questions.ts'
import type { ToolQuestion } from '../../contract/questions.ts'

export interface Questions extends QuestionsService {
  /**
   * Puts a question to the person and waits: for `waitMs` at most, and no longer than the call it belongs to. With `withdrawn` the wait
   * ends, and the person sees that the answer is no longer needed.
   */
  ask(
    call: {
      readonly ref: CapabilityRef
      readonly definition: ToolDefinition
      readonly signal: AbortSignal
    } & AskOptions,
    asked: ServerQuestion,
    context: InvokeContext,
  ): Promise<ServerReply>
  /** Cancels all: the daemon ends. */
  stopAsking(): void
}

interface Waiting {
  readonly question: ToolQuestion
  readonly settle: (reply: ServerReply) => void
  /** Whose it is: one owner's flood takes no other owner's turn. */
  readonly owner: string
  readonly options: Pick<AskOptions, 'schema' | 'check'>
}

/** How many questions one owner's tools may have open at once, and all together; further ones are cancelled. */
const MAX_OPEN = 10
const MAX_OPEN_TOGETHER = 100

/** The questions tools ask during a call (MCP, elicitation). Only the person answers; nothing is stored. */
export const createQuestions = (deps: {
  readonly now: () => Date
  readonly waitMs: number
  readonly schemas: Pick<SchemaChecker, 'checkAtOnce'>
  readonly language: () => Language
}): Questions => {
  const { now, waitMs, schemas, language } = deps
  const waiting = new Map<string, Waiting>()
  const changes = createBroadcast<null>()

  const ask: Questions['ask'] = async (
    { ref, definition, signal, withdrawn, schema, check },
    given,
    { turn, principal },
  ) => {
    if (signal.aborted || withdrawn?.aborted === true) return { action: 'cancel', why: 'stopped' }
    const { owner } = definition
    if (open(owner) >= MAX_OPEN || open() >= MAX_OPEN_TOGETHER) return { action: 'cancel', why: 'too_many' }
    const shown = given.kind === 'form' ? { ...given, form: shownForm(given.form) } : given
    // All clients get all questions: one that can't be sent would keep the others from them.
    const { success, data: asked } = serverQuestionSchema.safeParse(shown)
    if (!success) return { action: 'cancel', why: 'too_many' }
    const at = now()
    const question: ToolQuestion = {
      id: newId(),
      at: at.toISOString(),
      expiresAt: new Date(at.getTime() + waitMs).toISOString(),
      ref: { ...ref },
      title: definition.title,
      origin: { ...definition.origin },
      tool: definition.tool,
      client: clientOf(principal),
      conversationId: turn?.conversationId ?? null,
      turnId: turn?.turnId ?? null,
      callId: turn?.callId ?? null,
      asked,
      withdrawn: false,
    }
    const replied = Promise.withResolvers<ServerReply>()
    const settle = (reply: ServerReply): void => {
      clearTimeout(timer)
      forget()
      waiting.delete(question.id)
      replied.resolve(reply)
      changes.send(null)
    }
    const cancelBecause = (why: 'expired' | 'stopped') => (): void => {
      settle({ action: 'cancel', why })
    }
    const withdraw = (): void => {
      replied.resolve({ action: 'cancel', why: 'stopped' })
      if (!waiting.has(question.id)) return
      forgetWithdrawn(question)
      waiting.set(question.id, { question: { ...question, withdrawn: true }, settle, owner, options })
      changes.send(null)
    }
    const options = { schema, check }
    waiting.set(question.id, { question, settle, owner, options })
    const timer = setTimeout(cancelBecause('expired'), waitMs)
    timer.unref()
    const forget = onAbort(signal, cancelBecause('stopped'))
    const forgetWithdrawal = onAbort(withdrawn, withdraw)
    changes.send(null)
    try {
      return await replied.promise
    } finally {
      forgetWithdrawal()
    }
  }

  const open = (owner?: string): number =>
    [...waiting.values()].filter(
      (one) => !one.question.withdrawn && (owner === undefined || one.owner === owner),
    ).length

  /** The last one a tool took back says it for those before. */
  const forgetWithdrawn = ({ ref }: ToolQuestion): void => {
    for (const { question, settle } of [...waiting.values()])
      if (question.withdrawn && question.ref.capability_id === ref.capability_id) settle({ action: 'cancel' })
  }

  const answer: QuestionsService['answer'] = ({ id, reply }) => {
    const one = waiting.get(id)
    if (one === undefined || (one.question.withdrawn && reply.action === 'accept'))
      throw new SatchelError('question_gone')
    // Timers stand still while the computer sleeps.
    if (now().getTime() >= Date.parse(one.question.expiresAt)) {
      one.settle({ action: 'cancel', why: 'expired' })
      throw new SatchelError('question_gone')
    }
    one.settle(fitting(one, reply))
  }

  /** The answer for the tool: exactly the fields its form asks for. */
  const fitting = ({ question: { asked }, options }: Waiting, reply: ServerReply): ServerReply => {
    if (reply.action !== 'accept') return reply
    if (asked.kind !== 'form') return { action: 'accept', values: null }
    const names = new Set(asked.form.fields.map(({ id }) => id))
    const values = Object.fromEntries(Object.entries(reply.values ?? {}).filter(([name]) => names.has(name)))
    const given = { ...reply, values }
    const [problem] =
      options.schema === undefined ? filledProblems(asked.form, values) : problemsOf(options.schema, values)
    if (problem !== undefined)
      throw new SatchelError('invalid_request', {
        params: { problem: `${problem.pointer}: ${problem.problem}` },
        details: { pointer: problem.pointer },
      })
    options.check?.(given)
    return given
  }

  const filledProblems = (form: Form, values: FormValues): readonly SchemaProblem[] =>
    [...formProblems(form, values)].map(([pointer, { key, params }]) => ({
      pointer,
      problem: say(language(), `form_problem_${key}`, params as never),
    }))

  const problemsOf = (
    schema: Readonly<Record<string, unknown>>,
    values: FormValues,
  ): readonly SchemaProblem[] => {
    try {
      return schemas.checkAtOnce(schema, objectOfForm(schema, values))
    } catch (thrown) {
      if (!(thrown instanceof SchemaRefusal)) throw thrown
      // No answer to this form can be checked, so the tool has to ask differently.
      return [{ pointer: '', problem: thrown.sentence }]
    }
  }

  const pending = (): readonly ToolQuestion[] => [...waiting.values()].map(({ question }) => question)

  return {
    ask,
    answer,
    pending,
    watch: (signal) => {
      // Before the first look, so that nothing between the two is missed.
      const heard = changes.listen(signal)
      return (async function* () {
        yield pending()
        for await (const _change of heard) yield pending()
      })()
    },
    stopAsking: () => {
      for (const { settle } of [...waiting.values()]) settle({ action: 'cancel', why: 'stopped' })
    },
  }
}
