import { z } from 'zod'
import { uriIn, type Dialect } from './aitp-dialect.ts'
import { legacyQuoteIn } from './aitp-payments.ts'

/** The members of an option and of a variant of one. */
const optionShape = (d: Dialect) => ({
  id: d.id,
  name: z.string().optional(),
  short_variant_name: z.string().optional(),
  image_url: uriIn(d).optional(),
  description: z.string().optional(),
  quote: legacyQuoteIn(d).optional(),
  reviews_count: z.int().min(0).optional(),
  five_star_rating: z.number().min(0).max(5).optional(),
  url: uriIn(d).optional(),
})

/** The messages of AITP-02 (`aitp-02-decisions`, v1.0.0). */
export const decisionMessages = (d: Dialect) => ({
  request_decision: d.object({
    id: d.id,
    title: z.string().optional(),
    description: z.string().optional(),
    type: d.or(d.choice(['radio', 'checkbox', 'confirmation', 'products']), 'radio'),
    options: z
      .array(d.object({ ...optionShape(d), variants: z.array(d.object(optionShape(d))).optional() }))
      .min(1),
  }),
  decision: d.object({
    request_decision_id: d.id.optional(),
    /** `declined` with the option `__declined__` refuses (aitp.md 5). */
    status: d.choice(['declined']).optional(),
    options: z
      .array(d.object({ id: d.id, name: z.string().optional(), quantity: z.number().optional() }))
      .min(1),
  }),
})

type Decisions = ReturnType<typeof decisionMessages>
export type RequestDecision = z.output<Decisions['request_decision']>
export type Decision = z.output<Decisions['decision']>
