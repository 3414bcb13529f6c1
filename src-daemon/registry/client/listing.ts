import { z } from 'zod'
import { parseCapUri } from '../../packages/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import { parseCid } from '../../platform/cid.ts'
import { cleanText, cleanTexts } from '../../platform/clean-text.ts'

/** A source's description of one version of a capability: bounded, of a known shape, and unverified. */
export interface Listing {
  /** Without version. */
  readonly capUri: string
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  readonly author: { readonly did: string; readonly keyId: string }
  readonly tags: readonly string[]
  readonly modelFamilies: readonly string[]
  readonly permissions: { readonly require: readonly string[]; readonly option: readonly string[] }
  readonly cid: string | null
  /** Of the file, hex. */
  readonly sha256: string
  readonly votes: number | null
  /**
   * Block of the publication; comparable only within the same source, as other sources may follow another
   * chain.
   */
  readonly block: number | null
  readonly yanked: string | null
}

const SHA256 = /^[0-9a-f]{64}$/
const DID = /^did:[a-z0-9]+:[!-~]{1,248}$/
const LIST = { items: 32, letters: 100 }

const fields = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

const wholeNumber = z.int().nullable().catch(null)

/**
 * Reads an entry of an indexer's answer (acp.md 5.3); null if it lacks a valid capability URI, hash, CID or
 * author.
 * `authorDid` is the author that the index names besides the metadata.
 */
export const readListing = (entry: unknown): Listing | null => {
  const {
    acp_metadata: section,
    ipfs_cid: cid,
    sha256,
    votes,
    block,
    yanked,
    author_did: did,
  } = fields(entry)
  const metadata = fields(section)
  const uri = typeof metadata['id'] === 'string' ? parseCapUri(metadata['id']) : null
  if (uri === null || typeof sha256 !== 'string' || !SHA256.test(sha256) || !isCid(cid)) return null
  const author = fields(metadata['author'])
  const authorDid = typeof did === 'string' ? did : author['did']
  if (typeof authorDid !== 'string' || !DID.test(authorDid)) return null
  return {
    ...shownMetadata(uri, metadata),
    author: { did: authorDid, keyId: cleanText(author['key_id'], 300) },
    cid,
    sha256,
    votes: wholeNumber.parse(votes ?? null),
    block: wholeNumber.parse(block ?? null),
    yanked: typeof yanked === 'string' ? cleanText(yanked, 280) : null,
  }
}

/** The section `metadata`, cut to what is shown. */
export const shownMetadata = (
  { name, capUri, version }: { readonly name: string; readonly capUri: string; readonly version: string },
  metadata: Readonly<Record<string, unknown>>,
): Omit<Listing, 'author' | 'cid' | 'sha256' | 'votes' | 'block' | 'yanked'> => {
  const permissions = fields(metadata['permissions'])
  return {
    capUri,
    name,
    version,
    title: cleanText(metadata['name'], 80) || name,
    description: cleanText(metadata['description'], 1000),
    tags: cleanTexts(metadata['tags'], { items: 16, letters: 40 }),
    modelFamilies: cleanTexts(fields(metadata['llm_requirements'])['model_family'], LIST),
    permissions: {
      require: cleanTexts(permissions['require'], LIST),
      option: cleanTexts(permissions['option'], LIST),
    },
  }
}

const isCid = (value: unknown): value is string => {
  if (typeof value !== 'string') return false
  try {
    parseCid(value)
    return true
  } catch {
    return false // null makes the caller drop and count the entry
  }
}

/** The same as a section `metadata`, for searching. */
export const metadataOf = (listing: Listing): Readonly<Record<string, unknown>> => ({
  id: `${listing.capUri}@${listing.version}`,
  name: listing.title,
  description: listing.description,
  author: { did: listing.author.did, key_id: listing.author.keyId },
  tags: listing.tags,
  permissions: listing.permissions,
  llm_requirements: { model_family: listing.modelFamilies },
})
