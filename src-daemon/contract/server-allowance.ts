import { z } from 'zod'

/** How severe a message of a server is (RFC 5424), least first. */
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

/** What its owner lets a connected server have beside being called. */
export const serverAllowanceSchema = z.object({
  /** It may have the owner's model asked, each time with their consent. */
  sampling: z.boolean(),
  /** The least severe of its own messages that go into its log; null leaves that to the server. */
  logLevel: serverLogLevelSchema.nullable(),
})
export type ServerAllowance = z.infer<typeof serverAllowanceSchema>
