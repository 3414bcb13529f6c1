import type { FiatPayment, FiatQuote } from '../../contract/aitp-fiat.ts'
import type { LegacyQuote, Quote } from '../../contract/aitp-payments.ts'
import type { FaultAt } from '../../contract/threads.ts'
import { addDecimals, decimalOf, equalDecimals, ZERO } from '../core/decimal.ts'
import { fault, note } from '../core/faults.ts'
import type { Body } from '../messages/schemas.ts'

type Payment = Body<'aitp-01-payments', 'payment'>

/** Checks a payment: currency, method and amount are those of one option. `former` is the quote that this one replaced. */
export const checkPayment = (quote: Quote, payment: Payment, former: Quote | null): FaultAt[] => {
  const { type, token, amount, currency } = payment.payment_method
  const inCurrency = quote.payment_options.filter((option) => option.currency === currency)
  if (inCurrency.length === 0) return [fault('payment_method.currency', 'currency_differs', currency)]
  const payable = inCurrency.filter(({ payment_methods: methods }) =>
    methods.some((method) => method.type === type && method.token === token),
  )
  if (payable.length === 0) return [fault('payment_method.token', 'method_differs', `${type} ${token}`)]
  const hasAmount = payable.some((option) => option.amount !== undefined)
  if (amount === undefined) return hasAmount ? [note('payment_method.amount', 'missing')] : []
  if (payable.some((option) => option.amount === undefined || sameAmount(option.amount, amount))) return []
  const wasQuoted = former?.payment_options.some(
    (option) => option.currency === currency && sameAmount(option.amount ?? '', amount),
  )
  return [fault('payment_method.amount', wasQuoted === true ? 'amount_changed' : 'amount_differs', amount)]
}

/** Checks a payment of a quote from before AITP-01: what was paid together is what one of its plans asks. */
export const checkAuthorization = (
  { payment_plans: plans }: LegacyQuote,
  { details }: Body<'legacy-payments', 'payment_authorization'>,
): FaultAt[] => {
  const paid = details.map(({ amount }) => decimalOf(amount) ?? ZERO).reduce(addDecimals, ZERO)
  const isAsked = plans.some(({ amount }) => {
    const asked = decimalOf(amount)
    return asked !== null && equalDecimals(asked, paid)
  })
  return isAsked ? [] : [fault('details', 'amount_differs')]
}

/** Checks a payment by bank or card: a method that was offered, and the total. */
export const checkFiatPayment = (
  { total, payment_methods: methods }: FiatQuote,
  { amount, method_type: method }: FiatPayment,
): FaultAt[] => [
  ...(method === undefined || methods.some(({ type }) => type === method)
    ? []
    : [fault('method_type', 'method_differs', method)]),
  ...checkMoney(total, amount),
]

/** Checks that an amount, if it is said, is the total. */
export const checkMoney = (total: FiatQuote['total'], amount: FiatQuote['total'] | undefined): FaultAt[] => {
  if (amount === undefined) return []
  if (amount.currency !== total.currency)
    return [fault('amount.currency', 'currency_differs', amount.currency)]
  return sameAmount(total.amount, amount.amount)
    ? []
    : [fault('amount.amount', 'amount_differs', `${amount.amount} ≠ ${total.amount}`)]
}

/** Checks a top-up: in the currency, and as much as was asked. */
export const checkTopUp = (
  asked: Body<'aitp-01-payments', 'top_up_request'>,
  { amount, currency }: Body<'aitp-01-payments', 'top_up_response'>,
): FaultAt[] => {
  if (currency !== asked.currency) return [fault('currency', 'currency_differs', currency)]
  return asked.amount === undefined || sameAmount(asked.amount, amount)
    ? []
    : [fault('amount', 'amount_differs', `${amount} ≠ ${asked.amount}`)]
}

const sameAmount = (one: string, other: string): boolean => {
  const [left, right] = [decimalOf(one), decimalOf(other)]
  return left !== null && right !== null && equalDecimals(left, right)
}
