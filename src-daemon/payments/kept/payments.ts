import { z } from 'zod'
import { paymentOutcomeSchema, type PaymentOutcome } from '../../contract/payments.ts'
import type { Database } from '../../storage/index.ts'

const billSchema = z.object({
  key: z.string(),
  peer: z.string(),
  payee: z.string(),
  what: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  method: z.object({ type: z.string(), token: z.string(), recipient: z.string() }),
  expiresAt: z.string().nullable(),
  raw: z.string(),
})

const rowSchema = z.object({
  key: z.string(),
  digest: z.string(),
  bill: z.string().transform((text) => billSchema.parse(JSON.parse(text))),
  chain: z.string(),
  account: z.string(),
  place: z.string(),
  hash: z.string().nullable(),
  outcome: paymentOutcomeSchema,
  told: z.int().transform((told) => told === 1),
  receipt: z.string().nullable(),
  at: z.int(),
})
/** A bill that the owner agreed to pay, and what became of it. */
export type KeptPayment = z.infer<typeof rowSchema>

export type KeptPayments = ReturnType<typeof createKeptPayments>

export const createKeptPayments = (db: Database) => {
  const one = db.prepare('SELECT * FROM payments WHERE key = ?')
  const open = db.prepare(
    "SELECT * FROM payments WHERE told = 0 OR outcome IN ('agreed', 'sent') ORDER BY at, key",
  )
  const byRecipient = db.prepare('SELECT bill FROM payments ORDER BY at DESC LIMIT 1000').pluck()
  const insert = db.prepare(
    `INSERT INTO payments (key, digest, bill, chain, account, place, hash, outcome, told, receipt, at)
     VALUES (@key, @digest, @bill, @chain, @account, @place, NULL, 'agreed', 0, NULL, @at)`,
  )
  const drop = db.prepare("DELETE FROM payments WHERE key = ? AND outcome = 'agreed'")
  const setHash = db.prepare(
    "UPDATE payments SET hash = @hash, receipt = @receipt, outcome = 'sent' WHERE key = @key AND outcome = 'agreed'",
  )
  const setOutcome = db.prepare('UPDATE payments SET outcome = @outcome WHERE key = @key')
  const setTold = db.prepare('UPDATE payments SET told = 1 WHERE key = ?')
  const rows = z.array(rowSchema)
  return {
    find: (key: string): KeptPayment | null => {
      const row = one.get(key)
      return row === undefined ? null : rowSchema.parse(row)
    },
    /** Those that aren't over: not sent, not confirmed, or not told to who asked. */
    open: (): readonly KeptPayment[] => rows.parse(open.all()),
    /** Bills that were paid, the newest first. */
    bills: () =>
      z
        .array(z.string())
        .parse(byRecipient.all())
        .map((text) => billSchema.parse(JSON.parse(text))),
    /** From here on nobody else can pay it. Throws if it was agreed to before. */
    agree: ({
      bill,
      ...rest
    }: Pick<KeptPayment, 'key' | 'digest' | 'bill' | 'chain' | 'account' | 'place' | 'at'>) => {
      insert.run({ ...rest, bill: JSON.stringify(bill) })
    },
    /** For one of which it is known that nothing was signed. */
    drop: (key: string) => {
      drop.run(key)
    },
    sent: (given: { readonly key: string; readonly hash: string; readonly receipt: string }) => {
      setHash.run(given)
    },
    setOutcome: (key: string, outcome: PaymentOutcome) => {
      setOutcome.run({ key, outcome })
    },
    told: (key: string) => {
      setTold.run(key)
    },
  }
}
