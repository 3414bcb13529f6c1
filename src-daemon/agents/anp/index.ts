import type { AgentProtocol } from '../contacts/protocol.ts'
import { callOperation } from './call-operation.ts'
import { discoverAgents, type DiscoverDeps } from './discover.ts'
import { readAgent, type ReadAgentDeps } from './read-agent.ts'

export type AnpDeps = DiscoverDeps & ReadAgentDeps

/** ANP as other agents speak it to us (anp.md 3 and 4). */
export const createAnpProtocol = (deps: AnpDeps): AgentProtocol => ({
  name: 'anp',
  discover: (address, asking) => discoverAgents(deps, address, asking),
  read: (url, asking) => readAgent(deps, url, asking),
  call: (agent, operation, input, call) => callOperation(deps, agent, operation, input, call),
})
