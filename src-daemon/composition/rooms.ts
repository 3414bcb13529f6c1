import type { Daemon } from '../api/index.ts'
import type { SlowLearner } from '../router/index.ts'
import type { Base } from './base.ts'
import { wireConversation, type Conversation } from './conversation.ts'
import { wireDoors, type Doors } from './doors.ts'
import type { Ground } from './ground.ts'

/** All rooms, as they stand on each other. Nothing runs in them by itself yet. */
export interface Rooms extends Base {
  readonly conversation: Conversation
  readonly doors: Doors
}

/** Makes the rooms above. `meaning`: null where what messages are like is not learned. */
export const wireRooms = (
  ground: Ground,
  base: Base,
  meaning: SlowLearner | null,
  stack: AsyncDisposableStack,
): Rooms => {
  const conversation = wireConversation(ground, base, meaning, stack)
  const doors = wireDoors(ground, base.owner, conversation, stack)
  // Closed before all of the above: what waits for the person ends because the daemon does, not because somebody stopped it.
  stack.defer(conversation.capabilities.stopAsking)
  return { ...base, conversation, doors }
}

/** What the API offers of the rooms. */
export const daemonOf = (
  { identity, dids }: Ground,
  { owner, servers, installed, models, conversation, doors }: Rooms,
): Daemon => {
  const { state, settings, didAuth, authorizations } = owner
  const { connectedServers, serverSecrets, serverImporter, bundles, mcpRegistry } = servers
  const { packages, packageSecrets, packageModules, skills, registry } = installed
  const { capabilities, overview, routing, memory, chat } = conversation
  return {
    identity,
    dids,
    didAuth,
    authorizations,
    packages,
    packageSecrets,
    packageModules,
    skills,
    state,
    settings,
    capabilities,
    overview,
    connectedServers,
    serverImporter,
    bundles,
    mcpRegistry,
    serverSecrets,
    ...doors,
    ...registry.rooms,
    ...models,
    memory,
    chat,
    routing,
  }
}
