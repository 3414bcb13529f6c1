import type { Language } from '../../contract/language.ts'
import type { ThreadCard } from '../../contract/thread-cards.ts'
import { say } from '../../text/index.ts'
import { quoteOf } from '../messages/bodies.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'
import { waysOf } from '../payments/bill-of.ts'
import { splitQuote } from '../quotes/shares.ts'
import { walletRows } from './wallet-rows.ts'

type Rows = Pick<ThreadCard, 'rows' | 'notes'>
type Row = ThreadCard['rows'][number]

const NOTHING: Rows = { rows: [], notes: [] }

/** What a message says beside its own words, as labelled values, and what to beware of while it is open. */
export const rowsOf = (item: MessageItem, language: Language): Rows => {
  const { capability, kind } = item.type
  if (kind !== 'request') return receiptRows(item, language)
  const wallet = walletRows(item, language)
  if (wallet !== null) return wallet
  const decision = bodyOf(item, 'aitp-02-decisions', 'request_decision')
  if (decision !== null) {
    const names = decision.options.map(({ id, name }) => name ?? id).join(', ')
    return { ...NOTHING, rows: [row(say(language, 'thread_row_options'), names)] }
  }
  const data = bodyOf(item, 'aitp-03-data-request', 'request_data')
  if (data !== null) {
    const fields = data.form.fields?.map(({ id, label }) => label ?? id) ?? []
    const url = data.form.json_url
    return {
      rows: fields.length === 0 ? [] : [row(say(language, 'thread_row_fields'), fields.join(', '))],
      notes:
        fields.length === 0 && url !== undefined
          ? [{ tone: 'info', text: say(language, 'thread_text_form_at', { url }) }]
          : [],
    }
  }
  if (capability === 'aitp-08-human-in-the-loop')
    return { ...NOTHING, notes: [{ tone: 'info', text: say(language, 'thread_note_no_attestation') }] }
  return {
    // A line end in a currency would look like another row.
    rows: quoteRows(item, language).map((one) => ({
      ...one,
      value: oneLine(one.value),
      label: oneLine(one.label),
    })),
    notes: wayNotes(item, language),
  }
}

/** Why a bill can't be paid from here, where it can't. */
const wayNotes = (item: MessageItem, language: Language): ThreadCard['notes'] => {
  const ways = waysOf(item)
  if (ways.length === 0) return [{ tone: 'info', text: say(language, 'thread_note_no_payment') }]
  return ways.flatMap(({ type, problem }) =>
    problem === null
      ? []
      : [{ tone: 'info' as const, text: `${oneLine(type)}: ${say(language, `payment_way_${problem}`)}` }],
  )
}

const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' ')

const quoteRows = (item: MessageItem, language: Language): Row[] => {
  const [payee, amount, method] = [
    say(language, 'thread_row_payee'),
    say(language, 'thread_row_amount'),
    say(language, 'thread_row_method'),
  ]
  const quote = quoteOf(item)
  if (quote !== null) {
    const wrappers = bodyOf(item, 'aitp-01-payments', 'wrapped_quote')?.wrappers
    return [
      row(payee, quote.merchant_id, { code: true }),
      ...quote.payment_options.flatMap(({ amount: sum, currency, payment_methods: methods }) => [
        row(amount, [sum ?? '?', currency].join(' '), { total: true }),
        ...methods.map(({ type, token, recipient }) =>
          row(method, `${type} · ${token} → ${recipient}`, { code: true }),
        ),
      ]),
      ...splitQuote(quote, wrappers).flatMap(({ currency, merchant, affiliates }) =>
        affiliates.length === 0
          ? []
          : [merchant, ...affiliates].map(({ id, amount: part }) =>
              row(say(language, 'thread_row_share', { who: id }), `${part} ${currency}`),
            ),
      ),
    ]
  }
  const old = bodyOf(item, 'legacy-payments', 'quote')
  if (old !== null)
    return [
      row(payee, old.payee_id, { code: true }),
      ...old.payment_plans.map((plan) =>
        row(amount, `${String(plan.amount)} ${plan.currency}`, { total: true }),
      ),
    ]
  const fiat = bodyOf(item, 'aitp-09-fiat-payments', 'fiat_quote')
  if (fiat !== null)
    return [
      row(payee, `${fiat.merchant.name} (${fiat.merchant.id})`),
      ...(fiat.line_items ?? []).map(({ label, quantity, amount: part }) =>
        row(
          quantity === undefined ? label : `${label} × ${String(quantity)}`,
          `${part} ${fiat.total.currency}`,
        ),
      ),
      row(say(language, 'thread_row_total'), `${fiat.total.amount} ${fiat.total.currency}`, { total: true }),
      ...fiat.payment_methods.map(({ type, provider }) =>
        row(method, provider === undefined ? type : `${type} · ${provider}`),
      ),
    ]
  const topUp = bodyOf(item, 'aitp-01-payments', 'top_up_request')
  return topUp === null
    ? []
    : [
        row(payee, topUp.merchant_id, { code: true }),
        row(amount, [topUp.amount ?? '?', topUp.currency].join(' '), { total: true }),
      ]
}

/** Of answers and notifications: their members that are plain. */
const receiptRows = ({ body }: MessageItem, language: Language): Rows => {
  const rows = Object.entries(body).flatMap(([name, value]): Row[] => {
    if (name === 'details' && Array.isArray(value))
      return (value as { label?: unknown; value?: unknown }[]).flatMap((one) =>
        typeof one.label === 'string' ? [row(one.label, String(one.value))] : [],
      )
    if (SAID_ELSEWHERE.has(name) || !['string', 'number', 'boolean'].includes(typeof value)) return []
    return [
      row(name === 'result' ? say(language, 'thread_row_result') : name.replaceAll('_', ' '), String(value)),
    ]
  })
  return { rows, notes: [] }
}

/** Words that a card has above its rows, and signatures, which mean nothing to a reader. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['title', 'description', 'reason', 'message'],
  ...['merchant_signature', 'payer_signature', 'signature'],
])

/** A labelled value. */
export const row = (label: string, value: string, rest: Partial<Pick<Row, 'code' | 'total'>> = {}): Row => ({
  label,
  value,
  code: false,
  total: false,
  depth: 0,
  ...rest,
})
