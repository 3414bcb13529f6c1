import type { AgentAnswer, AgentCaller, AgentEndpointStatus, ExposableTool } from '../../contract/agents.ts'
import type { AgentEndpoint } from '../../contract/settings.ts'

/** Calls from other agents, as the owner sees and rules them. */
export interface AgentsService {
  status(): AgentEndpointStatus
  /** Opens, moves or closes the endpoint, durably. Errors: `port_taken`, `agent_endpoint_invalid`, those of settings. */
  setEndpoint(endpoint: AgentEndpoint): Promise<AgentEndpointStatus>
  setDevelopmentHosts(hosts: readonly string[]): AgentEndpointStatus
  /** Those that wait first, then by when they were last seen. */
  callers(): readonly AgentCaller[]
  exposable(): readonly ExposableTool[]
  /** Counts at once, also for an agent that never asked. Errors: `agent_tool_not_exposable`, `did_unresolvable`, `did_method_unknown`. */
  answer(input: AgentAnswer): AgentCaller
  /** It is a stranger again. Errors: `agent_unknown`. */
  forget(did: string): void
  onChange(listener: () => void): () => void
  close(): Promise<void>
}
