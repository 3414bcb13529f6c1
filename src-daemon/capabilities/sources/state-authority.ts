import { LRUCache } from 'lru-cache'
import type { Authorization, Authorizations } from '../../identity/types.ts'
import { grantedActions } from '../../packages/index.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { ErrorCode } from '../../text/index.ts'
import type { InvokeContext } from '../core/types.ts'

/** How long a turn's narrowed authorization is valid; a longer turn gets a new one. */
const TURN_SECONDS = 15 * 60
const REMEMBERED_TURNS = 500

export interface StateAuthority {
  /**
   * The verified authorization (identity.md 5) for an action on the capability's own scope: for a turn, one narrowed for it
   * once, else the install's own. Resolves to the ids from the owner's delegation down to it.
   * Errors: `authorization_*`, and those of signing if one has to be issued.
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
    // An action that an older authorization lacks is refused by name when it is requested.
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
        // It has expired, or the install's was replaced: narrow the one in force again, which fails if that was revoked.
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
