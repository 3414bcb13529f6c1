import type { StateService } from '../state/types.ts'
import type { Ground } from './ground.ts'
import { wireInstalled, type Installed } from './installed.ts'
import { wireModels, type Models } from './models.ts'
import { wireOtherAgents, type OtherAgents } from './other-agents.ts'
import { wireOwner, type Owner } from './owner.ts'
import { wireServers, type Servers } from './servers.ts'

/** The foundation of the capabilities and the chat. */
export interface Base {
  readonly owner: Owner
  readonly servers: Servers
  readonly otherAgents: OtherAgents
  readonly installed: Installed
  readonly models: Models
}

/** Creates the lower rooms on top of `state`. */
export const wireBase = (ground: Ground, state: StateService, stack: AsyncDisposableStack): Base => {
  const owner = wireOwner(ground, state)
  const servers = wireServers(ground, owner, stack)
  const otherAgents = wireOtherAgents(ground, owner, stack)
  const installed = wireInstalled(ground, owner, servers, otherAgents, stack)
  return {
    owner,
    servers,
    otherAgents,
    installed,
    models: wireModels(ground, owner, servers, installed, stack),
  }
}
