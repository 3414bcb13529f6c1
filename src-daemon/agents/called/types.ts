import type { AgentAnswer, AgentCaller, AgentEndpointStatus, ExposableTool } from '../../contract/agents.ts'
import type { AgentEndpoint } from '../../contract/settings.ts'

/** Calls from other agents, as the owner sees and controls them. */
export interface AgentsService {
  status(): AgentEndpointStatus
  /**
   * Opens, moves or closes the endpoint, and saves that. Errors: `port_taken`, `agent_endpoint_invalid`, `agent_tls_*`,
   * those of settings.
   */
  setEndpoint(endpoint: AgentEndpoint): Promise<AgentEndpointStatus>
  setDevelopmentHosts(hosts: readonly string[]): AgentEndpointStatus
  /** Waiting ones first, then by when they were last seen. */
  callers(): readonly AgentCaller[]
  /** The owner's name for an agent that asked for access; null if there is none. */
  labelOf(did: string): string | null
  exposable(): readonly ExposableTool[]
  /**
   * Takes effect at once, also for an agent that has never called: what is allowed becomes authorizations, in place of those it had.
   * Errors: `agent_tool_not_exposable`, `did_unresolvable`, `did_method_unknown`, those of signing.
   */
  answer(input: AgentAnswer): Promise<AgentCaller>
  /** Makes it an unknown agent again. Errors: `agent_unknown`. */
  forget(did: string): Promise<void>
  onChange(listener: () => void): () => void
  close(): Promise<void>
}
