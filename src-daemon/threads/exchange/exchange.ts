import type { Language } from '../../contract/language.ts'
import type { ThreadMessageView } from '../../contract/thread-cards.ts'
import type { ForwardedFrom } from '../../contract/servers.ts'
import { asksForSecret } from '../../lint/index.ts'
import { formField, formOfFields, say } from '../../text/index.ts'
import { askPerson } from '../asking/ask-person.ts'
import type { AskQuestion } from '../asking/ask-question.ts'
import type { FormFetcher } from '../asking/fetch-form.ts'
import { answerForm } from '../forms/answer-form.ts'
import { formAddressOf } from '../forms/elsewhere.ts'
import { formOf } from '../forms/form-of.ts'
import type { Capability } from '../messages/capabilities.ts'
import type { ReadContent } from '../messages/read-content.ts'
import { deriveTranscript, type RequestView } from '../transcript/derive.ts'
import { readThreadMessage } from '../transcript/read-messages.ts'
import { US, withoutSecrets } from './secrets.ts'
import { takeApart, type TakenApart } from './structured.ts'

type Answer = Readonly<Record<string, unknown>>

export interface ExchangeInput {
  readonly read: ReadContent
  readonly ask: AskQuestion
  /** Loads forms that are at another address; without it they aren't asked. */
  readonly fetcher?: Pick<FormFetcher, 'load' | 'agreed'>
  /** Whether the owner declines such requests beforehand: of the agent, and of who it says asked first (null: nobody else). */
  readonly declines?: (capability: Capability, origin: string | null) => boolean
  readonly now: () => Date
  readonly language: Language
  /** Whom we talk to. */
  readonly agent: string
  /** Whether the agent takes data, and whether it takes text. */
  readonly takes: { readonly data: boolean; readonly text: boolean }
  /** Sends a message, and waits for the answer. */
  readonly send: (input: Record<string, unknown>) => Promise<Answer>
  /** Names a secret that the person typed: it is removed from what is kept. */
  readonly hide: (secret: string) => void
}

/** How often one call may be asked back; an agent that asks on doesn't want an answer. */
const MAX_ROUNDS = 10
/** Of one answer that are kept. */
const MAX_MESSAGES = 64

/**
 * Sends a message to another agent over A2A and sees it through: what the agent asks meanwhile, with structured messages or with a
 * task that needs input, is put to the person, whose answer goes back to that agent only. Returns the last answer, with
 * all structured messages of both sides as `messages`. Without an answer of the person the agent's question is the result.
 */
export const exchange = async (
  first: Record<string, unknown>,
  input: ExchangeInput,
): Promise<Record<string, unknown>> => {
  const { read, send } = input
  const messages: ThreadMessageView[] = []
  let apart = takeApart(await send(first), read)
  hear(messages, apart, input)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const reply = await answerOf(messages, apart, input)
    if (reply === null) break
    apart = takeApart(await send(reply), read)
    hear(messages, apart, input)
  }
  // An agent's own `messages` would be taken for what was said here.
  const { metadata: _, messages: _theirs, ...rest } = apart.rest
  return messages.length === 0 ? rest : { ...rest, messages }
}

/** Keeps what the agent said, with how it was passed on. */
const hear = (messages: ThreadMessageView[], { content, rest }: TakenApart, input: ExchangeInput): void => {
  if (content.length === 0 || messages.length >= MAX_MESSAGES) return
  const { now, agent } = input
  const metadata = { ...(rest['metadata'] as Record<string, unknown> | undefined), actor: agent }
  messages.push({ role: 'assistant', created_at: now().toISOString(), content: [...content], metadata })
}

/** The message by which the person answers; null if nothing is asked, or they don't answer. */
const answerOf = async (
  messages: ThreadMessageView[],
  { rest, as }: TakenApart,
  input: ExchangeInput,
): Promise<Record<string, unknown> | null> => {
  const { read, ask, now, takes, language } = input
  const fetcher = input.fetcher === undefined ? null : { ...input.fetcher, read, language }
  const task = typeof rest['task'] === 'string' ? { task: rest['task'] } : {}
  const open = openRequests(messages, read, now())
  const [request] = open.filter(
    ({ item }) => formOf(item) !== null || (fetcher !== null && formAddressOf(item) !== null),
  )
  if (request === undefined)
    return open.length === 0 && rest['state'] === 'input-required' ? inWords(rest, task, input) : null
  const isDeclined =
    input.declines?.(request.item.type.capability, request.provenance?.actor ?? null) ?? false
  const asked = isDeclined
    ? { item: request.item, message: answerForm(request.item, { action: 'decline' }) }
    : await askPerson(request.item, ask, forwardedFrom(request), fetcher)
  if (asked?.message === undefined || asked.message === null) return null
  const { kept, secrets } = withoutSecrets(asked.item, asked.message)
  for (const secret of secrets) input.hide(secret)
  messages.push({ role: 'user', created_at: now().toISOString(), content: [kept], metadata: { actor: US } })
  const isData = takes.data && (as === 'data' || !takes.text)
  return isData
    ? { data: JSON.parse(asked.message) as unknown, ...task }
    : { question: asked.message, ...task }
}

/** A task that needs input, and says in words what. */
const inWords = async (
  rest: Answer,
  task: Record<string, unknown>,
  { ask, language, takes }: ExchangeInput,
): Promise<Record<string, unknown> | null> => {
  if (!takes.text || task['task'] === undefined) return null
  const text = typeof rest['text'] === 'string' ? rest['text'] : ''
  const field = formField({
    id: 'answer',
    label: say(language, 'thread_your_answer'),
    kind: 'multiline',
    required: true,
    secret: asksForSecret(text),
  })
  const form = formOfFields([field], { description: text === '' ? null : text })
  const reply = await ask({ kind: 'form', form })
  const said = reply.action === 'accept' ? reply.values?.['answer'] : undefined
  return typeof said === 'string' ? { question: said, ...task } : null
}

const openRequests = (
  messages: readonly ThreadMessageView[],
  read: ReadContent,
  now: Date,
): readonly RequestView[] => {
  const known = messages.map(readThreadMessage).filter((one) => one !== null)
  const { requests } = deriveTranscript({ messages: known, read, now: now.getTime() })
  return requests.filter(({ state, requester }) => state === 'pending' && requester !== US)
}

const forwardedFrom = ({ provenance }: RequestView): ForwardedFrom | null =>
  provenance === null ? null : { requester: provenance.actor, hops: provenance.hops }
