import type { PaymentReceipt } from '../contract/payments.ts'
import type { WalletPlan } from '../contract/wallets.ts'
import type { Bill } from './core/bill.ts'
import type { KeptPayment } from './kept/payments.ts'

/** The types of payments, for those who import no code of it. */
export type { Bill, Method } from './core/bill.ts'

/** A payment that was sent. */
export interface Paid {
  readonly bill: Bill
  /** The hash of its transaction. */
  readonly hash: string
  readonly account: string
  /** When the person agreed to it, in ms since 1970. */
  readonly at: number
}

/** Payments that the owner agreed to. Nothing is paid without them, and nothing twice. */
export interface PaymentsService {
  /**
   * What will be sent to whom if an account pays a bill; nothing is. Errors: `payment_expired`, `payment_way`, `payment_amount`, `payment_made`,
   * those of `WalletsService.prepare`.
   */
  prepare(input: { readonly bill: Bill; readonly account: string }): Promise<WalletPlan>
  /**
   * Pays what the person was shown, and nothing else: the bill is looked at again, and once it is agreed to no other bill with its key is ever
   * paid. `place`: where its answer is waited for. Errors: `wallet_plan_gone`, `payment_changed`, `payment_expired`, `payment_made`, those of
   * `WalletsService.carryOut`.
   */
  carryOut(input: { readonly bill: Bill; readonly plan: string; readonly place: string }): Promise<Paid>
  /**
   * Goes on with a payment that was agreed to before the program ended: what was signed is sent, and what wasn't is forgotten (null). Errors:
   * `chain_*`, `wallet_*`.
   */
  resume(key: string): Promise<Paid | null>
  /** Those whose answer nobody has yet. */
  untold(): readonly Pick<KeptPayment, 'key' | 'place'>[]
  /** Who asked has the answer. */
  told(key: string): void
  /** What became of a bill; null if it was never agreed to. */
  receiptOf(key: string): PaymentReceipt | null
  /** Asks networks, now and then, what became of what was sent. */
  start(): void
  close(): void
  onChange(listener: () => void): () => void
}
