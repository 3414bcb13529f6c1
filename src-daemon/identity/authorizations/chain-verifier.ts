import type { Authorizations } from './types.ts'
import type { Delegated } from './delegated.ts'
import { type AuthorizationChain, type AuthorizationDocument, hashOf, readChain } from './document.ts'
import type { HeldAuthorizations } from './held.ts'
import type { AuthorizationRecords } from './records.ts'
import {
  expired,
  invalid,
  missingAction,
  notHolder,
  otherOwner,
  revoked,
  unknown,
  wrongTarget,
} from './refusals.ts'
import { isTargetOf, ownerOfTarget } from './target.ts'
import type { Verified } from './verified.ts'

interface ChainVerifierDeps {
  readonly records: Pick<AuthorizationRecords, 'find' | 'isRevoked'>
  readonly held: Pick<HeldAuthorizations, 'get'>
  readonly verified: Verified
  readonly delegated: Pick<Delegated, 'rightsOf'>
  readonly owner: () => string
  readonly now: () => Date
}

/** Verifies chains presented by another party: the proofs of the documents once, time and revocation every time. */
export const createChainVerifier = (
  deps: ChainVerifierDeps,
): Pick<Authorizations, 'verifyChain' | 'presented'> => {
  const { records, held, verified, delegated, owner, now } = deps

  const readPresented = (chain: readonly unknown[]): AuthorizationChain => {
    const links = readChain(chain.at(-1))
    const same =
      links.length === chain.length && links.every((link, at) => hashOf(link) === hashOf(chain[at]))
    if (!same) throw invalid('its documents do not follow from each other')
    const { invocationTarget: target } = lastOf(links)
    if (!isTargetOf(target, owner())) throw otherOwner(ownerOfTarget(target))
    return links
  }

  const refuseEnded = (links: AuthorizationChain): void => {
    // This owner's own delegations are recorded; without the record we could not know whether one was
    // revoked.
    if (records.find(links[0].id) === null) throw unknown(links[0].id)
    const gone = links.find(({ id }) => held.get(id)?.revoked === true || records.isRevoked(id))
    if (gone !== undefined) throw revoked(gone.id)
    const last = lastOf(links)
    if (Date.parse(last.expires) <= now().getTime()) throw expired(last)
  }

  const verifyChain: Authorizations['verifyChain'] = async ({ chain, action, target }) => {
    const links = readPresented(chain)
    const last = lastOf(links)
    if (last.invocationTarget !== target) throw wrongTarget(last.invocationTarget, target)
    await verified.remember(links, owner())
    refuseEnded(links)
    if (!last.allowedAction.includes(action)) throw missingAction(action, target)
    return { controller: last.controller, expiresAt: last.expires }
  }

  const presented: Authorizations['presented'] = async ({ chain, holder }) => {
    const links = readPresented(chain)
    const last = lastOf(links)
    if (last.controller !== holder) throw notHolder(last)
    await verified.remember(links, owner())
    refuseEnded(links)
    return delegated.rightsOf(links)
  }

  return { verifyChain, presented }
}

const lastOf = (links: AuthorizationChain): AuthorizationDocument => links.at(-1) ?? links[0]
