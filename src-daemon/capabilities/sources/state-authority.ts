import { LRUCache } from 'lru-cache'
import type { Authorization, Authorizations } from '../../identity/types.ts'
import { grantedActions } from '../../packages/index.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { ErrorCode } from '../../text/index.ts'
import type { InvokeContext } from '../core/types.ts'

/** How long what was narrowed for a turn counts; a turn that takes longer has it narrowed again. */
const TURN_SECONDS = 15 * 60
const REMEMBERED_TURNS = 500

export interface StateAuthority {
  /**
   * The checked authorization (identity.md 5) an action on the capability's own scope is done with: for a turn one that was narrowed for it,
   * once, else the install's own. Resolves to the ids from the owner's delegation down to it.
   * Errors: `authorization_*`, and those of signing where one has to be issued.
   */
  authorize(acp: AcpPackage, action: string, turn: InvokeContext['turn']): Promise<readonly string[]>
}

export const createStateAuthority = (
  authorizations: Pick<Authorizations, 'ensure' | 'attenuate' | 'check' | 'chain'>,
): StateAuthority => {
  /** By turn and package, as promises: two calls of a turn at the same time share one. */
  const narrowed = new LRUCache<string, Promise<Authorization>>({ max: REMEMBERED_TURNS })

  const own = (acp: AcpPackage): Promise<Authorization> =>
    authorizations.ensure({ capUri: acp.capUri, scope: acp.memoryScope, actions: grantedActions(acp) })

  const narrow = async (acp: AcpPackage): Promise<Authorization> => {
    const parent = await own(acp)
    // What an older authorization lacks is refused when it is asked for, by its name.
    const actions = grantedActions(acp).filter((action) => parent.actions.includes(action))
    return actions.length === 0
      ? parent
      : authorizations.attenuate({ parent: parent.id, actions, expiresInSeconds: TURN_SECONDS })
  }

  const ofTurn = (key: string, acp: AcpPackage): Promise<Authorization> => {
    const known = narrowed.get(key)
    if (known !== undefined) return known
    const made = narrow(acp)
    narrowed.set(key, made)
    // A vault that was locked may be open at the next call.
    made.catch(() => narrowed.delete(key))
    return made
  }

  return {
    authorize: async (acp, action, turn) => {
      const place = { action, capUri: acp.capUri, scope: acp.memoryScope }
      const checked = ({ id }: Authorization): readonly string[] => {
        authorizations.check({ id, ...place })
        return authorizations.chain(id).map((document) => String(document['id']))
      }
      if (turn === null) return checked(await own(acp))
      const key = `${turn.turnId} ${acp.sha256}`
      const first = ofTurn(key, acp)
      try {
        return checked(await first)
      } catch (thrown) {
        if (!ENDED.has(toSatchelError(thrown).code)) throw thrown
        // It has ended, or the install's was replaced: once more from the one in force, which says so if it was taken back.
        if (narrowed.get(key) === first) narrowed.delete(key)
        return checked(await ofTurn(key, acp))
      }
    },
  }
}

const ENDED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'authorization_expired',
  'authorization_revoked',
  'authorization_unknown',
])
