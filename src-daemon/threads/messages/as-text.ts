import type { DataField, RequestData } from '../../contract/aitp-data.ts'
import type { RequestDecision } from '../../contract/aitp-decisions.ts'
import type { Language } from '../../contract/language.ts'
import { say } from '../../text/index.ts'
import { quoteOf } from './bodies.ts'
import { bodyOf, type ContentItem } from './read-content.ts'

/**
 * An item for somebody who knows no structured messages (aitp.md 3): a decision becomes a numbered list, a form a list of
 * questions. Whatever pays, signs or attests becomes a sentence about it, which can't be acted on by answering.
 */
export const asText = (item: ContentItem, language: Language): string => {
  if (item.kind === 'text') return item.raw
  const decision = bodyOf(item, 'aitp-02-decisions', 'request_decision')
  if (decision !== null) return decisionText(decision, language)
  const form = bodyOf(item, 'aitp-03-data-request', 'request_data')
  if (form !== null) return formText(form, language)
  const chosen = bodyOf(item, 'aitp-02-decisions', 'decision')
  if (chosen !== null) return chosen.options.map(({ id, name }) => name ?? id).join('\n')
  const filled = bodyOf(item, 'aitp-03-data-request', 'data')
  if (filled !== null)
    return filled.fields.map(({ id, label, value = '' }) => `${label ?? id}: ${value}`).join('\n')
  const paid = bodyOf(item, 'aitp-01-payments', 'payment')?.payment_method
  if (paid !== undefined) return `${[paid.amount, paid.currency].join(' ').trim()} · ${paid.channel_id}`
  const done = walletAnswer(item)
  if (done !== null) return done
  const quote = item.kind === 'message' ? quoteOf(item) : null
  if (quote !== null) {
    const amounts = quote.payment_options.map(({ amount, currency }) => [amount, currency].join(' ').trim())
    const { merchant_id: merchant, description } = quote
    return say(language, 'thread_text_payment', { merchant, description, amount: amounts.join(' / ') })
  }
  const type = item.kind === 'message' ? item.type.type : (item.typeName ?? '?')
  const said = item.kind === 'invalid' ? null : saidIn(item.kind === 'message' ? item.body : item.body[type])
  return say(language, 'thread_text_other', { type, said: said ?? '' }).trim()
}

/** What an account answered; it says nothing that isn't public. */
const walletAnswer = (item: ContentItem): string | null => {
  const told = bodyOf(item, 'aitp-05-evm-wallet', 'address_response')
  if (told !== null) return told.addresses.join(', ')
  const signed = bodyOf(item, 'aitp-05-evm-wallet', 'message_signing_response')
  if (signed !== null) return `${signed.address}: ${signed.signature}`
  return bodyOf(item, 'aitp-05-evm-wallet', 'transaction_response')?.transaction_hash ?? null
}

interface Choice {
  readonly id: string
  readonly name: string | undefined
  readonly description: string | undefined
}

/** The options with their variants, in the order of the list. */
export const choicesOf = ({ options }: RequestDecision): readonly Choice[] =>
  options
    .flatMap(({ variants = [], ...option }) => [option, ...variants.filter(({ id }) => id !== option.id)])
    .map(({ id, name, description }) => ({ id, name, description }))

/** Whether only one of the options may be chosen. */
export const isOneOf = ({ type }: Pick<RequestDecision, 'type'>): boolean =>
  type !== 'checkbox' && type !== 'products'

const decisionText = (request: RequestDecision, language: Language): string => {
  const { title, description } = request
  const lines = choicesOf(request).map(
    (choice, n) =>
      `${String(n + 1)}. ${[choice.name ?? choice.id, choice.description].filter((part) => part !== undefined).join(' – ')}`,
  )
  const how = say(language, isOneOf(request) ? 'thread_text_choose_one' : 'thread_text_choose_many')
  return [title, description, ...lines, how].filter((part) => part !== undefined).join('\n')
}

const formText = ({ title, description, form }: RequestData, language: Language): string => {
  const questions = (form.fields ?? []).map(
    ({ id, label, required, options = [] }) =>
      `- ${[required ? say(language, 'thread_text_required', { field: label ?? id }) : (label ?? id), options.map(labelOf).join(' / ')].filter((part) => part !== '').join(': ')}`,
  )
  const how = questions.length === 0 ? [] : [say(language, 'thread_text_fill')]
  const where =
    form.fields === undefined && form.json_url !== undefined
      ? [say(language, 'thread_text_form_at', { url: form.json_url })]
      : []
  return [title, description, ...questions, ...how, ...where].filter((part) => part !== undefined).join('\n')
}

const labelOf = (option: NonNullable<DataField['options']>[number]): string =>
  typeof option === 'string' ? option : (option.label ?? option.value)

/** What a message says in words, under one of the usual names. */
const saidIn = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null) return null
  const members = body as Record<string, unknown>
  const said = ['title', 'description', 'message', 'reason'].map((name) => members[name])
  return said.find((text): text is string => typeof text === 'string' && text !== '') ?? null
}
