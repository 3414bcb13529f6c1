import { isRecord } from '../../platform/is-record.ts'
import type { JsonObject } from '../descriptions/read-description.ts'

interface Mutation {
  readonly mutation: string
  readonly replacement?: unknown
  readonly property?: unknown
}

type Change = (vector: JsonObject, mutation: Mutation) => JsonObject

/** How a negative vector differs from the one it is derived from, by the names of the official vectors. */
const CHANGES: Readonly<Record<string, Change>> = {
  'request-target': (vector, { replacement }) => ({ ...vector, target_uri: replacement }),
  'request-method': (vector, { replacement }) => ({ ...vector, method: replacement }),
  'request-content': (vector, { replacement }) => ({ ...vector, payload_utf8: replacement }),
  'signature-byte': (vector) => ({
    ...vector,
    signature: String(vector['signature']).replace(
      /:([A-Za-z0-9+/=]*):/,
      (_, text: string) => `:${flipped(text, 'base64')}:`,
    ),
  }),
  'object-property': (vector, { property, replacement }) =>
    withObject(vector, (object) => ({ ...object, [String(property)]: replacement })),
  'proof-purpose': (vector, { replacement }) => withProof(vector, { proofPurpose: replacement }),
  'proof-value': (vector, { replacement }) => withProof(vector, { proofValue: replacement }),
  'aad-device': (vector, { replacement }) => ({
    ...vector,
    aad: { ...objectAt(vector, 'aad'), recipient_device_id: replacement },
  }),
  'ciphertext-byte': (vector) => ({
    ...vector,
    ciphertext_b64u: flipped(String(vector['ciphertext_b64u']), 'base64url'),
  }),
}

/** The vector with the change; null for one we don't know. A change named like a member replaces that member. */
export const mutated = (vector: JsonObject, mutation: Mutation): JsonObject | null => {
  const { mutation: name, replacement } = mutation
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined
  if (change !== undefined) return change(vector, mutation)
  const member = name.replaceAll('-', '_')
  return replacement !== undefined && member in vector ? { ...vector, [member]: replacement } : null
}

const objectAt = (vector: JsonObject, name: string): JsonObject => {
  const value = vector[name]
  return isRecord(value) ? value : {}
}

const withObject = (vector: JsonObject, change: (object: JsonObject) => JsonObject): JsonObject => ({
  ...vector,
  object: change(objectAt(vector, 'object')),
})

const withProof = (vector: JsonObject, change: JsonObject): JsonObject =>
  withObject(vector, (object) => ({ ...object, proof: { ...objectAt(object, 'proof'), ...change } }))

/** The same bytes with the lowest bit of the first one turned over. */
const flipped = (text: string, encoding: 'base64' | 'base64url'): string => {
  const bytes = Buffer.from(text, encoding)
  bytes[0] = (bytes[0] ?? 0) ^ 1
  return bytes.toString(encoding)
}
