/** Authorizations passed on: a part of one that is held, or of what the owner has. */
import type { IdentityService } from '../core/types.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import { createMemorySigner } from '../keys/memory-signer.ts'
import type { Delegated } from './delegated.ts'
import { inSeconds, refuseTooDeep } from './document.ts'
import { viewOf, type Held, type HeldAuthorizations } from './held.ts'
import type { Installs } from './installs.ts'
import type { AuthorizationRecords } from './records.ts'
import { notHolder, revoked, wrongTarget } from './refusals.ts'
import type { StoredAuthorizations } from './stored.ts'
import { isTargetOf, targetOf, targetPrefixOf } from './target.ts'
import type { Authorizations } from './types.ts'
import type { Verified } from './verified.ts'
import { refuseWidened, signDelegation } from './zcap.ts'

export interface PassingOnDeps {
  readonly identity: Pick<IdentityService, 'signer'>
  readonly owner: () => string
  readonly now: () => Date
  readonly records: AuthorizationRecords
  readonly held: HeldAuthorizations
  readonly stored: StoredAuthorizations
  readonly installs: Installs
  readonly verified: Verified
  readonly delegated: Delegated
  /** Errors: those of an authorization that has ended. */
  readonly refuseEnded: (one: Held) => void
  readonly announce: () => void
}

export const createPassingOn = (deps: PassingOnDeps): Pick<Authorizations, 'attenuate' | 'give'> => {
  const { identity, owner, now, records, held, stored, installs, verified, delegated } = deps
  const { refuseEnded, announce } = deps

  const attenuate: Authorizations['attenuate'] = async (input) => {
    const named = await inForce(input.parent)
    const { actions, controller } = input
    const expires = inSeconds(new Date(now().getTime() + input.expiresInSeconds * 1000))
    refuseTooDeep(named.chain)
    refuseWidened(named.document, { actions, expires })
    const parent = await installs.withKey(named)
    const by = parent.holder
    if (by === null) throw notHolder(parent.document)
    const holder = controller === undefined ? createMemorySigner() : null
    const body = {
      controller: holder?.did ?? controller ?? '',
      invocationTarget: parent.document.invocationTarget,
      allowedAction: [...actions],
      expires,
    }
    const chain = await signDelegation({ by, owner: owner(), parent: parent.chain, body, at: now() })
    // It may have been revoked while the signature was made.
    if (parent.revoked) throw revoked(parent.document.id)
    const isStored = holder === null
    if (isStored) records.add(chain.at(-1) ?? chain[0], null)
    const made = held.add({ chain, capUri: null, holder, stored: isStored })
    if (isStored) {
      delegated.add(made)
      announce()
    }
    return viewOf(made)
  }

  const give: Authorizations['give'] = async ({ capUri, scope, actions, controller, expiresInSeconds }) => {
    const by = identity.signer({
      keyId: keyIdOfDid(owner()),
      purpose: 'authorization',
      requester: `${controller} for ${capUri}`,
    })
    const body = {
      controller,
      invocationTarget: targetOf({ owner: owner(), capUri, scope }),
      allowedAction: [...actions],
      expires: inSeconds(new Date(now().getTime() + expiresInSeconds * 1000)),
    }
    const chain = await signDelegation({ by, owner: owner(), parent: null, body, at: now() })
    await verified.remember(chain, owner())
    records.add(chain[0], null)
    const made = held.add({ chain, capUri: null, holder: null, stored: true })
    delegated.add(made)
    announce()
    return viewOf(made)
  }

  /**
   * The authorization for an id; for an install, the current one, because it may have been reissued since the id was
   * looked up.
   */
  const inForce = async (id: string): Promise<Held> => {
    const named = await stored.hold(id)
    const newest = named.capUri === null ? null : records.newestId(named.capUri)
    const one = newest === null || newest === id ? named : await stored.hold(newest)
    refuseEnded(one)
    const { invocationTarget: target } = one.document
    if (!isTargetOf(target, owner())) throw wrongTarget(target, targetPrefixOf(owner()))
    return one
  }

  return { attenuate, give }
}
