/** The service types under which agents take calls of `nuwa_a2a` bindings (acp.md 8); ours is the first. */
export const A2A_SERVICE_TYPES: readonly string[] = ['NuwaA2A', 'NuwaA2AService', 'A2AService']

/** Types of services in a DID document whose address is that of an agent card (A2A); ours is the first. */
export const CARD_SERVICES = ['A2AAgentCard', 'AgentCard'] as const
