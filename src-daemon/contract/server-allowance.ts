import { z } from 'zod'

/** Severity of a server's log message (RFC 5424), lowest first. */
export const serverLogLevelSchema = z.enum([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
])
export type ServerLogLevel = z.infer<typeof serverLogLevelSchema>

/** What the owner allows a connected server besides being called. */
export const serverAllowanceSchema = z.object({
  /** It may request answers from the owner's model, with consent each time. */
  sampling: z.boolean(),
  /** Lowest severity of its messages to log; null leaves that to the server. */
  logLevel: serverLogLevelSchema.nullable(),
})
export type ServerAllowance = z.infer<typeof serverAllowanceSchema>
