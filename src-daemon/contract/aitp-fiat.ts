import { z } from 'zod'
import { attestationIn, proofIn } from './aitp-attestations.ts'
import {
  amountSchema,
  dateTimeSchema,
  detailsIn,
  errorResponseIn,
  uriIn,
  type Dialect,
} from './aitp-dialect.ts'

const moneyIn = (d: Dialect) => d.object({ amount: amountSchema, currency: z.string().regex(/^[A-Z]{3}$/) })
const RESULT = z.enum(['success', 'failure', 'pending'])

/** The messages of AITP-09 (`aitp-09-fiat-payments`), proposed. Card numbers never pass through. */
export const fiatMessages = (d: Dialect) => ({
  fiat_quote: d.object({
    quote_id: d.id,
    merchant: d.object({
      id: z.string(),
      name: z.string(),
      url: uriIn(d).optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      did: z
        .string()
        .regex(/^did:[a-z0-9]+:.+/)
        .optional(),
    }),
    description: z.string(),
    line_items: z
      .array(d.object({ label: z.string(), quantity: z.number().optional(), amount: amountSchema }))
      .optional(),
    total: moneyIn(d),
    expires_at: dateTimeSchema.optional(),
    recurring: d
      .object({
        interval: z.enum(['day', 'week', 'month', 'year']),
        interval_count: z.int().min(1).optional(),
        max_charges: z.int().optional(),
        cancel_url: uriIn(d).optional(),
      })
      .optional(),
    payment_methods: z
      .array(
        d.object({
          type: d.choice([
            'other',
            'hosted_checkout',
            'delegated_token',
            'bank_transfer',
            'invoice',
            'ap2_mandate',
          ]),
          checkout_url: uriIn(d).optional(),
          provider: z.string().optional(),
          bank: d
            .object({
              scheme: d.choice(['sepa', 'swift', 'ach', 'fps', 'pix', 'upi']).optional(),
              account: z.string().optional(),
              routing: z.string().optional(),
              holder: z.string().optional(),
              reference: z.string().optional(),
            })
            .optional(),
          token_spec: z.string().optional(),
          note: z.string().optional(),
        }),
      )
      .min(1),
    terms_url: uriIn(d).optional(),
    refund_policy_url: uriIn(d).optional(),
    requires_attestation: z.boolean().optional(),
    merchant_signature: z.string().optional(),
    proof: proofIn(d).optional(),
  }),
  fiat_payment: d.object({
    quote_id: d.id,
    status: z.enum(['initiated', 'authorized', 'submitted', 'declined', 'cancelled']),
    method_type: z.string().optional(),
    reference: z.string().optional(),
    token: z.string().optional(),
    mandate: z.string().optional(),
    amount: moneyIn(d).optional(),
    payer: d
      .object({ name: z.string().optional(), email: z.email().optional(), country: z.string().optional() })
      .optional(),
    timestamp: dateTimeSchema,
    attestation: attestationIn(d).optional(),
  }),
  fiat_payment_confirmation: d.object({
    quote_id: d.id,
    payment_id: d.id,
    result: RESULT,
    amount: moneyIn(d).optional(),
    timestamp: dateTimeSchema,
    message: z.string().optional(),
    receipt_url: uriIn(d).optional(),
    details: detailsIn(d).optional(),
    merchant_signature: z.string().optional(),
    proof: proofIn(d).optional(),
  }),
  fiat_refund: d.object({
    refund_id: d.id,
    payment_id: d.id,
    amount: moneyIn(d),
    result: RESULT,
    timestamp: dateTimeSchema,
    reason: z.string().optional(),
  }),
  error_response: errorResponseIn(d),
})

type Fiat = ReturnType<typeof fiatMessages>
export type FiatQuote = z.output<Fiat['fiat_quote']>
export type FiatPayment = z.output<Fiat['fiat_payment']>
