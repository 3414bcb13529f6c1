import { z } from 'zod'
import type { VerificationKey } from '../../contract/identity.ts'
import { authorizedKey, keyOfMethod, validateDidDocument } from '../../identity/index.ts'
import type { Relationship } from '../../identity/types.ts'
import { malformed } from '../requests/refusals.ts'
import type { JsonObject } from '../descriptions/read-description.ts'
import { checkAead, aeadSchema } from './aead.ts'
import { checked, outcomeOf, type Checked, type Outcome } from './outcome.ts'
import { mutated } from './mutations.ts'
import { checkObject, objectSchema } from './object-vectors.ts'
import { checkRequest, requestSchema } from './request-vectors.ts'

/** A file of ANP's official byte vectors: positive ones, and negative ones derived from them. */
export const vectorFileSchema = z.looseObject({
  fixed_time: z.iso.datetime().optional(),
  positives: z.array(z.looseObject({ id: z.string(), kind: z.string() })),
  negatives: z
    .array(
      z.looseObject({
        id: z.string(),
        base_id: z.string(),
        mutation: z.string(),
        expected_integrity: z.boolean().default(false),
      }),
    )
    .default([]),
})
export type VectorFile = z.infer<typeof vectorFileSchema>

/** The file of identities that vectors name by `identity_fixture`. */
export const identitiesSchema = z.looseObject({
  identities: z.record(z.string(), z.looseObject({ document: z.looseObject({ id: z.string() }) })),
})
export type Identities = z.infer<typeof identitiesSchema>

/**
 * Checks every vector with the code that checks requests and documents. A key is that of the vector; where the file of
 * identities is at hand, it must be the one that identity's document lists for the use.
 */
export const checkVectors = (file: VectorFile, identities: Identities | null): readonly Checked[] => {
  const now = file.fixed_time === undefined ? new Date() : new Date(file.fixed_time)
  const check = (vector: JsonObject): Outcome => checkVector(vector, { identities, now })
  const bases = new Map<string, JsonObject>(file.positives.map((one) => [one.id, one]))
  return [
    ...file.positives.map((one) => checked(one.id, check(one), true)),
    ...file.negatives.map((negative) => {
      const base = bases.get(negative.base_id)
      const vector = base === undefined ? null : mutated(base, negative)
      const outcome: Outcome =
        vector === null
          ? {
              verdict: 'unsupported',
              reason: base === undefined ? 'base_unknown' : 'mutation_unknown',
              detail: base === undefined ? negative.base_id : negative.mutation,
            }
          : check(vector)
      return checked(negative.id, outcome, negative.expected_integrity)
    }),
  ]
}

export interface VectorContext {
  readonly identities: Identities | null
  readonly now: Date
}

const checkVector = (vector: JsonObject, { identities, now }: VectorContext): Outcome => {
  const kind = vector['kind']
  if (kind === 'request-signature') {
    const request = requestSchema.safeParse(vector)
    if (!request.success) return unreadable(request.error)
    return outcomeOf('signature_good', () => {
      checkRequest(request.data, keyOf(request.data, 'authentication', identities), now)
    })
  }
  if (kind === 'data-integrity') {
    const object = objectSchema.safeParse(vector)
    if (!object.success) return unreadable(object.error)
    return outcomeOf('proof_good', () => {
      checkObject(object.data, keyOf(object.data, 'assertionMethod', identities))
    })
  }
  if (kind === 'p5-aead') {
    const aead = aeadSchema.safeParse(vector)
    if (!aead.success) return unreadable(aead.error)
    return outcomeOf('ciphertext_good', () => {
      checkAead(aead.data)
    })
  }
  return { verdict: 'unsupported', reason: 'kind_unknown', detail: String(kind) }
}

const unreadable = ({ issues: [issue] }: z.ZodError): Outcome => ({
  verdict: 'invalid',
  reason: 'vector_unreadable',
  detail: `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`,
})

const keyOf = (
  vector: {
    readonly keyid: string
    readonly identity_fixture?: string | undefined
    readonly public_key_jwk: unknown
  },
  relationship: Relationship,
  identities: Identities | null,
): VerificationKey => {
  const key = keyOfMethod({ type: 'JsonWebKey2020', publicKeyJwk: vector.public_key_jwk })
  if (typeof key === 'string') throw malformed('public_key_jwk', key)
  const document = identities?.identities[vector.identity_fixture ?? '']?.document
  if (document === undefined) return key
  const listed = authorizedKey(validateDidDocument(document.id, document), vector.keyid, relationship)
  if (listed.curve !== key.curve || !Buffer.from(listed.bytes).equals(key.bytes))
    throw malformed('public_key_jwk', 'not_the_key_of_the_document')
  return listed
}
