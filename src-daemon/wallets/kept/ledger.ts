import { z } from 'zod'
import { walletFamilySchema, type WalletFamily } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import type { Take } from '../core/family.ts'
import type { Amounts } from './amounts.ts'

/** A request that was carried out. */
export interface KeptUse {
  readonly request: string
  readonly family: WalletFamily
  readonly kind: 'message' | 'transaction'
  readonly account: string
  readonly chain: string | null
  readonly peer: string
  readonly payee: string | null
  readonly slot: string | null
  readonly content: string
  readonly result: string
  readonly hash: string | null
  readonly state: 'signed' | 'sent' | 'dropped'
  readonly at: number
}

/** `token` is '' for the network's own coin, `peer` '' for all agents together. */
export interface KeptLimit {
  readonly family: WalletFamily
  readonly chain: string
  readonly token: string
  readonly peer: string
  readonly amount: bigint
}

/** What something about to be signed may take, and on whose behalf. */
export interface Spending {
  readonly family: WalletFamily
  /** Null: it is bound to no chain, and counts on each. */
  readonly chain: string | null
  readonly peer: string
  readonly takes: readonly Take[]
  readonly unread: string | null
}

export type Ledger = ReturnType<typeof createLedger>

const DAY_MS = 24 * 60 * 60_000
/** An allowance without an end is kept as the highest there can be. */
const ALL = 2n ** 256n - 1n

const useSchema = z.object({
  request: z.string(),
  family: walletFamilySchema,
  kind: z.enum(['message', 'transaction']),
  account: z.string(),
  chain: z.string().nullable(),
  peer: z.string(),
  payee: z.string().nullable(),
  slot: z.string().nullable(),
  content: z.string(),
  result: z.string(),
  hash: z.string().nullable(),
  state: z.enum(['signed', 'sent', 'dropped']),
  at: z.int(),
})
const units = z.string().transform((text) => BigInt(text))
const limitSchema = z.object({
  family: walletFamilySchema,
  chain: z.string(),
  token: z.string(),
  peer: z.string(),
  amount: units,
})

/**
 * What accounts signed at the request of agents, and what they may spend. A use and what it spends are one row and one transaction, written
 * before a signature leaves the program: a crash before it signs nothing, and one after it finds what was signed.
 */
export const createLedger = (db: Database, now: () => Date, amountText: Amounts['text']) => {
  const columns = 'request, family, kind, account, chain, peer, payee, slot, content, result, hash, state, at'
  const one = db.prepare(`SELECT ${columns} FROM wallet_uses WHERE request = ?`)
  const latest = db.prepare(`SELECT ${columns} FROM wallet_uses ORDER BY at DESC, request LIMIT ?`)
  const atSlot = db.prepare(
    `SELECT ${columns} FROM wallet_uses WHERE account = ? AND chain = ? AND slot = ? AND state <> 'dropped' AND request <> ? ORDER BY state LIMIT 1`,
  )
  const payees = db
    .prepare('SELECT DISTINCT payee FROM wallet_uses WHERE family = ? AND payee IS NOT NULL')
    .pluck()
  const dropOld = db.prepare("DELETE FROM wallet_uses WHERE request = ? AND state = 'dropped'")
  const insert = db.prepare(
    `INSERT INTO wallet_uses (${columns}) VALUES (@request, @family, @kind, @account, @chain, @peer, @payee, @slot,
       @content, @result, @hash, @state, @at)`,
  )
  const insertSpent = db.prepare('INSERT INTO wallet_spent (request, token, amount) VALUES (?, ?, ?)')
  const spentOf = db.prepare('SELECT token, amount FROM wallet_spent WHERE request = ? ORDER BY token')
  const setState = db.prepare('UPDATE wallet_uses SET state = @state WHERE request = @request')
  const amounts = db
    .prepare(
      `SELECT amount FROM wallet_spent JOIN wallet_uses USING (request)
       WHERE family = @family AND (chain IS NULL OR chain = @chain) AND token = @token AND state <> 'dropped'
         AND at > @since
         AND (@peer = '' OR peer = @peer)`,
    )
    .pluck()
  const limits = db.prepare(
    'SELECT family, chain, token, peer, amount FROM wallet_limits ORDER BY family, chain, token, peer',
  )
  const limitsOf = db.prepare(
    `SELECT family, chain, token, peer, amount FROM wallet_limits
     WHERE family = @family AND (@chain IS NULL OR chain = @chain) AND peer IN ('', @peer) ORDER BY chain, token, peer`,
  )
  const putLimit = db.prepare(
    'INSERT OR REPLACE INTO wallet_limits (family, chain, token, peer, amount) VALUES (@family, @chain, @token, @peer, @amount)',
  )
  const dropLimit = db.prepare(
    'DELETE FROM wallet_limits WHERE family = @family AND chain = @chain AND token = @token AND peer = @peer',
  )

  const allLimits = (): readonly KeptLimit[] => z.array(limitSchema).parse(limits.all())

  const spent = ({ family, chain, token, peer }: Omit<KeptLimit, 'amount'>): bigint =>
    z
      .array(units)
      .parse(amounts.all({ family, chain, token, peer, since: now().getTime() - DAY_MS }))
      .reduce((sum, amount) => sum + amount, 0n)

  /** Errors: `wallet_limit`, `wallet_limit_unreadable`. */
  const check = ({ family, chain, peer, takes, unread }: Spending): void => {
    const own = z.array(limitSchema).parse(limitsOf.all({ family, chain, peer }))
    if (own.some(({ token }) => token !== '' && token === unread))
      throw new SatchelError('wallet_limit_unreadable', { params: { token: unread ?? '' } })
    for (const limit of own) {
      const asked = sums(takes).get(limit.token) ?? 0n
      const rest = limit.amount - spent(limit)
      if (asked > 0n && asked > rest)
        throw new SatchelError('wallet_limit', {
          params: {
            asked: asked === ALL ? '∞' : amountText(limit, asked),
            left: amountText(limit, rest < 0n ? 0n : rest),
          },
          details: { ...limit, amount: String(limit.amount) },
        })
    }
  }

  const add = db.transaction((use: KeptUse, spending: Spending): void => {
    check(spending)
    dropOld.run(use.request)
    insert.run(use)
    for (const [token, amount] of sums(spending.takes)) insertSpent.run(use.request, token, String(amount))
  })

  return {
    find: (request: string): KeptUse | null => {
      const row = one.get(request)
      return row === undefined ? null : useSchema.parse(row)
    },
    /** Another use that takes the same place among the transactions of its account; one that was sent before one that was only signed. */
    rival: ({
      account,
      chain,
      slot,
      request,
    }: Pick<KeptUse, 'account' | 'chain' | 'slot' | 'request'>): KeptUse | null => {
      const row = atSlot.get(account, chain, slot, request)
      return row === undefined ? null : useSchema.parse(row)
    },
    /** The newest first. */
    list: (limit: number): readonly KeptUse[] => z.array(useSchema).parse(latest.all(limit)),
    spentBy: (request: string) =>
      z.array(z.object({ token: z.string(), amount: z.string() })).parse(spentOf.all(request)),
    payees: (family: WalletFamily) => z.array(z.string()).parse(payees.all(family)),
    check,
    /** Writes what was signed, if no limit stands against it. Errors: those of `check`. Throws if the request was carried out before. */
    add,
    setState: (request: string, state: KeptUse['state']) => {
      setState.run({ request, state })
    },
    limits: allLimits,
    spent,
    setLimit: (limit: KeptLimit) => {
      putLimit.run({ ...limit, amount: String(limit.amount) })
    },
    removeLimit: (limit: Omit<KeptLimit, 'amount'>) => dropLimit.run(limit).changes > 0,
  }
}

const sums = (takes: readonly Take[]): ReadonlyMap<string, bigint> => {
  const all = new Map<string, bigint>()
  for (const { token, amount } of takes) {
    const sum = (all.get(token ?? '') ?? 0n) + (amount === 'all' ? ALL : amount)
    all.set(token ?? '', sum > ALL ? ALL : sum)
  }
  return all
}
