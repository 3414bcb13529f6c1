import type { Database } from '../../storage/index.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import { createMemorySigner } from '../keys/memory-signer.ts'
import type { IdentityService } from '../core/types.ts'
import type { Authorizations } from './types.ts'
import type { createBelow } from './below.ts'
import { inSeconds } from './document.ts'
import { viewOf, type Held, type HeldAuthorizations } from './held.ts'
import type { AuthorizationRecords, AuthorizationRow } from './records.ts'
import { revoked } from './refusals.ts'
import type { StoredAuthorizations } from './stored.ts'
import { isTargetOf, targetOf } from './target.ts'
import type { Verified } from './verified.ts'
import { signDelegation } from './zcap.ts'

const DAY_MS = 86_400_000
/**
 * An install's authorization is reissued long before it expires, because its key does not outlive the daemon anyway.
 */
const INSTALL_MS = 365 * DAY_MS
/** With less time left than this it is reissued, so that no turn outlives it. */
const RENEW_MS = DAY_MS

/** The authorizations of installs, which the owner's key signs. */
export interface Installs extends Pick<Authorizations, 'issue' | 'current' | 'ensure'> {
  /**
   * The same authorization with its key: an install's is reissued if its key was lost with an earlier run of the daemon.
   * Errors: `authorization_revoked`, and those of `issue`.
   */
  withKey(parent: Held): Promise<Held>
}

export const createInstalls = (deps: {
  readonly db: Database
  readonly identity: Pick<IdentityService, 'ownerDid' | 'signer'>
  readonly now: () => Date
  readonly records: AuthorizationRecords
  readonly below: ReturnType<typeof createBelow>
  readonly held: HeldAuthorizations
  readonly verified: Verified
  readonly stored: Pick<StoredAuthorizations, 'load'>
  /** Called when one was issued. */
  readonly onIssue: () => void
}): Installs => {
  const { db, identity, now, records, held, verified, stored, onIssue } = deps
  const { withBelow, isPassedOn } = deps.below
  const once = createOnce<Held>()

  /**
   * `replaces`: the row this decision was based on; null for none, undefined to replace any. Null if that row has
   * changed since.
   */
  const issueNew = async (input: {
    capUri: string
    target: string
    actions: readonly string[]
    replaces: AuthorizationRow | null | undefined
  }): Promise<Held | null> => {
    const { capUri, target, actions, replaces } = input
    const holder = createMemorySigner()
    const name = capUri.slice(capUri.lastIndexOf(':') + 1)
    const by = identity.signer({
      // Not the default key: the owner's key controls the root.
      keyId: keyIdOfDid(identity.ownerDid),
      purpose: 'authorization',
      requester: `capability ${name}`,
    })
    const expires = inSeconds(new Date(now().getTime() + INSTALL_MS))
    const body = { controller: holder.did, invocationTarget: target, allowedAction: [...actions], expires }
    const chain = await signDelegation({ by, owner: identity.ownerDid, parent: null, body, at: now() })
    await verified.remember(chain, identity.ownerDid)
    const gone = db.transaction(() => {
      const before = records.newest(capUri)
      const changed = before?.id !== replaces?.id || before?.revokedAt !== replaces?.revokedAt
      if (replaces !== undefined && changed) return null
      const replaced = records.live().filter((row) => row.capUri === capUri)
      const ids = replaced.filter((row) => replaces === undefined || !isPassedOn(row.id)).map(({ id }) => id)
      const below = ids.flatMap(withBelow)
      records.markRevoked(below, now())
      records.prune(now())
      records.add(chain[0], capUri)
      return below
    })()
    if (gone === null) return null
    for (const id of gone) held.revoke(id)
    const made = held.add({ chain, capUri, holder, stored: true })
    held.setInstall(capUri, made)
    onIssue()
    return made
  }

  const issue: Installs['issue'] = async ({ capUri, scope, actions }) => {
    const target = targetOf({ owner: identity.ownerDid, capUri, scope })
    const made = await issueNew({ capUri, target, actions, replaces: undefined })
    if (made === null) throw new Error('whatever was there should have been replaced')
    return viewOf(made)
  }

  const current: Installs['current'] = (capUri) => {
    const row = records.newest(capUri)
    if (row === null || row.revokedAt !== null || !isTargetOf(row.target, identity.ownerDid)) return null
    if (Date.parse(row.expiresAt) <= now().getTime()) return null
    return { id: row.id, target: row.target, actions: row.actions, expiresAt: row.expiresAt }
  }

  const ensure: Installs['ensure'] = async ({ capUri, scope, actions }) => {
    const target = targetOf({ owner: identity.ownerDid, capUri, scope })
    const soon = now().getTime() + RENEW_MS
    const known = held.ofInstall(capUri)
    if (known?.document.invocationTarget === target && !known.revoked && known.expires > soon)
      return viewOf(known)
    const decide = async (): Promise<Held> => {
      const row = records.newest(capUri)
      if (row !== null && row.revokedAt !== null) throw revoked(row.id)
      if (row?.target === target && Date.parse(row.expiresAt) > soon) return stored.load(row)
      return (await issueNew({ capUri, target, actions, replaces: row })) ?? decide()
    }
    return viewOf(await once(capUri, decide))
  }

  const withKey: Installs['withKey'] = async (parent) => {
    const { capUri, holder, document } = parent
    if (holder !== null || capUri === null) return parent
    return once(`renew ${capUri}`, async () => {
      const renewed = held.ofInstall(capUri)
      if (renewed !== undefined && renewed.holder !== null && !renewed.revoked) return renewed
      const replaces = records.newest(capUri)
      const { id, invocationTarget: target, allowedAction: actions } = document
      const made = replaces?.id === id ? await issueNew({ capUri, target, actions, replaces }) : null
      if (made === null) throw revoked(id)
      return made
    })
  }

  return { issue, current, ensure, withKey }
}

/** Runs one task per key at a time; callers that come meanwhile share its outcome. */
const createOnce = <T>() => {
  const running = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const begun = running.get(key)
    if (begun !== undefined) return begun
    const run = work().finally(() => running.delete(key))
    running.set(key, run)
    return run
  }
}
