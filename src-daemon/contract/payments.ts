import { z } from 'zod'

/** Why a way of paying can't be gone from here. Each has a sentence, `payment_way_<code>`. */
export const WAY_PROBLEMS = ['unknown', 'experimental', 'unreadable', 'no_amount'] as const
export type WayProblem = (typeof WAY_PROBLEMS)[number]

/** One of the ways in which a quote can be paid. */
export const paymentWaySchema = z.object({
  /** The same for all attempts: the option of the quote, and its method. */
  key: z.string(),
  amount: z.string().nullable(),
  currency: z.string(),
  type: z.string(),
  /** As CAIP-2 names it; null if the way can't be read. */
  chain: z.string().nullable(),
  recipient: z.string(),
  problem: z.enum(WAY_PROBLEMS).nullable(),
})
export type PaymentWay = z.infer<typeof paymentWaySchema>

/** What became of a payment. `agreed`: it is on its way. `failed`: the network carried it out without effect. */
export const PAYMENT_OUTCOMES = ['agreed', 'sent', 'confirmed', 'failed'] as const
export const paymentOutcomeSchema = z.enum(PAYMENT_OUTCOMES)
export type PaymentOutcome = z.infer<typeof paymentOutcomeSchema>

/** A payment that was agreed to, as its card shows it. */
export const paymentReceiptSchema = z.object({
  outcome: paymentOutcomeSchema,
  /** The hash by which the network knows it; null while it isn't sent. */
  transaction: z.string().nullable(),
  chain: z.string(),
  /** The receipt among the owner's data; null before it is there. */
  receipt: z.object({ schemaUri: z.string(), id: z.string() }).nullable(),
})
export type PaymentReceipt = z.infer<typeof paymentReceiptSchema>
