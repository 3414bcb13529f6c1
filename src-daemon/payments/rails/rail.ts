import type { WalletFamily } from '../../contract/identity.ts'
import type { WayProblem } from '../../contract/payments.ts'
import type { WalletRequest } from '../../wallets/types.ts'
import type { Method } from '../core/bill.ts'

/** Where a payment goes, as its rail reads it. */
export interface Place {
  readonly family: WalletFamily
  /** As CAIP-2 names it. */
  readonly chain: string
  /** The token's contract, and who gets it: addresses in lower case. */
  readonly token: string
  readonly recipient: string
}

/** A payment in the token's smallest unit. */
export interface Transfer extends Place {
  readonly amount: bigint
}

/** A way in which money gets to a payee. */
export interface Rail {
  readonly type: string
  /** Why nothing is paid this way yet, however well it is written; null if it is. */
  readonly problem: WayProblem | null
  /** Null for a method that isn't written as this rail has it. */
  readonly read: (method: Method) => Place | null
  /** What an account signs and sends. */
  readonly requestOf: (transfer: Transfer, id: string) => Promise<WalletRequest>
}
