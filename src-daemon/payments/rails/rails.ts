import type { WayProblem } from '../../contract/payments.ts'
import type { Method } from '../core/bill.ts'
import { erc20Transfer } from './erc20.ts'
import { nearPaymentChannel } from './near-channel.ts'
import type { Place, Rail } from './rail.ts'

const RAILS: readonly Rail[] = [erc20Transfer, nearPaymentChannel]

/** The rail of a way of paying, and where it goes; or why it can't be gone. `amount`: as it was asked, if it was. */
export const wayOf = (
  method: Method,
  amount: string | undefined,
):
  | { readonly rail: Rail; readonly place: Place; readonly problem: null }
  | { readonly problem: WayProblem } => {
  const rail = RAILS.find(({ type }) => type === method.type)
  if (rail === undefined) return { problem: 'unknown' }
  if (rail.problem !== null) return { problem: rail.problem }
  const place = rail.read(method)
  if (place === null) return { problem: 'unreadable' }
  return amount === undefined || /^[0.]*$/.test(amount)
    ? { problem: 'no_amount' }
    : { rail, place, problem: null }
}
