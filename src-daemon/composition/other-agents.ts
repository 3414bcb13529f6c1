import {
  createA2aProtocol,
  createAccessTokens,
  createAnpProtocol,
  createContacts,
  createDescriptions,
  createOwnDids,
  resolveHandle,
} from '../agents/index.ts'
import type { Ground } from './ground.ts'
import type { Owner } from './owner.ts'

export type OtherAgents = ReturnType<typeof wireOtherAgents>

/** Who the owner is to other agents, and the agents they know, whatever those speak. */
export const wireOtherAgents = ({ db, identity, guard, dids, now }: Ground, { settings }: Owner) => {
  const agentDids = createOwnDids({ db, identity, now })
  const agentDescriptions = createDescriptions({ db, guard, dids, now })
  const speaking = {
    guard,
    now,
    dids,
    tokens: createAccessTokens(),
    developmentHosts: () => settings.get().developmentHosts,
  }
  const anp = createAnpProtocol({ ...speaking, descriptions: agentDescriptions })
  const a2a = createA2aProtocol(speaking)
  const agentContacts = createContacts({
    db,
    protocols: [anp, a2a],
    resolveHandle: (handle) => resolveHandle({ guard, dids }, handle),
    identities: agentDids,
    guard,
    now,
  })
  return { agentDids, agentDescriptions, agentContacts }
}
