import { listenForAgents, listenForPrograms } from '../api/index.ts'
import { createAgents } from '../agents/index.ts'
import { exposableTools, invokeForAgent, takesAuthorization } from '../capabilities/index.ts'
import { checkDid } from '../identity/index.ts'
import { bridgeLaunch, createSharing } from '../sharing/index.ts'
import { closedBy } from './closing.ts'
import type { Conversation } from './conversation.ts'
import type { Ground } from './ground.ts'
import type { Installed } from './installed.ts'
import type { Owner } from './owner.ts'
import type { Servers } from './servers.ts'

export type Doors = ReturnType<typeof wireDoors>

/** The endpoints for others once they listen: agents, and programs on this computer. */
export const wireDoors = (
  { input, db, identity, now }: Ground,
  { settings, language, didAuth }: Owner,
  { connectedServers }: Servers,
  { skills }: Installed,
  { capabilities }: Conversation,
  stack: AsyncDisposableStack,
) => {
  const { log } = input
  return {
    agents: closedBy(
      stack,
      createAgents({
        db,
        settings,
        didAuth,
        ownerDid: () => identity.ownerDid,
        exposable: () => exposableTools(capabilities),
        invoke: (call) => invokeForAgent(capabilities, call),
        takesAuthorization,
        listen: listenForAgents,
        checkDid,
        now,
        language,
        log,
      }),
    ),
    sharing: closedBy(
      stack,
      createSharing({
        db,
        settings,
        capabilities,
        servers: connectedServers,
        skills,
        listen: listenForPrograms,
        launch: bridgeLaunch(process.env),
        now,
        language,
        log,
      }),
    ),
  }
}
