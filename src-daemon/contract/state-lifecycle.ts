import { z } from 'zod'

/** What uses space in a scope. */
export const scopeUsageSchema = z.object({
  owner: z.string(),
  scope: z.string(),
  title: z.string(),
  /** Bytes of the objects and their changes. Snapshots and indexes, which can be rebuilt, are not included. */
  bytes: z.int(),
  /** The limit for `quota_exceeded`. */
  limit: z.int(),
  parts: z.array(
    z.object({
      schemaUri: z.string(),
      title: z.string(),
      objects: z.int(),
      objectBytes: z.int(),
      changes: z.int(),
      changeBytes: z.int(),
      snapshotBytes: z.int(),
      /** The largest objects, at most 5. */
      largest: z.array(z.object({ id: z.string(), bytes: z.int() })),
    }),
  ),
})
export type ScopeUsage = z.infer<typeof scopeUsageSchema>

/** What expires, and when. */
export const expirySchema = z.object({
  schemaUri: z.string(),
  scope: z.string(),
  /** ISO 8601 duration of the schema. */
  ttl: z.string().nullable(),
  retention: z.object({ window: z.string(), strategy: z.string(), known: z.boolean() }).nullable(),
  compression: z.string().nullable(),
  /** When the next one expires; null if none does. */
  next: z.iso.datetime().nullable(),
  /** Number that expire within seven days. */
  soon: z.int(),
})
export type Expiry = z.infer<typeof expirySchema>

/** The clock that purging goes by. */
export const clockStatusSchema = z.object({
  /** This computer's. */
  now: z.iso.datetime(),
  /** Up to when it is confirmed; never later. */
  confirmed: z.iso.datetime(),
  /** Whether it is days away from the confirmed time and unconfirmed. */
  doubtful: z.boolean(),
})
export type ClockStatus = z.infer<typeof clockStatusSchema>

export const purgeReportSchema = z.object({
  expired: z.int(),
  evicted: z.int(),
  compressed: z.int(),
  bytesFreed: z.int(),
})
export type PurgeReport = z.infer<typeof purgeReportSchema>
