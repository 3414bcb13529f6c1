import { isTargetIn } from '../identity/index.ts'
import type { Authorization, Authorizations } from '../identity/types.ts'
import { grantedActions } from './permissions.ts'
import type { Install, Records } from './records.ts'
import type { AcpPackage } from '../contract/packages.ts'

export interface GrantsDeps {
  readonly log: { warn(data: object, message: string): void }
  readonly authorizations: Pick<Authorizations, 'issue' | 'current' | 'revoke' | 'revokeFormer' | 'list'>
  readonly records: Pick<Records, 'file' | 'install' | 'installs'>
}

/**
 * Keeps the authorizations (identity.md 5) in line with the installs: none for a capability that is off or removed, and never one with other
 * verbs than the installed version was granted. One that the owner revoked stays revoked until the next act of consent; one
 * that was never issued, or has ended, is issued when it is first used.
 */
export const createGrants = ({ authorizations, records, log }: GrantsDeps) => {
  /**
   * Issues the authorization of a version. Call the result if the operation it was issued for fails: it
   * restores what is installed. Errors: those of signing, with nothing changed.
   */
  const issue = async (acp: AcpPackage): Promise<() => Promise<void>> => {
    const { name, capUri, memoryScope: scope } = acp
    const before = authorizations.list().find((one) => one.capUri === capUri)
    const actions = grantedActions(acp)
    // Nothing to allow, nothing to sign; `settle` revokes an earlier version's authorization.
    if (actions.length > 0) await authorizations.issue({ capUri, scope, actions })
    return async () => {
      if (before !== undefined && before.revokedAt !== null) revoke(name)
      else await settle(name)
    }
  }

  /** Makes a change together with its authorization: both or neither. Errors: those of signing and of `change`. */
  const issueWith = async (acp: AcpPackage, change: () => void): Promise<void> => {
    const undo = await issue(acp)
    try {
      change()
    } catch (thrown) {
      await putBack(acp.name, undo)
      throw thrown
    }
  }

  /**
   * The caller gets the original error; if restoring the authorization fails as well, the next start repairs
   * it.
   */
  const putBack = async (name: string, undo: () => Promise<void>): Promise<void> => {
    try {
      await undo()
    } catch (thrown) {
      log.warn({ name, err: thrown }, 'an authorization could not be brought back to what is installed')
    }
  }

  /** Revokes a capability's authorization at once. */
  const revoke = (name: string): void => {
    const held = authorizations.current(`did:nuwa:cap:${name}`)
    if (held !== null) authorizations.revoke(held.id)
  }

  /**
   * Revokes what was shared with a removed capability, because its name may become another's; if its data was removed, too,
   * also what was shared of that.
   */
  const endShares = (name: string, { purged }: { readonly purged: boolean }): void => {
    const capUri = `did:nuwa:cap:${name}`
    for (const { id, controller, target, revokedAt } of authorizations.list())
      if (revokedAt === null && (controller === capUri || (purged && isTargetIn(target, capUri))))
        authorizations.revoke(id)
  }

  /** Brings a capability's authorization in line with its install. Errors: those of signing. */
  const settle = async (name: string): Promise<void> => {
    const install = records.install(name)
    const acp = install !== null && isOn(install) ? records.file(install.sha256).package : null
    const actions = acp === null ? [] : grantedActions(acp)
    const held = authorizations.current(`did:nuwa:cap:${name}`)
    if (held === null || lists(held, actions)) return
    if (acp === null || actions.length === 0) authorizations.revoke(held.id)
    else await authorizations.issue({ capUri: acp.capUri, scope: acp.memoryScope, actions })
  }

  /** The same for all capabilities, including leftovers of an interrupted install. */
  const settleAll = async (signal?: AbortSignal): Promise<void> => {
    authorizations.revokeFormer()
    const installed = records.installs().map(({ name }) => name)
    const held = authorizations.list().flatMap(({ capUri, revokedAt }) => {
      const name = revokedAt === null ? /^did:nuwa:cap:(.+)$/.exec(capUri ?? '')?.[1] : undefined
      return name === undefined ? [] : [name]
    })
    for (const name of new Set([...installed, ...held])) {
      if (signal?.aborted === true) return
      await settle(name)
    }
  }

  return { issueWith, revoke, endShares, settle, settleAll }
}
export type Grants = ReturnType<typeof createGrants>

/** Whether it may be used: enabled, and its file intact. */
export const isOn = ({ disabledReason, switchedOffAt }: Install): boolean =>
  disabledReason === null && switchedOffAt === null

const lists = ({ actions }: Authorization, wanted: readonly string[]): boolean =>
  actions.length === wanted.length && wanted.every((action) => actions.includes(action))
