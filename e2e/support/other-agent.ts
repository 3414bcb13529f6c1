/** Another agent on this computer, which a Satchel of a test may reach, and whose certificate it trusts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDevAgent, type DevAgent } from '../../src-daemon/agents/index.ts'
import type { Satchel } from './satchel.ts'

/** Starts it and lets `satchel` reach it; to be closed by the test. */
export const otherAgentFor = async (satchel: Satchel): Promise<DevAgent> => {
  const agent = await startDevAgent({ port: 0, now: () => new Date() })
  const authority = join(satchel.paths.dataDir, 'other-agent.pem')
  writeFileSync(authority, agent.authority)
  await satchel.json('agents', 'development', agent.host, '--yes')
  await satchel.json('settings', 'set', 'trustedCa', authority)
  return agent
}

/** A port nobody listens on. */
export const freePort = async (): Promise<number> => {
  const agent = await startDevAgent({ port: 0, now: () => new Date() })
  await agent.close()
  return Number(agent.host.split(':')[1])
}
