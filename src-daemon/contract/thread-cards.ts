import { z } from 'zod'
import { forwardedFromSchema } from './servers.ts'
import { REQUEST_STATES } from './threads.ts'

/** A message of a conversation with another agent, as the Thread API has it (aitp.md 6). */
export const threadMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  created_at: z.string(),
  content: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
})
export type ThreadMessageView = z.infer<typeof threadMessageSchema>

/** A structured message in words: what it asks or says, what has become of it, and what to beware of. */
export const threadCardSchema = z.object({
  key: z.string(),
  /** Whether we wrote it. */
  mine: z.boolean(),
  looks: z.enum(['decision', 'form', 'payment', 'wallet', 'attestation', 'notice', 'unknown', 'invalid']),
  /** What kind of message it is, in words of ours. */
  title: z.string(),
  /** Its own words. */
  heading: z.string().nullable(),
  description: z.string().nullable(),
  /** Null for what isn't a request. */
  state: z.enum(REQUEST_STATES).nullable(),
  /** What was answered, in a line. */
  answer: z.string().nullable(),
  forwarded: forwardedFromSchema.nullable(),
  expiresAt: z.iso.datetime().nullable(),
  /** `code`: an address, an amount of a chain or data, in the letters of code. `total`: what all others come to. */
  rows: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      code: z.boolean(),
      total: z.boolean(),
      /** How far inside what is above it; 0 where it stands for itself. */
      depth: z.int().nonnegative(),
    }),
  ),
  notes: z.array(z.object({ tone: z.enum(['bad', 'warn', 'good', 'info']), text: z.string() })),
  /** As it came. */
  raw: z.string(),
})
export type ThreadCard = z.infer<typeof threadCardSchema>
