import { parse } from 'did-resolver'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { ResolvedDid, VerificationKey } from '../../contract/identity.ts'
import { keyOfMethod, type UnusableReason } from './method-key.ts'

const RELATIONSHIPS = [
  'assertionMethod',
  'authentication',
  'capabilityDelegation',
  'capabilityInvocation',
  'keyAgreement',
] as const
type AnyRelationship = (typeof RELATIONSHIPS)[number]
type JsonObject = Readonly<Record<string, unknown>>

/** Parsing a key takes time; a document of the largest size could hold thousands, and none needs as many. */
const MAX_METHODS = 256

/** One key of a document: the key or why it can't be used, and its allowed uses. */
export interface DocumentKey {
  readonly keyId: string
  readonly key: VerificationKey | UnusableReason | 'other_controller'
  readonly relationships: readonly string[]
}

/** A validated DID document. */
export interface DidDocument {
  readonly did: string
  readonly json: JsonObject
  /** The owner gave it up; none of its keys counts any more. */
  readonly deactivated: boolean
  /** The DID that took its place, as the document says. */
  readonly successor: string | null
  /** The keys of this DID by their full key id. */
  readonly keys: ReadonlyMap<string, DocumentKey>
}

/**
 * Validates a DID document and reads its keys. Relative ids (`#key-1`) are completed; a method embedded in a
 * relationship counts for that relationship alone; a key of an unknown or unreadable kind does not affect the others
 * (anp.md 1, DID Core 5).
 *
 * @throws SatchelError `did_document_wrong_id` when it is another DID's, `did_document_invalid` with the place
 */
export const readDidDocument = (did: string, json: unknown): DidDocument => {
  if (!isRecord(json)) throw invalidDocument(did, 'document', 'not_an_object')
  if (json['id'] !== did) {
    const found = typeof json['id'] === 'string' ? shortened(json['id']) : '—'
    throw new SatchelError('did_document_wrong_id', { params: { did, found }, details: { did, found } })
  }
  const methods = new Map<string, { key: DocumentKey['key']; relationships: AnyRelationship[] }>()

  const addMethod = (value: unknown, place: string): string => {
    if (!isRecord(value)) throw invalidDocument(did, place, 'not_an_object')
    const id = fullId(did, value['id'], `${place}.id`)
    if (typeof value['type'] !== 'string') throw invalidDocument(did, `${place}.type`, 'not_a_text')
    const controller = value['controller'] ?? did
    if (typeof controller !== 'string' || parse(controller)?.did !== controller)
      throw invalidDocument(did, `${place}.controller`, 'not_a_did')
    if (methods.has(id)) throw invalidDocument(did, `${place}.id`, 'duplicate_id')
    if (methods.size === MAX_METHODS) throw invalidDocument(did, place, 'too_many_keys')
    methods.set(id, { key: controller === did ? keyOfMethod(value) : 'other_controller', relationships: [] })
    return id
  }

  for (const [index, method] of listAt(did, json, 'verificationMethod').entries())
    addMethod(method, `verificationMethod[${String(index)}]`)
  const shared = new Set(methods.keys())

  for (const relationship of RELATIONSHIPS) {
    for (const [index, entry] of listAt(did, json, relationship).entries()) {
      const place = `${relationship}[${String(index)}]`
      if (typeof entry !== 'string') {
        methods.get(addMethod(entry, place))?.relationships.push(relationship)
        continue
      }
      const id = fullId(did, entry, place)
      // A reference to a key of another document, or to one embedded elsewhere, adds nothing here.
      if (shared.has(id)) methods.get(id)?.relationships.push(relationship)
    }
  }

  const own = [...methods].filter(([id]) => id.startsWith(`${did}#`))
  const keys = new Map(
    own.map(([keyId, { key, relationships }]) => [
      keyId,
      { keyId, key, relationships: [...new Set(relationships)] },
    ]),
  )
  const successor = json['successorDid']
  return {
    did,
    json,
    deactivated: json['deactivated'] === true,
    successor: typeof successor === 'string' ? shortened(successor) : null,
    keys,
  }
}

/** The usable keys of a document, for the API; none of one that was deactivated. */
export const usableKeys = ({ keys, deactivated }: DidDocument): ResolvedDid['keys'] =>
  [...(deactivated ? [] : keys.values())].flatMap(({ keyId, key, relationships }) =>
    typeof key === 'string' ? [] : [{ keyId, kind: key.curve, relationships: [...relationships] }],
  )

/** The error for an invalid document; `place` says where, `problem` what. */
export const invalidDocument = (did: string, place: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('did_document_invalid', {
    params: { did, place, problem },
    details: { did, place, problem },
    cause,
  })

/** Untrusted text, shortened for a message. */
export const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

const listAt = (did: string, json: JsonObject, name: string): readonly unknown[] => {
  const value = json[name]
  if (value === undefined) return []
  if (!Array.isArray(value)) throw invalidDocument(did, name, 'not_a_list')
  return value
}

const fullId = (did: string, id: unknown, place: string): string => {
  if (typeof id !== 'string') throw invalidDocument(did, place, 'not_a_text')
  const full = id.startsWith('#') ? `${did}${id}` : id
  const parsed = parse(full)
  if (parsed?.fragment === undefined || parsed.fragment === '' || full !== `${parsed.did}#${parsed.fragment}`)
    throw invalidDocument(did, place, 'not_a_key_id')
  return full
}
