import { randomUUID } from 'node:crypto'
import { createEmitter } from '../../platform/emitter.ts'
import type { Database } from '../../storage/index.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import { createMemorySigner } from '../keys/memory-signer.ts'
import type { IdentityService, Signer } from '../core/types.ts'
import type { Authorizations } from './types.ts'
import { inSeconds, readChain, refuseTooDeep, type AuthorizationChain, hashOf } from './document.ts'
import { createBelow } from './below.ts'
import { createHeldAuthorizations, viewOf, type Held, type HeldAuthorizations } from './held.ts'
import {
  agrees,
  createAuthorizationRecords,
  infoOf,
  type AuthorizationRow,
  type AuthorizationRecords,
} from './records.ts'
import {
  expired,
  invalid,
  missingAction,
  notHolder,
  notVerified,
  revoked,
  unknown,
  wrongTarget,
} from './refusals.ts'
import { targetOf, targetPrefixOf } from './target.ts'
import { createVerified, type Verified } from './verified.ts'
import { refuseWidened, signDelegation } from './zcap.ts'

export interface AuthorizationsDeps {
  readonly db: Database
  readonly identity: Pick<IdentityService, 'ownerDid' | 'signer'>
  readonly now: () => Date
}

const DAY_MS = 86_400_000
/**
 * An install's authorization is reissued long before it expires, because its key does not outlive the daemon anyway.
 */
const INSTALL_MS = 365 * DAY_MS
/** With less time left than this it is reissued, so that no turn outlives it. */
const RENEW_MS = DAY_MS

/**
 * Authorization capabilities (identity.md 5).
 *
 * The key an install's authorization is given to lives in the memory of this daemon and nowhere else. After a restart the stored
 * authorization still counts, because checking needs no secret; the first narrowing issues a new one, with one signature of the
 * owner, and takes the old one back unless something that was passed on to another party still hangs on it. Keeping the secret
 * instead would need an entry in the keychain for each install (the stores never delete), and would unlock nothing sooner:
 * a locked vault could not be read either. So nothing secret is ever written, and what was used before the vault locked
 * itself keeps working.
 *
 * Authorizations of turns are in memory only, until they end: thousands of them would say nothing that the stored parent and the
 * activity log do not. Those passed on to another party are stored.
 */
export const createAuthorizations = ({ db, identity, now }: AuthorizationsDeps): Authorizations => {
  const records = createAuthorizationRecords(db)
  const { withBelow, isPassedOn } = createBelow({ records, now })
  const held = createHeldAuthorizations({ now })
  const verified = createVerified()
  const once = createOnce<Held>()
  /** The valid authorization of each install, verified. */
  const installs = new Map<string, Held>()
  const { listen: onChange, tell: announce } = createEmitter()

  const sign = (input: {
    by: Signer
    parent: AuthorizationChain | null
    controller: string
    target: string
    actions: readonly string[]
    expires: string
  }): Promise<AuthorizationChain> => {
    const { by, parent, controller, target, actions, expires } = input
    const id = `urn:uuid:${randomUUID()}`
    const body = { id, controller, invocationTarget: target, allowedAction: [...new Set(actions)], expires }
    return signDelegation({ by, owner: identity.ownerDid, parent, body, at: now() })
  }

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
    const chain = await sign({ by, parent: null, controller: holder.did, target, actions, expires })
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
    installs.set(capUri, made)
    announce()
    return made
  }

  const issue: Authorizations['issue'] = async ({ capUri, scope, actions }) => {
    const target = targetOf({ owner: identity.ownerDid, capUri, scope })
    const made = await issueNew({ capUri, target, actions, replaces: undefined })
    if (made === null) throw new Error('whatever was there should have been replaced')
    return viewOf(made)
  }

  const current: Authorizations['current'] = (capUri) => {
    const row = records.newest(capUri)
    if (row === null || row.revokedAt !== null || !isOwners(row.target)) return null
    if (Date.parse(row.expiresAt) <= now().getTime()) return null
    return { id: row.id, target: row.target, actions: row.actions, expiresAt: row.expiresAt }
  }

  const isOwners = (target: string): boolean => target.startsWith(targetPrefixOf(identity.ownerDid))

  const ensure: Authorizations['ensure'] = async ({ capUri, scope, actions }) => {
    const target = targetOf({ owner: identity.ownerDid, capUri, scope })
    const soon = now().getTime() + RENEW_MS
    const known = installs.get(capUri)
    if (known?.document.invocationTarget === target && !known.revoked && known.expires > soon)
      return viewOf(known)
    const decide = async (): Promise<Held> => {
      const row = records.newest(capUri)
      if (row !== null && row.revokedAt !== null) throw revoked(row.id)
      if (row?.target === target && Date.parse(row.expiresAt) > soon) return load(row)
      return (await issueNew({ capUri, target, actions, replaces: row })) ?? decide()
    }
    return viewOf(await once(capUri, decide))
  }

  /** Verifies a stored one, once per run; before that it is not valid. */
  const load = async (row: AuthorizationRow): Promise<Held> => {
    const known = held.get(row.id)
    if (known !== undefined) return known
    const chain = readChain(row.document)
    const last = chain.at(-1) ?? chain[0]
    if (!agrees(row, last)) throw invalid('its row in the database was changed')
    if (!isOwners(last.invocationTarget))
      throw wrongTarget(last.invocationTarget, targetPrefixOf(identity.ownerDid))
    await verified.remember(chain, identity.ownerDid)
    const { capUri } = row
    const loaded = held.get(row.id) ?? held.add({ chain, capUri, holder: null, stored: true })
    if (chain.some(({ id }) => records.isRevoked(id))) loaded.revoked = true
    if (capUri !== null && records.newest(capUri)?.id === row.id) installs.set(capUri, loaded)
    return loaded
  }

  const hold = async (id: string): Promise<Held> => {
    const known = held.get(id)
    if (known !== undefined) return known
    const row = records.find(id)
    if (row === null) throw unknown(id)
    return load(row)
  }

  const attenuate: Authorizations['attenuate'] = async (input) => {
    const named = await inForce(input.parent)
    const { actions, controller } = input
    const expires = inSeconds(new Date(now().getTime() + input.expiresInSeconds * 1000))
    refuseTooDeep(named.chain)
    refuseWidened(named.document, { actions, expires })
    const parent = await withKey(named)
    const by = parent.holder
    if (by === null) throw notHolder(parent.document)
    const holder = controller === undefined ? createMemorySigner() : null
    const chain = await sign({
      by,
      parent: parent.chain,
      controller: holder?.did ?? controller ?? '',
      target: parent.document.invocationTarget,
      actions,
      expires,
    })
    // It may have been revoked while the signature was made.
    if (parent.revoked) throw revoked(parent.document.id)
    const stored = holder === null
    if (stored) records.add(chain.at(-1) ?? chain[0], null)
    const made = held.add({ chain, capUri: null, holder, stored })
    if (stored) announce()
    return viewOf(made)
  }

  /**
   * The authorization for an id; of an install the present one, because it may have been reissued since the id was
   * looked up.
   */
  const inForce = async (id: string): Promise<Held> => {
    const named = await hold(id)
    const newest = named.capUri === null ? null : records.newestId(named.capUri)
    const one = newest === null || newest === id ? named : await hold(newest)
    refuseEnded(one)
    const { invocationTarget: target } = one.document
    if (!isOwners(target)) throw wrongTarget(target, targetPrefixOf(identity.ownerDid))
    return one
  }

  /** Reissues an install's authorization if its key was lost with an earlier run of the daemon. */
  const withKey = async (parent: Held): Promise<Held> => {
    const { capUri, holder, document } = parent
    if (holder !== null || capUri === null) return parent
    return once(`renew ${capUri}`, async () => {
      const renewed = installs.get(capUri)
      if (renewed !== undefined && renewed.holder !== null && !renewed.revoked) return renewed
      const replaces = records.newest(capUri)
      const { id, invocationTarget: target, allowedAction: actions } = document
      const made = replaces?.id === id ? await issueNew({ capUri, target, actions, replaces }) : null
      if (made === null) throw revoked(id)
      return made
    })
  }

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
    const owner = identity.ownerDid
    const { last } = one
    // Building the target costs more than the rest of a check, and it is the same at every call.
    if (last?.owner !== owner || last.capUri !== capUri || last.scope !== scope) {
      const wanted = targetOf({ owner, capUri, scope })
      if (one.document.invocationTarget !== wanted) throw wrongTarget(one.document.invocationTarget, wanted)
      one.last = { owner, capUri, scope }
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
    const all = [...new Set([id, ...renewed.map((one) => one.id)].flatMap(withBelow))]
    db.transaction(() => {
      records.markRevoked(all, now())
    })()
    for (const one of all) held.revoke(one)
    announce()
  }

  const get: Authorizations['get'] = (id) => {
    const row = records.find(id)
    if (row === null) throw unknown(id)
    return infoOf(row)
  }

  const { list } = records
  const verifyChain = createChainVerifier({
    records,
    held,
    verified,
    isOwners,
    owner: () => identity.ownerDid,
    now,
  })
  return { issue, current, ensure, attenuate, chain, verifyChain, check, revoke, get, list, onChange }
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

interface ChainVerifierDeps {
  readonly records: Pick<AuthorizationRecords, 'find' | 'isRevoked'>
  readonly held: Pick<HeldAuthorizations, 'get'>
  readonly verified: Verified
  readonly owner: () => string
  /** Whether a target belongs to the owner. */
  readonly isOwners: (target: string) => boolean
  readonly now: () => Date
}

/** Verifies what another party presents: the proofs of its documents once, time and revocation every time. */
const createChainVerifier =
  (deps: ChainVerifierDeps): Authorizations['verifyChain'] =>
  async ({ chain, action, target }) => {
    const { records, held, verified, owner, isOwners, now } = deps
    const links = readChain(chain.at(-1))
    const same =
      links.length === chain.length && links.every((link, at) => hashOf(link) === hashOf(chain[at]))
    if (!same) throw invalid('its documents do not follow from each other')
    const last = links.at(-1) ?? links[0]
    if (last.invocationTarget !== target || !isOwners(target))
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
