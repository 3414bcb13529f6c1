import { SatchelError } from '../../platform/errors.ts'
import type { DelegatedRights } from './types.ts'
import type { AuthorizationChain, AuthorizationDocument } from './document.ts'
import type { Held, HeldAuthorizations } from './held.ts'
import type { AuthorizationRecords, AuthorizationRow } from './records.ts'
import type { StoredAuthorizations } from './stored.ts'
import { targetOf } from './target.ts'

/** What others may do with the owner's state: looked up by holder, at each call. */
export interface Delegated {
  /** Errors: those of the database. What doesn't verify gives no rights. */
  heldBy(controller: string): Promise<DelegatedRights>
  /** The rights of a verified chain, for as long as it holds. */
  rightsOf(chain: AuthorizationChain): DelegatedRights
  /** Adds one that was just given. */
  add(held: Held): void
}

export const createDelegated = (deps: {
  readonly records: Pick<AuthorizationRecords, 'givenTo' | 'isRevoked'>
  readonly held: Pick<HeldAuthorizations, 'get'>
  readonly stored: Pick<StoredAuthorizations, 'load'>
  readonly owner: () => string
  readonly now: () => Date
}): Delegated => {
  const { records, held, stored, owner, now } = deps
  const byHolder = new Map<string, Promise<Set<Held>>>()

  const allows = (
    document: AuthorizationDocument,
    { action, capUri, scope }: Parameters<DelegatedRights>[0],
  ): boolean =>
    document.allowedAction.includes(action) &&
    Date.parse(document.expires) > now().getTime() &&
    document.invocationTarget === targetOf({ owner: owner(), capUri, scope })

  const load = async (controller: string): Promise<Set<Held>> => {
    const found = await Promise.all(records.givenTo(controller).map(loadOne))
    return new Set(found.filter((one) => one !== null))
  }

  /** Null if it isn't what the owner signed, or belongs to another owner. */
  const loadOne = async (row: AuthorizationRow): Promise<Held | null> => {
    try {
      return await stored.load(row)
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code !== 'internal') return null
      throw thrown
    }
  }

  const of = (controller: string): Promise<Set<Held>> => {
    const known = byHolder.get(controller)
    if (known !== undefined) return known
    const loading = load(controller)
    byHolder.set(controller, loading)
    loading.catch(() => byHolder.delete(controller))
    return loading
  }

  return {
    heldBy: async (controller) => {
      const all = await of(controller)
      return (right) => {
        for (const one of all)
          if (!one.revoked && allows(one.document, right)) return one.chain.map(({ id }) => id)
        return null
      }
    },
    rightsOf: (chain) => {
      const last = chain.at(-1) ?? chain[0]
      return (right) => {
        const gone = chain.some(({ id }) => held.get(id)?.revoked === true || records.isRevoked(id))
        return !gone && allows(last, right) ? chain.map(({ id }) => id) : null
      }
    },
    add: (one) => {
      const known = byHolder.get(one.document.controller)
      // Not yet asked for: it is read from the database then.
      known?.then(
        (all) => all.add(one),
        () => undefined,
      )
    },
  }
}
