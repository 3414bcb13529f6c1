import { z } from 'zod'
import { readStrictJson } from '../../identity/index.ts'
import type { Face, FaceAnswer, FaceRequest } from './faces.ts'
import { errorText, refusedByHttp } from './http-refusals.ts'
import type { AdmittedCaller, Outcome, Reception } from './reception.ts'

const bodySchema = z.object({ question: z.string().trim().min(1).max(20_000) })

/**
 * Questions in words (anp.md 4): `POST {question}`, answered with `{answer}`, with text, or with events, as is accepted.
 * Each event has a piece as `delta`, or an `error`; the last is `[DONE]`.
 */
export const questionFace = (reception: Reception): Face => ({
  method: 'POST',
  path: '/ask',
  answer: async (request) => {
    const json = readStrictJson(request.body)
    const body = bodySchema.safeParse(json.ok ? json.value : null)
    if (!body.success) return { status: 400, body: errorText('INVALID_INPUT', 'expected {"question": "…"}') }
    const caller = await reception.admit(request)
    if (!caller.ok) return refusedByHttp(caller)
    const { question } = body.data
    if (accepts(request, 'text/event-stream')) return events(reception, caller, { question, request })
    const outcome = await reception.ask(caller, { question, signal: request.signal })
    if (!outcome.ok) return refusedByHttp(outcome)
    const { headers } = caller
    return accepts(request, 'text/plain')
      ? { status: 200, headers: { ...headers, 'Content-Type': TEXT }, body: answerOf(outcome) }
      : { status: 200, headers, body: JSON.stringify(outcome.output) }
  },
})

const TEXT = 'text/plain; charset=utf-8'

const accepts = ({ header }: FaceRequest, type: string): boolean =>
  (header('accept') ?? '').split(',').some((one) => one.split(';', 1)[0]?.trim().toLowerCase() === type)

const answerOf = ({ output }: Extract<Outcome, { ok: true }>): string => String(output['answer'])

/** What is refused before there is an answer is refused by HTTP. */
const events = async (
  reception: Reception,
  caller: AdmittedCaller,
  { question, request }: { readonly question: string; readonly request: FaceRequest },
): Promise<FaceAnswer> => {
  const pieces: string[] = []
  let wake = Promise.withResolvers<undefined>()
  let sent = ''
  const onText = (text: string): void => {
    // A model may take back what it said; then the end says it anew.
    if (!text.startsWith(sent) || text === sent) return
    pieces.push(event({ delta: text.slice(sent.length) }))
    sent = text
    wake.resolve(undefined)
  }
  const answered = reception.ask(caller, { question, signal: request.signal, onText })
  // The caller may have left.
  answered.catch(() => undefined)
  const first = await Promise.race([answered, wake.promise])
  if (first !== undefined && !first.ok) return refusedByHttp(first)
  async function* stream(): AsyncGenerator<string> {
    let outcome: Outcome | undefined = first
    while (outcome === undefined) {
      yield* pieces.splice(0)
      wake = Promise.withResolvers<undefined>()
      if (pieces.length === 0) outcome = await Promise.race([answered, wake.promise])
    }
    yield* pieces.splice(0)
    yield* endOf(outcome, sent)
  }
  return {
    status: 200,
    headers: { ...caller.headers, 'Content-Type': 'text/event-stream' },
    body: stream(),
  }
}

/** The rest of the answer, or why there is none. */
const endOf = (outcome: Outcome, sent: string): readonly string[] => {
  if (!outcome.ok) return [event({ error: { code: outcome.code, message: outcome.message } }), DONE]
  const answer = answerOf(outcome)
  const rest = answer.startsWith(sent) ? answer.slice(sent.length) : `\n\n${answer}`
  return rest === '' ? [DONE] : [event({ delta: rest }), DONE]
}

const DONE = 'data: [DONE]\n\n'

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`
