import { createHash } from 'node:crypto'
import type { PaymentWay } from '../../contract/payments.ts'
import { wayOf } from '../../payments/index.ts'
import type { Bill, Method } from '../../payments/types.ts'
import { quoteOf } from '../messages/bodies.ts'
import type { MessageItem } from '../messages/read-content.ts'

interface Way {
  readonly shown: PaymentWay
  readonly method: Method
}

/** The ways in which a quote, wrapped or not, can be paid; none for other messages. A bill by bank has no way that is gone from here. */
export const waysOf = (item: MessageItem): readonly PaymentWay[] => waysIn(item).map(({ shown }) => shown)

/** What a person agrees to who pays a quote in one of its ways, by its key; null if there is none. `payable`: what is paid, wherever it is asked. */
export const billOf = (
  item: MessageItem,
  { payable, peer, way: key }: { payable: string; peer: string; way: string },
): Bill | null => {
  const quote = quoteOf(item)
  const way = waysIn(item).find(({ shown }) => shown.key === key)
  if (quote === null || way === undefined || way.shown.amount === null) return null
  return {
    key: billKey(payable),
    peer,
    payee: quote.merchant_id,
    what: quote.description,
    reference: quote.quote_id,
    amount: way.shown.amount,
    currency: way.shown.currency,
    method: way.method,
    expiresAt: quote.expiration ?? null,
    raw: item.raw,
  }
}

const waysIn = (item: MessageItem): readonly Way[] =>
  (quoteOf(item)?.payment_options ?? []).flatMap(({ amount, currency, payment_methods: methods }, option) =>
    methods.map(({ type, token, recipient }, n): Way => {
      const method = { type, token, recipient }
      const way = wayOf(method, amount)
      return {
        method,
        shown: {
          key: `${String(option)}.${String(n)}`,
          ...{ amount: amount ?? null, currency, type, recipient, problem: way.problem },
          chain: way.problem === null ? way.place.chain : null,
        },
      }
    }),
  )

/** The key of a bill by what is paid. */
export const billKey = (payable: string): string => createHash('sha256').update(payable).digest('hex')
