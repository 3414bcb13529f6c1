import type { Quote, WrappedQuote } from '../../contract/aitp-payments.ts'
import { at, basisPoints, decimalOf, decimalText, subtractDecimals, type Decimal } from '../core/decimal.ts'

/** Who gets what of one payment option; all parts together are the amount, exactly. */
export interface Split {
  readonly amount: string
  readonly currency: string
  readonly merchant: { readonly id: string; readonly amount: string }
  readonly affiliates: readonly { readonly id: string; readonly amount: string }[]
}

/** The smallest unit that is handed out, or that of the amount if it is smaller: a millionth, as stable coins have. */
const MIN_SCALE = 6

/**
 * Splits each payment option that has an amount: `affiliate_share_bps` of it among the affiliates by weight (1 where none is
 * said), where a wrapper's own affiliate counts as one; the rest is the merchant's. What doesn't divide goes, a unit each, to
 * the first ones, so that nothing is lost. The specification leaves this open.
 */
export const splitQuote = (quote: Quote, wrappers: WrappedQuote['wrappers'] = []): readonly Split[] => {
  const weights = weightsOf(quote, wrappers)
  const points = weights.size === 0 ? 0 : (quote.revenue_share?.affiliate_share_bps ?? 0)
  return quote.payment_options.flatMap(({ amount, currency }) => {
    const total = amount === undefined ? null : decimalOf(amount)
    if (amount === undefined || total === null) return []
    const scale = Math.max(MIN_SCALE, total.scale)
    const pool: Decimal = { digits: at(basisPoints(total, points), scale), scale }
    return [
      {
        amount,
        currency,
        merchant: { id: quote.merchant_id, amount: decimalText(subtractDecimals(total, pool)) },
        affiliates: divide(pool, weights),
      },
    ]
  })
}

const weightsOf = (quote: Quote, wrappers: WrappedQuote['wrappers']): ReadonlyMap<string, bigint> => {
  const weights = new Map<string, bigint>()
  const add = (id: string, weight = 1): void => {
    weights.set(id, (weights.get(id) ?? 0n) + BigInt(weight))
  }
  for (const { id, weight } of quote.revenue_share?.affiliates ?? []) add(id, weight)
  for (const { affiliate_id: own, added_affiliates: added = [] } of wrappers) {
    if (!weights.has(own)) add(own)
    for (const { id, weight } of added) add(id, weight)
  }
  return weights
}

const divide = (
  { digits, scale }: Decimal,
  weights: ReadonlyMap<string, bigint>,
): readonly { id: string; amount: string }[] => {
  const all = [...weights.values()].reduce((sum, one) => sum + one, 0n)
  const parts = [...weights].map(([id, weight]) => ({ id, digits: (digits * weight) / all }))
  let left = digits - parts.reduce((sum, part) => sum + part.digits, 0n)
  return parts.map((part) => {
    const extra = left > 0n ? 1n : 0n
    left -= extra
    return { id: part.id, amount: decimalText({ digits: part.digits + extra, scale }) }
  })
}
