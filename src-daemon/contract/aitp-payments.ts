import { z } from 'zod'
import { amountSchema, dateTimeSchema, detailsIn, signatureIn, type Dialect } from './aitp-dialect.ts'

const ROLES = ['other', 'personal_assistant', 'discovery', 'service'] as const
/** More than a message may be forwarded; each is a signature to verify. */
const MAX_WRAPPERS = 16
const MAX_AFFILIATES = 64

const affiliatesIn = (d: Dialect) =>
  z
    .array(
      d.object({ id: z.string(), role: d.choice(ROLES), weight: z.int().min(1).max(1_000_000).optional() }),
    )
    .max(MAX_AFFILIATES)

/** The published method, and ours: a transfer of a token of ERC-20, whose `channel_id` in a payment is the hash of the transaction. */
const METHODS = ['near_payment_channel', 'evm_erc20_transfer'] as const

const methodIn = (d: Dialect) =>
  d.object({ type: d.choice(METHODS), token: z.string(), recipient: z.string() })

const quoteIn = (d: Dialect) =>
  d.object({
    quote_id: d.id,
    merchant_id: z.string(),
    description: z.string(),
    expiration: dateTimeSchema.optional(),
    next_recipient: z.string().optional(),
    payment_options: z.array(
      d.object({
        amount: amountSchema.optional(),
        currency: z.string(),
        payment_methods: z.array(methodIn(d)),
      }),
    ),
    revenue_share: d
      .object({ affiliate_share_bps: z.int().min(0).max(10_000), affiliates: affiliatesIn(d).optional() })
      .optional(),
    merchant_signature: signatureIn(d),
  })

/** The messages of AITP-01 (`aitp-01-payments`, v1.0.0). */
export const paymentMessages = (d: Dialect) => ({
  quote: quoteIn(d),
  wrapped_quote: d.object({
    original_quote: quoteIn(d),
    wrappers: z
      .array(
        d.object({
          affiliate_id: z.string(),
          role: d.choice(ROLES),
          added_affiliates: affiliatesIn(d).optional(),
          next_recipient: z.string(),
          timestamp: dateTimeSchema,
          signature: signatureIn(d),
        }),
      )
      .max(MAX_WRAPPERS),
  }),
  payment: d.object({
    quote_id: d.id,
    payment_method: d.object({
      type: d.choice(METHODS),
      token: z.string(),
      channel_id: z.string(),
      amount: amountSchema.optional(),
      currency: z.string(),
    }),
    payer_id: z.string(),
    timestamp: dateTimeSchema,
    payer_signature: signatureIn(d),
  }),
  payment_confirmation: d.object({
    quote_id: d.id,
    payment_id: d.id,
    result: z.enum(['success', 'failure', 'pending']),
    timestamp: dateTimeSchema,
    message: z.string().optional(),
    details: detailsIn(d).optional(),
    merchant_signature: signatureIn(d),
  }),
  top_up_request: d.object({
    channel_id: d.id,
    amount: amountSchema.optional(),
    currency: z.string(),
    reason: z.string().optional(),
    merchant_id: z.string(),
    timestamp: dateTimeSchema,
    merchant_signature: signatureIn(d),
  }),
  top_up_response: d.object({
    channel_id: d.id,
    amount: amountSchema,
    currency: z.string(),
    new_balance: amountSchema.optional(),
    payer_id: z.string(),
    timestamp: dateTimeSchema,
    payer_signature: signatureIn(d),
  }),
})

/** A quote from before AITP-01, whose amount is a number; options of decisions have them, too. */
export const legacyQuoteIn = (d: Dialect) =>
  d.object({
    type: z.literal('Quote'),
    quote_id: d.id,
    payee_id: z.string(),
    payment_plans: z.array(
      d.object({
        plan_id: d.id,
        plan_type: d.choice(['one-time']),
        amount: z.number().min(0).max(1e15),
        currency: z.string(),
      }),
    ),
    valid_until: dateTimeSchema,
  })

/** The payments from before AITP-01: read, and answered in kind (`aitp.dev/v1/payments`). */
export const legacyPaymentMessages = (d: Dialect) => ({
  quote: legacyQuoteIn(d),
  payment_authorization: d.object({
    quote_id: d.id,
    result: z.enum(['success', 'failure']),
    message: z.string().optional(),
    timestamp: dateTimeSchema,
    details: z.array(
      d.object({
        network: z.string(),
        token_type: z.string(),
        amount: z.number().min(0).max(1e15),
        account_id: z.string(),
        transaction_id: z.string(),
      }),
    ),
  }),
  payment_result: d.object({
    quote_id: d.id,
    result: z.enum(['success', 'failure']),
    message: z.string().optional(),
    timestamp: dateTimeSchema,
    details: detailsIn(d),
  }),
})

type Payments = ReturnType<typeof paymentMessages>
export type Quote = z.output<Payments['quote']>
export type WrappedQuote = z.output<Payments['wrapped_quote']>
export type LegacyQuote = z.output<ReturnType<typeof legacyQuoteIn>>
