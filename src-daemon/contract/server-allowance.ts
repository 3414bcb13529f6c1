import { z } from 'zod'

/** How severe a message of a server is (RFC 5424), least first. */
export const serviceLogLevelSchema = z.enum([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
])
export type ServiceLogLevel = z.infer<typeof serviceLogLevelSchema>

/** What its owner lets a connected server have beside being called. */
export const serviceAllowanceSchema = z.object({
  /** It may have the owner's model asked, each time with their consent. */
  sampling: z.boolean(),
  /** The least severe of its own messages that go into its log; null leaves that to the server. */
  logLevel: serviceLogLevelSchema.nullable(),
})
export type ServiceAllowance = z.infer<typeof serviceAllowanceSchema>
