import { isPublicOrigin } from './app-frame.ts'
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

/** Default seconds a server may take to start, and to give a sign of life during a call. */
export const USUAL_TIMEOUT_SECONDS = 60
/** The longest time a server may get, in seconds: a call ends after 15 minutes in total. */
export const MAX_TIMEOUT_SECONDS = 14 * 60

/** Converts milliseconds to a server's allowance: whole seconds, up to the maximum. */
export const timeoutSecondsOf = (milliseconds: number): number =>
  Math.min(MAX_TIMEOUT_SECONDS, Math.max(1, Math.ceil(milliseconds / 1000)))

/** What the owner allows a connected server besides being called. */
export const serverAllowanceSchema = z.object({
  /** It may request answers from the owner's model, with consent each time. */
  sampling: z.boolean(),
  /** Lowest severity of its messages to log; null leaves that to the server. */
  logLevel: serverLogLevelSchema.nullable(),
  /** Seconds it may take to start, and to give a sign of life during a call; null for the usual 60. */
  timeoutSeconds: z.int().min(1).max(MAX_TIMEOUT_SECONDS).nullable(),
  /** Origins that its interfaces may reach if they declare them, beside where it may go itself: `https://cdn.example.org`. */
  appOrigins: z.array(z.string().refine(isPublicOrigin)).max(64),
})
export type ServerAllowance = z.infer<typeof serverAllowanceSchema>
