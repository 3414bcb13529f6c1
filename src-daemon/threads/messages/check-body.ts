import type { DataField, RequestData } from '../../contract/aitp-data.ts'
import type { RequestDecision } from '../../contract/aitp-decisions.ts'
import type { FiatQuote } from '../../contract/aitp-fiat.ts'
import type { EvmSigningRequest, EvmTransactionRequest } from '../../contract/aitp-wallets.ts'
import type { FaultAt } from '../../contract/threads.ts'
import { addDecimals, decimalOf, decimalText, equalDecimals, ZERO } from '../core/decimal.ts'
import { fault, note } from '../core/faults.ts'

/** What a schema doesn't say: whether the parts of a message agree. Places are below its body. */
export const checkBody = (name: string, body: unknown): readonly FaultAt[] =>
  CHECKS[name]?.(body as never) ?? []

const checkOptions = ({ options }: RequestDecision): readonly FaultAt[] => [
  ...tooMuch('options', options.flatMap(({ variants = [] }) => [null, ...variants]).length, MAX_CHOICES),
  ...repeated(
    options.flatMap(({ id, variants = [] }, n) => [
      { id, place: `options[${String(n)}].id` },
      // A variant may stand for its option.
      ...variants
        .map((one, at) => ({ id: one.id, place: `options[${String(n)}].variants[${String(at)}].id` }))
        .filter((one) => one.id !== id),
    ]),
  ),
]

/** More than anybody can be asked at once: a window that shows it stands still, and who asks is scrolled away. */
const MAX_FIELDS = 100
const MAX_CHOICES = 1000

const tooMuch = (place: string, count: number, most: number): readonly FaultAt[] =>
  count > most ? [fault(place, 'asks_too_much', String(count))] : []

/** Fields that hold a payment card: such forms are refused (aitp.md 7). */
export const isCardField = ({ autocomplete = '' }: Pick<DataField, 'autocomplete'>): boolean =>
  autocomplete
    .toLowerCase()
    .split(/\s+/)
    .some((token) => token.startsWith('cc-'))

const checkForm = ({ form }: RequestData): readonly FaultAt[] => {
  if (form.fields === undefined) return form.json_url === undefined ? [fault('form', 'empty_form')] : []
  const cards = form.fields.flatMap((field, n) =>
    isCardField(field) ? [fault(`form.fields[${String(n)}].autocomplete`, 'asks_for_card', field.id)] : [],
  )
  const choices = form.fields.reduce((count, { options = [] }) => count + options.length, 0)
  return [
    ...tooMuch('form.fields', form.fields.length, MAX_FIELDS),
    ...tooMuch('form.fields', choices, MAX_CHOICES),
    ...cards,
    ...repeated(form.fields.map(({ id }, n) => ({ id, place: `form.fields[${String(n)}].id` }))),
  ]
}

const repeated = (ids: readonly { readonly id: string; readonly place: string }[]): readonly FaultAt[] => {
  const seen = new Set<string>()
  return ids.flatMap(({ id, place }) => {
    if (seen.has(id)) return [fault(place, 'duplicate_id', id)]
    seen.add(id)
    return []
  })
}

/** The lines of a quote add up to its total; an amount is that of its line, whatever its quantity. */
const checkTotal = ({ line_items: lines, total }: FiatQuote): readonly FaultAt[] => {
  if (lines === undefined || lines.length === 0) return []
  const sum = lines.map(({ amount }) => decimalOf(amount) ?? ZERO).reduce(addDecimals, ZERO)
  const said = decimalOf(total.amount)
  return said !== null && equalDecimals(sum, said)
    ? []
    : [fault('total.amount', 'totals_differ', `${total.amount} ≠ ${decimalText(sum)}`)]
}

/** A chain that a transaction names itself is the one its request names. */
const checkTransaction = ({ chain_id: chain, transaction }: EvmTransactionRequest): readonly FaultAt[] =>
  differs('transaction.chainId', (transaction as { readonly chainId?: unknown }).chainId, chain)

/** The chain of the domain, where the request names one, too; a domain without a chain can be replayed on any. */
const checkTypedData = (request: EvmSigningRequest): readonly FaultAt[] => {
  const domain = request.typed_data?.domain
  if (domain === undefined) return []
  const chain = (request as { readonly chain_id?: unknown }).chain_id
  const place = 'typed_data.domain.chainId'
  if (domain['chainId'] === undefined) return [note(place, 'missing')]
  return chain === undefined ? [] : differs(place, domain['chainId'], Number(chain))
}

const differs = (place: string, found: unknown, chain: number): readonly FaultAt[] =>
  found === undefined || (typeof found !== 'object' && Number(found) === chain)
    ? []
    : [fault(place, 'wrong_chain', `${JSON.stringify(found)} ≠ ${String(chain)}`)]

const CHECKS: Readonly<Record<string, ((body: never) => readonly FaultAt[]) | undefined>> = {
  'aitp-02-decisions/request_decision': checkOptions,
  'aitp-03-data-request/request_data': checkForm,
  'aitp-05-evm-wallet/request_transaction': checkTransaction,
  'aitp-05-evm-wallet/request_message_signing': checkTypedData,
  'aitp-09-fiat-payments/fiat_quote': checkTotal,
}
