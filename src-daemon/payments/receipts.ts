import type { PaymentOutcome } from '../contract/payments.ts'
import type { StateService } from '../state/types.ts'
import type { Bill } from './core/bill.ts'

/** A payment that was sent. */
export interface Sent {
  readonly bill: Bill
  readonly chain: string
  readonly account: string
  readonly hash: string
  readonly at: number
}

/** Receipts of payments: objects among the owner's own data, which are queried, merged, proved and exported like all of it. */
export interface Receipts {
  /** The object that keeps it; keeping it again is free. Errors: those of `StateService.create`. */
  keep(sent: Sent): string
  setOutcome(id: string, outcome: PaymentOutcome): void
  /** The schema of the objects. */
  schemaUri(): string
}

const text = (title: string) => ({ title, type: 'string' })
const RECEIPT = {
  title: 'Payments',
  type: 'object',
  'x-asm': { container: 'object', 'x-visibility': 'private' },
  'x-title': 'payee',
  'x-summary': 'what',
  properties: {
    id: { type: 'string' },
    payee: text('Payee'),
    what: text('For'),
    amount: text('Amount'),
    currency: text('Currency'),
    at: { title: 'Paid', type: 'string', format: 'date-time', 'x-index': true },
    outcome: { title: 'Outcome', type: 'string', enum: ['sent', 'confirmed', 'failed'], 'x-index': true },
    network: text('Network'),
    transaction: text('Transaction'),
    account: text('From'),
    recipient: text('To'),
    token: text('Token'),
    way: text('Way'),
    agent: text('DID of who asked'),
    reference: text('Number of the bill'),
    /** As it came, with all its signatures. */
    bill: text('What you were asked'),
  },
  required: ['id', 'payee', 'amount', 'currency', 'at', 'outcome', 'network', 'transaction', 'agent', 'bill'],
}
const NAME = 'PaymentReceipt#v1'
const SCOPE = 'sc:payments'
/** A bill is at most as long as a message. */
const MAX_BILL = 64 * 1024

export const createReceipts = (
  state: Pick<StateService, 'registerOwn' | 'ownerAccess' | 'create' | 'update' | 'get'>,
): Receipts => {
  let known: string | null = null
  const schema = (): string =>
    (known ??= state.registerOwn({ schema: RECEIPT, scope: SCOPE, name: NAME }).uri)
  const isThere = (schemaUri: string, id: string): boolean => {
    try {
      state.get({ schemaUri, id })
      return true
    } catch {
      return false
    }
  }
  return {
    schemaUri: schema,
    keep: ({ bill, chain, account, hash, at }) => {
      const schemaUri = schema()
      // The same on every device that learns of it.
      const id = bill.key.slice(0, 32)
      if (isThere(schemaUri, id)) return id
      const { payee, what, amount, currency, method, peer, reference, raw } = bill
      // Its words are the other's, though the owner agreed to pay it.
      const access = {
        ...state.ownerAccess(schemaUri, 'internal'),
        origin: { kind: 'agent', did: peer } as const,
      }
      state.create(access, {
        schemaUri,
        object: {
          ...{ id, payee, what, amount, currency, at: new Date(at).toISOString(), outcome: 'sent' },
          ...{ network: chain, transaction: hash, account, recipient: method.recipient, token: method.token },
          ...{ way: method.type, agent: peer, reference, bill: raw.slice(0, MAX_BILL).toWellFormed() },
        },
      })
      return id
    },
    setOutcome: (id, outcome) => {
      const schemaUri = schema()
      state.update(state.ownerAccess(schemaUri, 'internal'), { schemaUri, id, patch: { $set: { outcome } } })
    },
  }
}
