import { z } from 'zod'
import { createToolAsker } from '../../mcp/index.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { capabilityOf } from '../../state/index.ts'
import type { Catalogue } from '../../contract/settings.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Lack, Source } from './source.ts'
import { readListing, type Listing } from './listing.ts'

/** Results in one page of an index. */
const PAGE = 100
const MAX_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 10_000
const MAX_CURSOR = 8000
const MAX_VERSIONS = 1000
/** Only this many files are looked into for a schema. */
const MAX_WITH_SCHEMA = 10

const resultsSchema = z.object({
  results: z.array(z.unknown()),
  next_cursor: z.string().max(MAX_CURSOR).optional(),
})
const withSchemaSchema = z.object({ results: z.array(z.unknown()) })
const absenceSchema = z.object({
  state: z.enum(['unknown', 'waiting', 'refused']),
  reason: z.object({ code: z.string(), text: z.string() }).nullable().catch(null),
  registry: z.string().max(200).nullable().catch(null),
})
const refusalSchema = z.object({
  code: z.string(),
  message: z.string().catch(''),
  absence: absenceSchema.optional().catch(undefined),
})
const versionsSchema = z.object({
  versions: z
    .array(
      z.object({
        semver: z.string().max(128),
        ipfs_cid: z.string().max(200),
        sha256: z.string(),
        author_did: z.string(),
        yanked: z.string().optional(),
      }),
    )
    .max(MAX_VERSIONS)
    .catch([]),
})

type Indexed = Extract<Catalogue, { kind: 'indexer' | 'chain' }>

/**
 * An indexer, queried over MCP (acp.md 5.3). Its answers are untrusted: bounded, of a known shape, or
 * dropped.
 */
export const createIndexerSource = (
  catalogue: Indexed,
  { guard }: { readonly guard: Pick<NetworkGuard, 'fetchFor'> },
): Source => {
  const { host } = new URL(catalogue.indexer)
  const asker = createToolAsker({
    url: catalogue.indexer,
    guard,
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  })
  const failed = (problem: string, cause?: unknown): SatchelError =>
    new SatchelError('registry_index_failed', { params: { host, problem }, details: { problem }, cause })

  /** The answer, or that the index says that there is no such capability, and why. */
  const answered = async (
    tool: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<{ readonly value: unknown } | { readonly lack: Lack }> => {
    const { isError, value } = await asker.ask(tool, input, { signal }).catch((thrown: unknown) => {
      signal.throwIfAborted()
      if (thrown instanceof SatchelError && thrown.code !== 'server_answer_invalid') throw thrown
      const problem = thrown instanceof SatchelError ? String(thrown.params['problem']) : String(thrown)
      throw failed(cleanText(problem, 200), thrown)
    })
    if (!isError) return { value }
    const refusal = refusalSchema.safeParse(value)
    if (refusal.success && refusal.data.code === 'index_not_found')
      return { lack: lackOf(refusal.data.absence) }
    throw failed(cleanText(refusal.data?.message ?? '', 200) || cleanText(refusal.data?.code ?? '?', 60))
  }

  /** The answer; null if the index says that there is no such capability. */
  const ask = async (...question: Parameters<typeof answered>): Promise<unknown> => {
    const answer = await answered(...question)
    return 'lack' in answer ? null : answer.value
  }

  const resolved = async (uri: string, signal: AbortSignal): Promise<unknown> =>
    ask('resolve_capability', { cap_uri: uri }, signal)

  const search: Source['search'] = async ({ query, filters, cursor }, { signal }) => {
    const answer = await ask(
      'search_capabilities',
      { query_string: query, filters, limit: PAGE, ...(cursor === null ? {} : { cursor }) },
      signal,
    )
    const parsed = resultsSchema.safeParse(answer)
    if (!parsed.success) throw failed('results')
    const { results, next_cursor: next } = parsed.data
    const asked = results.slice(0, PAGE)
    const byUri = new Map<string, Listing>()
    for (const listing of asked.map(readListing))
      if (listing !== null && !byUri.has(listing.capUri)) byUri.set(listing.capUri, listing)
    return { listings: [...byUri.values()], next: next ?? null, dropped: results.length - byUri.size }
  }

  /** Otherwise the index could show another capability in place of the requested one. */
  const listingOf = (answer: unknown, capUri: string, version: string | null): Listing => {
    const listing = readListing(answer)
    if (listing === null || listing.capUri !== capUri || (version !== null && listing.version !== version))
      throw failed('resolve_capability')
    return listing
  }

  const resolve: Source['resolve'] = async ({ capUri, version }, { signal }) => {
    const answer = await resolved(version === null ? capUri : `${capUri}@${version}`, signal)
    return answer === null ? null : listingOf(answer, capUri, version)
  }

  const standing: Source['standing'] = async ({ capUri, version }, { signal }) => {
    const input = { cap_uri: `${capUri}@${version}` }
    const answer = await answered('resolve_capability', input, signal)
    return 'lack' in answer ? answer : { listing: listingOf(answer.value, capUri, version) }
  }

  /** The latest version's answer lists the other versions, if the index gives them. */
  const versions: Source['versions'] = async (capUri, { signal }) => {
    const answer = await resolved(capUri, signal)
    if (answer === null) return []
    const latest = readListing(answer)
    if (latest?.capUri !== capUri) throw failed('resolve_capability')
    const { versions: others } = versionsSchema.parse(answer)
    const earlier = others.flatMap(({ semver, ...one }) => {
      const id = `${capUri}@${semver}`
      const read = readListing({ ...one, acp_metadata: { id } })
      // The description belongs to the latest version only.
      return read === null || read.version === latest.version
        ? []
        : [{ ...latest, ...pick(read), votes: latest.votes, block: null }]
    })
    return [latest, ...earlier]
  }

  /** An index of before schemas could be looked up knows the versions of a capability, whose name most Schema URIs contain. */
  const withSchema: Source['withSchema'] = async (schemaUri, { signal }) => {
    const capUri = capabilityOf(schemaUri)
    try {
      const answer = await ask('resolve_schema', { schema_uri: schemaUri }, signal)
      const parsed = withSchemaSchema.safeParse(answer)
      if (!parsed.success) throw failed('resolve_schema')
      const listings = parsed.data.results.slice(0, MAX_WITH_SCHEMA).flatMap((one) => readListing(one) ?? [])
      return { listings, isExact: true }
    } catch (thrown) {
      signal.throwIfAborted()
      const isOld = thrown instanceof SatchelError && thrown.code === 'registry_index_failed'
      if (!isOld || capUri === null) throw thrown
      const listings = await versions(capUri, { signal })
      return { listings: listings.slice(0, MAX_WITH_SCHEMA), isExact: false }
    }
  }

  return {
    catalogue,
    search,
    resolve,
    standing,
    versions,
    withSchema,
    bytes: () => Promise.resolve(null),
    close: () => asker.close(),
  }
}

const lackOf = (absence: z.infer<typeof absenceSchema> | undefined): Lack => {
  if (absence === undefined) return { state: null, reason: null, registry: null }
  const { state, reason, registry } = absence
  const said = reason && { code: cleanText(reason.code, 60), text: cleanText(reason.text, 400) }
  return { state, reason: said, registry }
}

const pick = ({ version, cid, sha256, author, yanked }: Listing) => ({ version, cid, sha256, author, yanked })
