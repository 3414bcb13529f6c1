import {
  createAccessTokens,
  createAnpProtocol,
  createContacts,
  createDescriptions,
  createOwnDids,
} from '../agents/index.ts'
import type { Ground } from './ground.ts'
import type { Owner } from './owner.ts'

export type OtherAgents = ReturnType<typeof wireOtherAgents>

/** Who the owner is to other agents, and the agents they know, whatever those speak. */
export const wireOtherAgents = ({ db, identity, guard, dids, now }: Ground, { settings }: Owner) => {
  const agentDids = createOwnDids({ db, identity, now })
  const agentDescriptions = createDescriptions({ db, guard, dids, now })
  const anp = createAnpProtocol({
    guard,
    now,
    dids,
    descriptions: agentDescriptions,
    tokens: createAccessTokens(),
    developmentHosts: () => settings.get().developmentHosts,
  })
  const agentContacts = createContacts({ db, protocols: [anp], identities: agentDids, guard, now })
  return { agentDids, agentDescriptions, agentContacts }
}
