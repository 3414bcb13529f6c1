/**
 * The files of a static registry (docs/reference/registry.md, "Static registries"):
 *
 *     registry.json                the head: who publishes, when, and the hash of the list; signed
 *     index/<sha256>.jsonl         the list: one capability a line
 *     files/<sha256>.acp.yaml      the packages
 *
 * Everything but the head is named by its hash, so a head that changes in one step changes the whole, and no path is ever
 * read from a file.
 */
import canonicalize from 'canonicalize'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'

export const HEAD = 'registry.json'
export const LISTS = 'index'
export const FILES = 'files'
/** Pictures of packages, named by their hash alone: what they are is seen from their bytes. */
export const PICTURES = 'pictures'
export const picturePath = (sha256: string): string => `${PICTURES}/${sha256}`
/** As much as a node of IPFS takes in one block. */
export const MAX_PICTURE = 1024 * 1024
export const listPath = (sha256: string): string => `${LISTS}/${sha256}.jsonl`
export const filePath = (sha256: string): string => `${FILES}/${sha256}.acp.yaml`

/** The most that is read of each, in bytes. */
export const MAX_HEAD = 16 * 1024
export const MAX_LIST = 64 * 1024 * 1024
export const MAX_FILE = 1024 * 1024
export const MAX_ENTRIES = 50_000
/** Letters of one line of the list. */
export const MAX_LINE = 256 * 1024

const FORMAT = 'satchel-registry/1'
/** What is signed: the domain, and the canonical JSON (RFC 8785) of the signed part. */
const HEAD_DOMAIN = 'SatchelRegistryv1:'
const HANDOVER_DOMAIN = 'SatchelNameHandoverv1:'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const did = z
  .string()
  .max(256)
  .regex(/^did:[a-z0-9]+:[!-~]+$/)
const keyId = z.string().max(400)
const signature = z.string().regex(/^[\w-]{86}$/)

export const headContentSchema = z.strictObject({
  format: z.literal(FORMAT),
  did,
  /** When it was signed. A reader takes no head that is older than one it has seen. */
  time: z.iso.datetime(),
  /** When the publisher has signed anew at the latest; a reader says so when it is past. */
  valid_until: z.iso.datetime().optional(),
  list: z.strictObject({ sha256, bytes: z.int().nonnegative().max(MAX_LIST) }),
})
export type HeadContent = z.infer<typeof headContentSchema>

const headSchema = z.strictObject({ signed: headContentSchema, key_id: keyId, signature })
export type Head = z.infer<typeof headSchema>

export const headContent = (content: Omit<HeadContent, 'format'>): HeadContent => ({
  format: FORMAT,
  ...content,
})

export const headBytes = (content: HeadContent): Uint8Array => signable(HEAD_DOMAIN, content)

/** A name that its author passed on to another, who may publish its later versions. */
export const signedHandoverSchema = z.strictObject({
  from: did,
  to: did,
  at: z.iso.datetime(),
  /** A key of `from`. */
  key_id: keyId,
  signature,
})
export type SignedHandover = z.infer<typeof signedHandoverSchema>

export const handoverBytes = (
  capUri: string,
  { from, to, at }: Pick<SignedHandover, 'from' | 'to' | 'at'>,
): Uint8Array => signable(HANDOVER_DOMAIN, { cap_uri: capUri, from, to, at })

const signable = (domain: string, content: object): Uint8Array =>
  Buffer.from(`${domain}${canonicalize(content) ?? ''}`, 'utf8')

export const entryVersionSchema = z.object({
  semver: z.string().max(64),
  sha256,
  bytes: z.int().positive().max(MAX_FILE),
  author_did: did,
  schema_uri: z.string().max(400),
  /** When it came into the list. */
  added: z.iso.datetime(),
  /** Why it was withdrawn. */
  yanked: z.string().max(280).optional(),
})
export type EntryVersion = z.infer<typeof entryVersionSchema>

/** A capability in the list: what is shown of its latest version, and all its versions, the lowest first. */
export const entrySchema = z.object({
  cap_uri: z.string().max(100),
  /** The part of the section `metadata` that is shown and searched. */
  acp_metadata: z.record(z.string(), z.unknown()),
  /** Other words to find it by. */
  words: z.string().max(4000),
  versions: z.array(entryVersionSchema).min(1).max(1000),
  handovers: z.array(signedHandoverSchema).max(100).optional(),
})
export type Entry = z.infer<typeof entrySchema>

/** @throws SatchelError `registry_list_invalid` */
export const readHead = (text: string, place: string): Head => {
  const parsed = headSchema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidList(place, `${HEAD}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, parsed.error)
}

/** The entries of a list, and how many lines are none or name one a second time. */
export const readList = (text: string): { readonly entries: readonly Entry[]; readonly dropped: number } => {
  const entries = new Map<string, Entry>()
  let lines = 0
  for (let from = 0; from < text.length;) {
    const at = text.indexOf('\n', from)
    const end = at === -1 ? text.length : at
    lines += 1
    if (entries.size < MAX_ENTRIES && end - from <= MAX_LINE) {
      const parsed = entrySchema.safeParse(jsonOf(text.slice(from, end)))
      if (parsed.success && !entries.has(parsed.data.cap_uri)) entries.set(parsed.data.cap_uri, parsed.data)
    }
    from = end + 1
  }
  return { entries: [...entries.values()], dropped: lines - entries.size }
}

/** Null, which is neither a head nor an entry, for anything but JSON. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const invalidList = (place: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('registry_list_invalid', {
    params: { place, problem: problem.slice(0, 200) },
    details: { problem },
    cause,
  })
