import type { Authorizations } from './types.ts'
import { hashOf, readChain } from './document.ts'
import type { HeldAuthorizations } from './held.ts'
import type { AuthorizationRecords } from './records.ts'
import { expired, invalid, missingAction, revoked, unknown, wrongTarget } from './refusals.ts'
import { isTargetOf } from './target.ts'
import type { Verified } from './verified.ts'

interface ChainVerifierDeps {
  readonly records: Pick<AuthorizationRecords, 'find' | 'isRevoked'>
  readonly held: Pick<HeldAuthorizations, 'get'>
  readonly verified: Verified
  readonly owner: () => string
  readonly now: () => Date
}

/** Verifies what another party presents: the proofs of its documents once, time and revocation every time. */
export const createChainVerifier =
  (deps: ChainVerifierDeps): Authorizations['verifyChain'] =>
  async ({ chain, action, target }) => {
    const { records, held, verified, owner, now } = deps
    const links = readChain(chain.at(-1))
    const same =
      links.length === chain.length && links.every((link, at) => hashOf(link) === hashOf(chain[at]))
    if (!same) throw invalid('its documents do not follow from each other')
    const last = links.at(-1) ?? links[0]
    if (last.invocationTarget !== target || !isTargetOf(target, owner()))
      throw wrongTarget(last.invocationTarget, target)
    await verified.remember(links, owner())
    // This owner's own delegations are recorded; without the record we could not know whether one was
    // revoked.
    if (records.find(links[0].id) === null) throw unknown(links[0].id)
    const gone = links.find(({ id }) => held.get(id)?.revoked === true || records.isRevoked(id))
    if (gone !== undefined) throw revoked(gone.id)
    if (Date.parse(last.expires) <= now().getTime()) throw expired(last)
    if (!last.allowedAction.includes(action)) throw missingAction(action, target)
    return { controller: last.controller, expiresAt: last.expires }
  }
