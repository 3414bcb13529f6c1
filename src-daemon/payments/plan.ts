import type { Language } from '../contract/language.ts'
import type { WalletPlan } from '../contract/wallets.ts'
import { say } from '../text/index.ts'
import { nameLike } from './core/alike.ts'
import type { Bill } from './core/bill.ts'

type Plan = Pick<WalletPlan, 'rows' | 'notes'>

/**
 * A plan with the words of its bill above it, and what is odd about the payee: a name like one that was paid before, or a known name with another
 * address. `symbol`: what the token calls itself.
 */
export const withBill = <P extends Plan>(
  plan: P,
  {
    bill,
    symbol,
    before,
    language,
  }: { bill: Bill; symbol: string; before: readonly Bill[]; language: Language },
): P => {
  const { payee, what, amount, currency, method } = bill
  const row = (label: string, value: string, { code = false, total = false } = {}): Plan['rows'][number] => ({
    ...{ label, value: value.replaceAll(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' '), code, total, depth: 0 },
  })
  const like = nameLike(payee, new Set(before.map((one) => one.payee)))
  const moved = before.find(
    (one) =>
      one.payee === payee &&
      one.method.type === method.type &&
      one.method.recipient.toLowerCase() !== method.recipient.toLowerCase(),
  )
  const notes: Plan['notes'] = [
    ...(like === null
      ? []
      : [{ tone: 'bad' as const, text: say(language, 'payment_note_like', { payee, known: like }) }]),
    ...(moved === undefined
      ? []
      : [
          {
            tone: 'bad' as const,
            text: say(language, 'payment_note_moved', { payee, known: moved.method.recipient }),
          },
        ]),
    ...(symbol === currency
      ? []
      : [{ tone: 'warn' as const, text: say(language, 'payment_note_currency', { currency, symbol }) }]),
  ]
  return {
    ...plan,
    rows: [
      row(say(language, 'payment_row_payee'), payee, { code: true }),
      row(say(language, 'payment_row_what'), what),
      row(say(language, 'payment_row_asked'), `${amount} ${currency}`, { total: true }),
      // What a transaction comes to in coins is its fee here, which has a row.
      ...plan.rows.filter(({ total }) => !total),
    ],
    notes: [...notes, ...plan.notes],
  }
}
