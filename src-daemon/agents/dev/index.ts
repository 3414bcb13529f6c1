/** The door of `agents/dev/`: a second agent to try everything with. */
export { startDevAgent, type DevAgent } from './dev-agent.ts'
