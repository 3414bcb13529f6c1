import type { Daemon } from '../api/index.ts'
import { createStateShares } from '../capabilities/index.ts'
import { fetchImage } from '../network/index.ts'
import { createThreadCards } from '../threads/index.ts'
import type { SlowLearner } from '../router/index.ts'
import type { Base } from './base.ts'
import { createCheck } from './check/check.ts'
import { closedBy } from './closing.ts'
import { wireConversation, type Conversation } from './conversation.ts'
import { wireDoors, type Doors } from './doors.ts'
import type { Ground } from './ground.ts'
import { createNotices } from './notices/notices.ts'

/** All rooms, wired together. No background work runs in them yet. */
export interface Rooms extends Base {
  readonly conversation: Conversation
  readonly doors: Doors
  readonly check: ReturnType<typeof createCheck>
  readonly notices: ReturnType<typeof createNotices>
}

/** Creates the rooms above the base. `meaning`: null if no embeddings are computed. */
export const wireRooms = (
  ground: Ground,
  base: Base,
  meaning: SlowLearner | null,
  stack: AsyncDisposableStack,
): Rooms => {
  const conversation = wireConversation(ground, base, meaning, stack)
  const { owner, servers, otherAgents, installed } = base
  const doors = wireDoors(ground, owner, servers, otherAgents, installed, conversation, stack)
  otherAgents.nameCallers(doors.agents.labelOf)
  // Closed before everything above, so that approvals and questions end because the daemon stops, not as if someone had
  // stopped them.
  stack.defer(conversation.capabilities.stopAsking)
  stack.defer(conversation.unlocks.stop)
  stack.defer(otherAgents.agentCallbacks.prepareEnd)
  const check = closedBy(stack, createCheck(ground, base.owner.state))
  const { paths, backups } = ground.input
  const notices = closedBy(stack, createNotices({ paths, backups, check, settings: base.owner.settings }))
  return { ...base, conversation, doors, check, notices }
}

/** The part of the rooms that the API offers. */
export const daemonOf = (
  { identity, dids, guard, now }: Ground,
  { owner, servers, otherAgents, installed, models, conversation, doors, check, notices }: Rooms,
): Daemon => {
  const { state, settings, profile, didAuth, authorizations } = owner
  const { connectedServers, serverSecrets, serverImporter, bundles, mcpRegistry } = servers
  const { packages, drafts, ownPictures, packageSecrets, packageModules, skills, registry } = installed
  const { unlocks, capabilities, overview, routing, memory, prompts, writeDraft, chat } = conversation
  return {
    identity,
    unlocks,
    dids,
    fetchImage: (url) => fetchImage(guard, url),
    threadCards: createThreadCards({ now, language: owner.language }),
    didAuth,
    authorizations,
    stateShares: createStateShares({ state, packages, authorizations }),
    packages,
    drafts,
    ownPictures,
    packageSecrets,
    packageModules,
    skills,
    state,
    settings,
    profile,
    capabilities,
    overview,
    connectedServers,
    serverImporter,
    bundles,
    mcpRegistry,
    serverSecrets,
    ...otherAgents,
    ...doors,
    ...registry.rooms,
    ...models,
    memory,
    prompts,
    writeDraft,
    chat,
    routing,
    check,
    notices,
  }
}
