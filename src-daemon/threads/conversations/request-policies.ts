import type { RequestPolicies, SetRequestPolicy } from '../../contract/thread-conversations.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { createPolicies } from '../kept/policies.ts'
import type { Capability } from '../messages/capabilities.ts'

/** What was decided beforehand about requests of a contact (its id) or any agent (its DID). */
export const createRequestPolicies = (deps: {
  readonly db: Database
  readonly agentOf: (contact: string) => { readonly id: string; readonly did: string | null } | null
}) => {
  const policies = createPolicies(deps.db)

  const peerOf = (peer: string): string | null => {
    if (/^(?:did|contact):/.test(peer)) return peer
    const agent = deps.agentOf(peer)
    return agent === null ? null : (agent.did ?? `contact:${agent.id}`)
  }
  const knownPeer = (peer: string): string => {
    const known = peerOf(peer)
    if (known === null)
      throw new SatchelError('contact_unknown', { params: { id: peer }, details: { id: peer } })
    return known
  }

  return {
    /** Errors: `contact_unknown`. */
    of: (peer: string): RequestPolicies => policies.of(knownPeer(peer)),
    /** Errors: `contact_unknown`. */
    set: ({ peer, capability, policy }: SetRequestPolicy) => {
      policies.set(knownPeer(peer), capability, policy)
    },
    denies: (peer: string, capability: Capability): boolean => {
      const known = peerOf(peer)
      return known !== null && policies.denies(known, capability)
    },
    isEmpty: policies.isEmpty,
  }
}
