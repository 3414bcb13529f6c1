import { z } from 'zod'
import { signedOf } from '../descriptions/proof.ts'
import { verifyParsedDescription } from '../descriptions/verify-description.ts'
import { keysOf } from './documents.ts'
import { checked, outcomeOfDescription, type Checked, type Outcome } from './outcome.ts'

const json = z.record(z.string(), z.unknown())

/** A file of description proofs, each with the verification method they name. */
export const descriptionVectorsSchema = z.looseObject({
  vectors: z
    .array(
      z.looseObject({
        id: z.string(),
        variant: z.string().optional(),
        verification_method: z.looseObject({ id: z.string() }),
        document: json,
        canonical_utf8: z.string().optional(),
        sha256_hex: z.string().optional(),
        fetched_from: z.string().nullable().default(null),
        expected: z.union([z.string(), z.boolean()]).optional(),
      }),
    )
    .min(1),
})
type DescriptionVectors = z.infer<typeof descriptionVectorsSchema>

export const checkDescriptionVectors = (
  { vectors }: DescriptionVectors,
  now: () => Date,
): Promise<readonly Checked[]> =>
  Promise.all(
    vectors.map(async (vector) => {
      const { id, variant, expected } = vector
      return checked(id, await outcomeOfVector(vector, now), expected ?? EXPECTED[variant ?? ''] ?? true)
    }),
  )

/** What the variants of a proof are worth: a hash but once is how it used to be written. */
const EXPECTED: Readonly<Record<string, string>> = {
  digest: 'valid',
  double: 'valid',
  single: 'valid-legacy',
}

const outcomeOfVector = async (
  vector: DescriptionVectors['vectors'][number],
  now: () => Date,
): Promise<Outcome> => {
  const { verification_method: method, document, fetched_from: from } = vector
  const did = method.id.split('#', 1)[0] ?? ''
  const listing = { id: did, verificationMethod: [method], assertionMethod: [method.id] }
  const description = await verifyParsedDescription(document, from, {
    dids: keysOf([listing]),
    now,
    seen: null,
  })
  const signed = signedOf(document)
  const ours = {
    canonical_utf8: signed?.text.toString('utf8'),
    sha256_hex: signed?.digest.toString('hex'),
  }
  for (const [name, value] of Object.entries(ours))
    if (description.verdict !== 'invalid' && vector[name] !== undefined && vector[name] !== value)
      return { verdict: 'invalid', reason: 'other_bytes', detail: name }
  return outcomeOfDescription(description)
}
