import {
  requestKindSchema,
  requestPoliciesSchema,
  type RequestKind,
  type RequestPolicies,
  type RequestPolicy,
} from '../../contract/thread-conversations.ts'
import type { Database } from '../../storage/index.ts'
import type { Capability } from '../messages/capabilities.ts'

/**
 * What the owner decided beforehand about the requests of others (aitp.md 4), by who asks: a DID, or `contact:<id>` of an agent without one.
 * It goes with the owner's last entry for them: an agent that was forgotten is as any unknown one.
 */
export const createPolicies = (db: Database) => {
  const put = db.prepare('INSERT OR REPLACE INTO thread_policies (peer, capability, policy) VALUES (?, ?, ?)')
  const drop = db.prepare('DELETE FROM thread_policies WHERE peer = ? AND capability = ?')
  const one = db.prepare('SELECT policy FROM thread_policies WHERE peer = ? AND capability = ?').pluck()
  const any = db.prepare('SELECT 1 FROM thread_policies LIMIT 1').pluck()
  const policyOf = (peer: string, capability: Capability) => one.get(peer, capability) ?? 'ask'
  return {
    set: (peer: string, capability: RequestKind, policy: RequestPolicy) => {
      if (policy === 'ask') drop.run(peer, capability)
      else put.run(peer, capability, policy)
    },
    of: (peer: string): RequestPolicies =>
      requestPoliciesSchema.parse(
        Object.fromEntries(requestKindSchema.options.map((kind) => [kind, policyOf(peer, kind)])),
      ),
    denies: (peer: string, capability: Capability): boolean => policyOf(peer, capability) === 'deny',
    isEmpty: () => any.get() === undefined,
  }
}
