import { z } from 'zod'
import { dateTimeSchema, uriIn, type Dialect } from './aitp-dialect.ts'

const targetIn = (d: Dialect) =>
  d.object({
    schema: uriIn(d).optional(),
    message_type: z.string(),
    id: d.id,
    thread_id: z.string().optional(),
    message_id: z.string().optional(),
  })

const REJECTIONS = [
  'internal_error',
  'declined',
  'cancelled',
  'expired',
  'unsupported_capability',
  'unsupported_version',
  'unsupported_type',
  'invalid_message',
  'forward_failed',
  'loop_detected',
  'rate_limited',
  'unauthorized',
] as const

/** The messages of our extension `x01-control`: refusing, taking back and passing on requests of any capability. */
export const controlMessages = (d: Dialect) => ({
  rejection: d.object({
    in_reply_to: targetIn(d),
    code: d.choice(REJECTIONS),
    message: z.string().optional(),
    supported: z.array(uriIn(d)).optional(),
    retryable: z.boolean().optional(),
  }),
  cancellation: d.object({ target: targetIn(d), reason: z.string().optional() }),
  forward_receipt: d.object({
    in_reply_to: targetIn(d),
    forwarded_to: z.string().optional(),
    forwarded_to_name: z.string().optional(),
    waiting_for: z.enum(['human', 'agent']),
    expires_at: dateTimeSchema.optional(),
  }),
})

export type ControlTarget = z.output<ReturnType<typeof targetIn>>
