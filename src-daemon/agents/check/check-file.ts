import { z } from 'zod'
import type { VerifiedDescription } from '../../contract/agent-descriptions.ts'
import { readStrictJson } from '../../identity/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { JsonObject } from '../descriptions/read-description.ts'
import { verifyDescription, verifyParsedDescription } from '../descriptions/verify-description.ts'
import { checkDidDocument, isDidDocument, keysOf } from './documents.ts'
import { checkDescriptionVectors, descriptionVectorsSchema } from './description-vectors.ts'
import { checked, outcomeOfDescription, type Checked } from './outcome.ts'
import { checkVectors, identitiesSchema, vectorFileSchema } from './vectors.ts'

/** The JSON files beside the one that is checked, as far as they are of use: DID documents, and files of identities. */
export interface Beside {
  readonly documents: readonly JsonObject[]
  readonly identities: unknown
}

/** A description together with its DID document in one file. */
const pairSchema = z.looseObject({
  description: z.record(z.string(), z.unknown()),
  did_document: z.looseObject({ id: z.string() }),
  fetched_from: z.string().nullable().default(null),
  expected: z.union([z.string(), z.boolean()]).nullable().default(null),
})

/**
 * Checks what is in a file, by its form: official vectors of did:wba authentication, a file of identities, vectors of
 * description proofs, DID documents, or a description whose DID document is in a file beside it. Nothing is fetched.
 */
export const checkFile = async (
  text: string,
  beside: Beside,
  now: () => Date,
): Promise<readonly Checked[]> => {
  const parsed = readStrictJson(text)
  const json = parsed.ok ? parsed.value : null
  const vectors = vectorFileSchema.safeParse(json)
  if (vectors.success)
    return checkVectors(vectors.data, identitiesSchema.safeParse(beside.identities).data ?? null)
  const identities = identitiesSchema.safeParse(json)
  if (identities.success)
    return Object.entries(identities.data.identities).map(([name, { document }]) =>
      checked(name, checkDidDocument(document), true),
    )
  const descriptions = descriptionVectorsSchema.safeParse(json)
  if (descriptions.success) return checkDescriptionVectors(descriptions.data, now)
  if (isDidDocument(json)) return [checked(json.id, checkDidDocument(json), null)]
  const inside = documentsIn(json)
  if (inside.length > 0)
    return inside.map(({ name, document, expected }) => checked(name, checkDidDocument(document), expected))
  const pair = pairSchema.safeParse(json)
  if (pair.success) {
    const { description, did_document: document, fetched_from: from, expected } = pair.data
    const deps = { dids: keysOf([document]), now, seen: null }
    return [checkedDescription(await verifyParsedDescription(description, from, deps), expected)]
  }
  const deps = { dids: keysOf(beside.documents), now, seen: null }
  return [checkedDescription(await verifyDescription(text, null, deps), null)]
}

const checkedDescription = (description: VerifiedDescription, expected: string | boolean | null): Checked =>
  checked(description.did ?? 'description', outcomeOfDescription(description), expected)

/** DID documents that are members of an object; one called by a dialect must have its proof in that one. */
const documentsIn = (
  json: unknown,
): readonly { name: string; document: JsonObject & { readonly id: string }; expected: string | boolean }[] =>
  Object.entries(isRecord(json) ? json : {}).flatMap(([name, document]) => {
    if (!isDidDocument(document) || name === 'did_document') return []
    const dialect = /^(w3c|sdk)_dialect$/.exec(name)?.[1]
    return [{ name, document, expected: dialect === undefined ? true : `proof_${dialect}` }]
  })
