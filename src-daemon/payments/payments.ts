import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Language } from '../contract/language.ts'
import { createEmitter } from '../platform/emitter.ts'
import { SatchelError } from '../platform/errors.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import type { AskedOfWallet, WalletsService } from '../wallets/types.ts'
import { fromUnits } from '../wallets/index.ts'
import type { Bill } from './core/bill.ts'
import { createKeptPayments, type KeptPayment } from './kept/payments.ts'
import { wayOf } from './rails/rails.ts'
import { withBill } from './plan.ts'
import { createReceipts } from './receipts.ts'
import type { Paid, PaymentsService } from './types.ts'
import { createOutcomes } from './outcomes.ts'

export interface PaymentsDeps {
  readonly db: Database
  readonly state: Pick<StateService, 'registerOwn' | 'ownerAccess' | 'create' | 'update' | 'get'>
  readonly wallets: Pick<
    WalletsService,
    'prepare' | 'carryOut' | 'resume' | 'hasSigned' | 'tokenFacts' | 'outcomeOf'
  >
  readonly now: () => Date
  readonly language: () => Language
  readonly log: { warn(data: object, message: string): void }
  /** How long to wait between looks at what was sent, in ms: the first time, and at most. */
  readonly waits?: readonly [number, number]
}

/** What a person was shown. */
interface Shown {
  readonly digest: string
  readonly chain: string
  readonly account: string
}

export const createPayments = (deps: PaymentsDeps): PaymentsService => {
  const { db, state, wallets, now, language, log } = deps
  const kept = createKeptPayments(db)
  const receipts = createReceipts(state)
  const { listen, emit } = createEmitter()
  const plans = new LRUCache<string, Shown>({ max: 100, ttl: 10 * 60_000 })
  const oneAtATime = createOneAtATime()
  const outcomes = createOutcomes({
    ...{ kept, wallets, receipts, changed: emit, log },
    ...(deps.waits === undefined ? {} : { waits: deps.waits }),
  })

  /** What an account is asked for. Errors: `payment_expired`, `payment_way`, `payment_amount`, `wallet_*`, `chain_*`. */
  const askOf = async (bill: Bill): Promise<AskedOfWallet & { chain: string; symbol: string }> => {
    const { key, method, amount, expiresAt } = bill
    if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime())
      throw new SatchelError('payment_expired')
    const way = wayOf(method, amount)
    if (way.problem !== null)
      throw new SatchelError('payment_way', {
        params: { way: method.type },
        details: { problem: way.problem },
      })
    const { place, rail } = way
    const { symbol, decimals } = await wallets.tokenFacts(place)
    const units = fromUnits(amount, decimals)
    if (units === null) throw new SatchelError('payment_amount', { params: { amount, symbol, decimals } })
    const request = await rail.requestOf({ ...place, amount: units }, key)
    return { key: walletKeyOf(key), peer: bill.peer, request, chain: place.chain, symbol }
  }

  /** Errors: `payment_made` for another bill with the same key that was, or may have been, paid. */
  const refuseSecond = (bill: Bill): void => {
    const before = kept.find(bill.key)
    if (before === null || before.digest === digestOf(bill)) return
    if (before.outcome === 'agreed' && !wallets.hasSigned(walletKeyOf(bill.key))) {
      kept.drop(bill.key)
      return
    }
    const { payee, reference } = before.bill
    throw new SatchelError('payment_made', { params: { payee, reference }, details: { hash: before.hash } })
  }

  /** Keeps what was sent. It is in the database before anybody is told. */
  const sent = ({ key, bill, chain, account, at }: KeptPayment, hash: string): Paid => {
    const receipt = receipts.keep({ bill, chain, account, hash, at })
    kept.sent({ key, hash, receipt })
    emit()
    outcomes.look()
    return { bill, hash, account, at }
  }

  const paidIn = (row: KeptPayment): Paid | null =>
    row.hash === null ? null : { bill: row.bill, hash: row.hash, account: row.account, at: row.at }

  return {
    prepare: async ({ bill, account }) => {
      refuseSecond(bill)
      const { chain, symbol, ...asked } = await askOf(bill)
      const plan = await wallets.prepare({ ...asked, account })
      plans.set(plan.id, { digest: digestOf(bill), chain, account: plan.account.address })
      const before = kept.bills().filter(({ key }) => key !== bill.key)
      return withBill(plan, { bill, symbol, before, language: language() })
    },
    carryOut: ({ bill, plan, place }) =>
      oneAtATime(async () => {
        const shown = plans.get(plan)
        if (shown === undefined) throw new SatchelError('wallet_plan_gone')
        if (shown.digest !== digestOf(bill)) throw new SatchelError('payment_changed')
        refuseSecond(bill)
        const { chain: _c, symbol: _s, ...asked } = await askOf(bill)
        const { key } = bill
        const { digest, chain, account } = shown
        const before = kept.find(key)
        if (before === null) kept.agree({ key, digest, bill, chain, account, place, at: now().getTime() })
        try {
          const result = await wallets.carryOut({ ...asked, plan })
          const row = kept.find(key)
          if (result.kind !== 'transaction' || row === null) throw new Error('nothing was sent')
          return paidIn(row) ?? sent(row, result.hash)
        } catch (thrown) {
          // A limit, a locked key or a plan that is no longer true: the bill is open. What was signed stays agreed to, and may be sent already.
          if (!wallets.hasSigned(asked.key)) kept.drop(key)
          throw thrown
        } finally {
          plans.delete(plan)
          emit()
        }
      }),
    resume: (key) =>
      oneAtATime(async () => {
        const row = kept.find(key)
        if (row === null) return null
        const before = paidIn(row)
        if (before !== null) return before
        const result = await wallets.resume(walletKeyOf(key))
        if (result?.kind === 'transaction') return sent(row, result.hash)
        kept.drop(key)
        emit()
        return null
      }),
    untold: () => kept.open().filter(({ told }) => !told),
    told: (key) => {
      kept.told(key)
      emit()
    },
    receiptOf: (key) => {
      const row = kept.find(key)
      if (row === null) return null
      return {
        outcome: row.outcome,
        transaction: row.hash,
        chain: row.chain,
        receipt: row.receipt === null ? null : { schemaUri: receipts.schemaUri(), id: row.receipt },
      }
    },
    start: outcomes.look,
    close: outcomes.close,
    onChange: listen,
  }
}

const walletKeyOf = (key: string): string => `payment:${key}`

/** Of all that a bill says. */
const digestOf = (bill: Bill): string => createHash('sha256').update(JSON.stringify(bill)).digest('hex')
