import { createEmitter } from '../../platform/emitter.ts'
import type { Database } from '../../storage/index.ts'
import type { IdentityService } from '../core/types.ts'
import type { Authorizations } from './types.ts'
import { readChain } from './document.ts'
import { createBelow } from './below.ts'
import { createChainVerifier } from './chain-verifier.ts'
import { createDelegated } from './delegated.ts'
import { createHeldAuthorizations, type Held } from './held.ts'
import { createInstalls } from './installs.ts'
import { createAuthorizationRecords, infoOf } from './records.ts'
import { expired, missingAction, notVerified, revoked, unknown, wrongTarget } from './refusals.ts'
import { createPassingOn } from './passing-on.ts'
import { createStoredAuthorizations } from './stored.ts'
import { isTargetOf, targetOf } from './target.ts'
import { createVerified } from './verified.ts'

export interface AuthorizationsDeps {
  readonly db: Database
  readonly identity: Pick<IdentityService, 'ownerDid' | 'signer'>
  readonly now: () => Date
}

/**
 * Authorization capabilities (identity.md 5).
 *
 * The key an install's authorization is given to exists only in this daemon's memory. After a restart, the stored
 * authorization still counts, because checking needs no secret; the first narrowing issues a new one, with one signature of the
 * owner, and revokes the old one unless something passed on to another party still depends on it. Storing the secret
 * instead would need an entry in the keychain for each install (the stores never delete), and wouldn't make anything available sooner:
 * a locked vault couldn't be read either. So no secret is ever written, and what was used before the vault locked
 * itself keeps working.
 *
 * Authorizations of turns are in memory only, until they end: thousands of them would add nothing to the stored parent and the
 * activity log. Those passed on to another party are stored.
 */
export const createAuthorizations = ({ db, identity, now }: AuthorizationsDeps): Authorizations => {
  const owner = () => identity.ownerDid
  const records = createAuthorizationRecords(db)
  const below = createBelow({ records, now })
  const held = createHeldAuthorizations({ now })
  const verified = createVerified()
  const stored = createStoredAuthorizations({ records, held, verified, owner })
  const delegated = createDelegated({ records, held, stored, owner, now })
  const { listen: onChange, emit: announce } = createEmitter()
  const installs = createInstalls({
    db,
    identity,
    now,
    records,
    below,
    held,
    verified,
    stored,
    onIssue: announce,
  })

  const refuseEnded = (one: Held): void => {
    if (one.revoked) throw revoked(one.document.id)
    if (one.expires <= now().getTime()) throw expired(one.document)
  }

  const check: Authorizations['check'] = ({ id, action, capUri, scope }) => {
    const one = held.get(id)
    if (one === undefined) {
      if (records.find(id) === null) throw unknown(id)
      throw notVerified(id)
    }
    const ownerDid = owner()
    const { last } = one
    // Building the target costs more than the rest of a check, and it is the same at every call.
    if (last?.owner !== ownerDid || last.capUri !== capUri || last.scope !== scope) {
      const wanted = targetOf({ owner: ownerDid, capUri, scope })
      if (one.document.invocationTarget !== wanted) throw wrongTarget(one.document.invocationTarget, wanted)
      one.last = { owner: ownerDid, capUri, scope }
    }
    refuseEnded(one)
    if (!one.actions.has(action)) throw missingAction(action, scope)
  }

  const chain: Authorizations['chain'] = (id) => {
    const known = held.get(id)
    if (known !== undefined) return known.chain
    const row = records.find(id)
    if (row === null) throw unknown(id)
    return readChain(row.document)
  }

  const revoke: Authorizations['revoke'] = (id) => {
    const row = records.find(id)
    if (held.get(id) === undefined && row === null) throw unknown(id)
    const { capUri = null } = row ?? {}
    // An install's authorization may have been reissued since its id was looked up; the caller means the install.
    const renewed = capUri === null ? [] : records.live().filter((one) => one.capUri === capUri)
    const all = [...new Set([id, ...renewed.map((one) => one.id)].flatMap(below.withBelow))]
    db.transaction(() => {
      records.markRevoked(all, now())
    })()
    for (const one of all) held.revoke(one)
    announce()
  }

  const revokeFormer = (): void => {
    for (const { id, capUri, target } of records.live())
      if (capUri === null && !isTargetOf(target, owner())) revoke(id)
  }

  const get: Authorizations['get'] = (id) => {
    const row = records.find(id)
    if (row === null) throw unknown(id)
    return infoOf(row)
  }

  const passingOn = createPassingOn({
    identity,
    owner,
    now,
    records,
    held,
    stored,
    installs,
    verified,
    delegated,
    refuseEnded,
    announce,
  })
  const { issue, current, ensure } = installs
  const { list } = records
  const { verifyChain, presented } = createChainVerifier({ records, held, verified, delegated, owner, now })
  const { heldBy } = delegated
  return {
    issue,
    current,
    ensure,
    ...passingOn,
    heldBy,
    presented,
    chain,
    verifyChain,
    check,
    revoke,
    revokeFormer,
    get,
    list,
    onChange,
  }
}
