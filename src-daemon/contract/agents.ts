import { MAX_SHARE_SECONDS } from './authorizations.ts'
import { errorViewSchema } from './errors.ts'
import { agentEndpointSchema, developmentHostSchema } from './settings.ts'
import { z } from 'zod'

/** Another agent that asked for access, and the owner's answer. */
export const agentCallerSchema = z.object({
  did: z.string(),
  /** The owner's name for it; empty if there is none. */
  label: z.string(),
  /** `asked`: it waits in the inbox. */
  status: z.enum(['asked', 'allowed', 'refused']),
  /** Ids of the tools it may call, e.g. `acp:units/convert`. */
  tools: z.array(z.string()),
  /** When the first of that ends; null if nothing does. */
  until: z.iso.datetime().nullable(),
  /** Its last request that wasn't allowed. */
  asked: z.object({ method: z.string(), params: z.string(), at: z.iso.datetime() }).nullable(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** Number of allowed calls. */
  calls: z.int().nonnegative(),
})
export type AgentCaller = z.infer<typeof agentCallerSchema>

/** The owner's answer: what the agent may call from now on. */
export const agentAnswerSchema = z.object({
  did: z.string().min(8).max(2048),
  status: z.enum(['allowed', 'refused']),
  tools: z.array(z.string().max(300)).max(200),
  label: z.string().max(100).optional(),
  /** A year and a day by default. */
  expiresInSeconds: z.int().positive().max(MAX_SHARE_SECONDS).optional(),
})
export type AgentAnswer = z.infer<typeof agentAnswerSchema>

/** A tool other agents may be allowed to call. State, other agents and payments are never among them. */
export const exposableToolSchema = z.object({
  id: z.string(),
  /** How a caller names it (`service_method`). */
  method: z.string(),
  title: z.string(),
  description: z.string(),
})
export type ExposableTool = z.infer<typeof exposableToolSchema>

export const agentEndpointStatusSchema = z.object({
  endpoint: agentEndpointSchema,
  /** Whether it is listening now. */
  listening: z.boolean(),
  /** The DID others call it by. */
  did: z.string(),
  /** Why it isn't listening although it should be. */
  problem: errorViewSchema.nullable(),
  developmentHosts: z.array(developmentHostSchema),
})
export type AgentEndpointStatus = z.infer<typeof agentEndpointStatusSchema>
