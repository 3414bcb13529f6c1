import { z } from 'zod'

/** Where other agents reach this one. Closed unless the owner opens it. */
export const agentEndpointSchema = z.object({
  enabled: z.boolean(),
  /** Address of this machine to listen on; another than loopback needs `publicUrl`, as this carrier itself has no TLS. */
  host: z.string().regex(/^[0-9A-Fa-f.:]{2,45}$/),
  port: z.int().min(1).max(65_535),
  /** Origin under which a server in front of it, with TLS, is known: `https://agent.example.org`. */
  publicUrl: z.url({ protocol: /^https$/ }).nullable(),
})
export type AgentEndpoint = z.infer<typeof agentEndpointSchema>

/** `name` or `name:port` for which http and private addresses are accepted, for development. */
export const developmentHostSchema = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/)
