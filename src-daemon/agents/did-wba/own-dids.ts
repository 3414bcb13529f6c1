import { isDeepStrictEqual } from 'node:util'
import { newDidSchema, type NewDid, type OwnDid } from '../../contract/agent-dids.ts'
import type { KeyKind } from '../../contract/identity.ts'
import { keyOfKeyId, thumbprint } from '../../identity/index.ts'
import type { IdentityService, Signer } from '../../identity/types.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { deactivatedDocument, newDocument, withProof, withServices, type DidService } from './document.ts'
import { createDidRecords, methodOf, servicesOf, type DidRecord } from './records.ts'

/** The owner's did:wba identities. Their keys are among the owner's own; documents are published by the owner. */
export interface OwnDids {
  /** Active ones first, then by age. */
  list(): readonly OwnDid[]
  /** Errors: `agent_did_unknown`. */
  get(did: string): OwnDid
  /**
   * Makes a key and the document that names it. Errors: `did_unresolvable` for a host that can't be in one,
   * `agent_did_exists`, those of `IdentityService.create` and `sign`.
   */
  create(input: NewDid): Promise<OwnDid>
  /**
   * A new key in place of the old one, which is retired. A DID that names its key gets a successor, and its own document
   * says so, signed by the old key; a domain's DID stays as it is. Errors: `agent_did_unknown`, `agent_did_inactive`,
   * `key_in_use` if its key signs by default, those of `create`.
   */
  rotate(did: string): Promise<OwnDid>
  /** Gives a DID up; its key is retired. Errors: those of `rotate`. */
  deactivate(did: string): Promise<OwnDid>
  /** Says where the agent's description is, and where it is called. Errors: those of `rotate`. */
  setServices(did: string, services: readonly DidService[]): Promise<OwnDid>
  /** Signs as the DID. Errors: `agent_did_unknown`, `agent_did_inactive`, those of `IdentityService.signer`. */
  signer(did: string, request: { readonly purpose: string; readonly requester: string }): Signer
  /** Calls the listener after each change; returns a function that removes it. */
  onChange(listener: () => void): () => void
}

export interface OwnDidsDeps {
  readonly db: Database
  readonly identity: Pick<IdentityService, 'create' | 'keys' | 'retire' | 'signer'>
  readonly now: () => Date
}

const KINDS: Readonly<Record<'e1' | 'k1', KeyKind>> = { e1: 'Ed25519', k1: 'secp256k1' }
const PURPOSE = { purpose: 'did_document', requester: 'owner' }

export const createOwnDids = ({ db, identity, now }: OwnDidsDeps): OwnDids => {
  const records = createDidRecords(db)
  const { listen: onChange, emit: changed } = createEmitter()

  const put = (rows: readonly DidRecord[]): void => {
    records.put(rows)
    changed()
  }

  const active = (did: string): DidRecord => {
    const record = records.get(did)
    if (record.deactivatedAt !== null)
      throw new SatchelError('agent_did_inactive', { params: { did }, details: { did } })
    return record
  }

  /** Signs as the key of a document, whatever has become of the DID. */
  const signerOf = ({ did, keyId, document }: SignedBy, request: typeof PURPOSE): Signer => {
    const { sign } = identity.signer({ keyId, ...request })
    return { did, keyId: methodOf(document), sign }
  }

  /** Only a DID that names an Ed25519 key needs a proof; the others avoid the question of its dialect (anp.md 1). */
  const signed = async (made: SignedBy & Pick<DidRecord, 'dialect'>): Promise<DidRecord['document']> =>
    fingerprintOf(made.did) === 'e1'
      ? withProof(made.document, { signer: signerOf(made, PURPOSE), dialect: made.dialect, now: now() })
      : made.document

  const make = async (
    input: { base: string; isPath: boolean; key: 'e1' | 'k1'; dialect: DidRecord['dialect'] },
    given: { services: readonly DidService[]; predecessor: DidRecord | null; fragment: string },
  ): Promise<DidRecord> => {
    const { base, isPath, key, dialect } = input
    const created = await identity.create({ kind: KINDS[key], label: base.slice('did:wba:'.length, 72) })
    const publicKey = keyOfKeyId(created.keyId)
    const did = isPath ? `${base}:${key}_${thumbprint(publicKey) ?? ''}` : base
    const document = newDocument({
      did,
      keyId: created.keyId,
      fragment: given.fragment,
      key: publicKey,
      services: given.services,
      predecessor: isPath ? (given.predecessor?.did ?? null) : null,
    })
    const at = now().toISOString()
    const record = { did, keyId: created.keyId, dialect, document, createdAt: at, changedAt: at }
    return { ...record, document: await signed(record), deactivatedAt: null, successor: null }
  }

  const keyOf = ({ keyId }: DidRecord) => identity.keys().find((one) => one.keyId === keyId)

  /** Errors: `key_in_use`, before anything has changed. */
  const checkRetirable = (record: DidRecord): void => {
    const key = keyOf(record)
    if (key?.isDefault === true || key?.isOwner === true)
      throw new SatchelError('key_in_use', { params: { key: key.label }, details: { keyId: key.keyId } })
  }

  /** The owner may have retired it already. */
  const retire = (record: DidRecord): void => {
    if (keyOf(record)?.retiredAt === null) identity.retire({ keyId: record.keyId })
  }

  const givenUp = async (record: DidRecord, successor: string | null): Promise<DidRecord> => {
    const document = deactivatedDocument(record.document, successor)
    const at = now().toISOString()
    return {
      ...record,
      document: await signed({ ...record, document }),
      changedAt: at,
      deactivatedAt: at,
      successor,
    }
  }

  return {
    list: records.list,
    onChange,
    get: (did) => records.shown(records.get(did)),
    create: async (input) => {
      const { host, path, key, dialect, descriptionUrl = null } = newDidSchema.parse(input)
      const base = ['did:wba', host.toLowerCase().replace(':', '%3A'), ...path].join(':')
      const isPath = path.length > 0
      records.checkFree(base, isPath)
      const record = await make(
        { base, isPath, key, dialect },
        {
          services: descriptionUrl === null ? [] : [descriptionAt(descriptionUrl)],
          predecessor: null,
          fragment: 'key-1',
        },
      )
      put([record])
      return records.shown(record)
    },
    rotate: async (did) => {
      const old = active(did)
      checkRetirable(old)
      const kind = fingerprintOf(did)
      const next = await make(
        {
          base: kind === null ? did : did.slice(0, did.lastIndexOf(':')),
          isPath: kind !== null,
          key: kind ?? (keyOfKeyId(old.keyId).curve === 'Ed25519' ? 'e1' : 'k1'),
          dialect: old.dialect,
        },
        { services: servicesOf(old.document), predecessor: old, fragment: nextFragment(old) },
      )
      put(kind === null ? [{ ...next, createdAt: old.createdAt }] : [await givenUp(old, next.did), next])
      retire(old)
      return records.shown(next)
    },
    deactivate: async (did) => {
      const old = active(did)
      checkRetirable(old)
      const ended = await givenUp(old, null)
      put([ended])
      retire(old)
      return records.shown(ended)
    },
    setServices: async (did, services) => {
      const record = active(did)
      if (isDeepStrictEqual(servicesOf(record.document), services)) return records.shown(record)
      const document = withServices(record.document, did, services)
      const renewed = {
        ...record,
        document: await signed({ ...record, document }),
        changedAt: now().toISOString(),
      }
      put([renewed])
      return records.shown(renewed)
    },
    signer: (did, request) => signerOf(active(did), request),
  }
}

/** Where others find the description (anp.md 3). */
export const descriptionAt = (url: string): DidService => ({ fragment: 'ad', type: 'AgentDescription', url })

type SignedBy = Pick<DidRecord, 'did' | 'keyId' | 'document'>

const fingerprintOf = (did: string): 'e1' | 'k1' | null => {
  const last = did.split(':').at(-1) ?? ''
  if (did.split(':').length < 4) return null
  return last.startsWith('e1_') ? 'e1' : last.startsWith('k1_') ? 'k1' : null
}

/** A new key has a name of its own, so that it isn't mistaken for a cached one. */
const nextFragment = ({ did, document }: DidRecord): string => {
  const number = Number(methodOf(document).split('#key-')[1] ?? '0')
  return fingerprintOf(did) === null ? `key-${String(number + 1)}` : 'key-1'
}
