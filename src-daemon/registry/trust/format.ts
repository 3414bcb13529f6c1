/**
 * A trust list (docs/reference/trust-lists.md): one signed JSON file that says which versions to keep away from, which
 * authors its publisher recommends, and which packages belong together.
 */
import canonicalize from 'canonicalize'
import semver from 'semver'
import { z } from 'zod'
import { isContact } from '../../contract/report.ts'
import { SatchelError } from '../../platform/errors.ts'

/** Its name where a place is a folder. */
export const LIST_FILE = 'trust.json'
/** The most that is read of one. */
export const MAX_BYTES = 2 * 1024 * 1024
export const MAX_BLOCKED = 10_000
export const MAX_RECOMMENDED = 2000
export const MAX_COLLECTIONS = 100
export const MAX_IN_COLLECTION = 200

const FORMAT = 'satchel-trust/1'
/** What is signed: the domain, and the canonical JSON (RFC 8785) of the signed part. */
const DOMAIN = 'SatchelTrustListv1:'

const did = z
  .string()
  .max(256)
  .regex(/^did:[a-z0-9]+:[!-~]+$/)
const packageName = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/)
const versions = z
  .string()
  .min(1)
  .max(100)
  .refine((range) => semver.validRange(range) !== null, 'a range of versions, such as "<1.2.0"')
const title = z.string().min(1).max(80)
const text = z.string().max(500)

/** An address for messages. One with a subject or other recipients in it is none. */
export const contactSchema = z.string().refine(isContact, 'mailto:name@example.org, or an https address')

const blockedSchema = z
  .strictObject({
    package: packageName,
    author: did,
    /** Absent with `sha256`, and where all versions are meant. */
    versions: versions.optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    reason: text.min(1),
  })
  .refine((one) => one.versions === undefined || one.sha256 === undefined, 'either versions or sha256')
export type Blocked = z.infer<typeof blockedSchema>

const recommendedSchema = z.strictObject({
  author: did,
  name: title.optional(),
  contact: contactSchema.optional(),
  reason: text.optional(),
})

const collectionSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  name: title,
  description: text.optional(),
  packages: z
    .array(
      z.strictObject({
        package: packageName,
        author: did,
        versions: versions.optional(),
        note: text.optional(),
      }),
    )
    .min(1)
    .max(MAX_IN_COLLECTION),
})
export type Collection = z.infer<typeof collectionSchema>

/** What a publisher writes; the rest is added when it is signed. */
export const trustDraftSchema = z.strictObject({
  name: title,
  description: text.optional(),
  /** Where reports go. */
  contact: contactSchema.optional(),
  blocked: z.array(blockedSchema).max(MAX_BLOCKED).default([]),
  recommended: z.array(recommendedSchema).max(MAX_RECOMMENDED).default([]),
  collections: z
    .array(collectionSchema)
    .max(MAX_COLLECTIONS)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'an id stands there twice')
    .default([]),
})
export type TrustDraft = z.infer<typeof trustDraftSchema>

export const trustContentSchema = trustDraftSchema.extend({
  format: z.literal(FORMAT),
  did,
  /** When it was signed. A reader takes none that is older than one it has seen. */
  time: z.iso.datetime(),
  /** When the publisher has signed anew at the latest; a reader says so when it is past. */
  valid_until: z.iso.datetime().optional(),
})
export type TrustContent = z.infer<typeof trustContentSchema>

const trustListSchema = z.strictObject({
  signed: trustContentSchema,
  key_id: z.string().max(400),
  signature: z.string().regex(/^[\w-]{86}$/),
})
export type TrustList = z.infer<typeof trustListSchema>

export const trustContent = (
  draft: TrustDraft,
  signing: Pick<TrustContent, 'did' | 'time' | 'valid_until'>,
): TrustContent => ({ format: FORMAT, ...signing, ...draft })

export const trustBytes = (content: TrustContent): Uint8Array =>
  Buffer.from(`${DOMAIN}${canonicalize(content) ?? ''}`, 'utf8')

/** Errors: `trust_list_invalid`. */
export const readTrustList = (json: string, place: string): TrustList => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw invalidTrustList(place, 'it is no JSON', cause)
  }
  const parsed = trustListSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidTrustList(place, firstProblem(parsed.error), parsed.error)
}

/** The first fault, with its place. */
export const firstProblem = ({ issues: [issue] }: z.ZodError): string =>
  issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`

export const invalidTrustList = (place: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('trust_list_invalid', {
    params: { place, problem: problem.slice(0, 200) },
    details: { problem },
    cause,
  })
