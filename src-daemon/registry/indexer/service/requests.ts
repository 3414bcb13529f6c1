import { z } from 'zod'
import { SatchelError } from '../../../platform/errors.ts'
import {
  FILTERS,
  type FilterName,
  type Filters,
  type IndexStore,
  type Refusal,
  type VersionRecord,
} from '../core/types.ts'
import { searchIndex, type Facets, type Meaning } from '../search/search.ts'

/** Results per page by default. */
const PAGE = 20
const MAX_IN_PAGE = 100
const MAX_VALUES = 16
/** Maximum age of statistics, which read the whole index. */
const STATISTICS_MS = 10_000
const MAX_COMMON = 20
/** Only this many capabilities with one schema are listed. */
const MAX_WITH_SCHEMA = 20
/** Only this many of a capability's versions are listed, the newest. */
const MAX_VERSIONS = 500

/**
 * The result of `resolve_capability` (acp.md 5.3), with these additions: the votes, the block of the
 * publication, and every verified version, newest first.
 * `yanked`, the reason, is there only if the version was yanked.
 */
export interface Resolved {
  readonly acp_metadata: Readonly<Record<string, unknown>>
  readonly ipfs_cid: string
  readonly sha256: string
  readonly semver: string
  readonly author_did: string
  readonly yanked?: string
  readonly votes: number
  readonly block: number
  readonly versions: readonly {
    readonly semver: string
    readonly ipfs_cid: string
    readonly sha256: string
    readonly author_did: string
    readonly yanked?: string
  }[]
}

/**
 * The result of `search_capabilities` (acp.md 5.3), with votes and block of each, and the cursor of the next
 * page.
 */
export interface Found {
  readonly results: readonly {
    readonly acp_metadata: Readonly<Record<string, unknown>>
    readonly ipfs_cid: string
    readonly sha256: string
    readonly score: number
    readonly votes: number
    readonly block: number
  }[]
  readonly next_cursor?: string
  readonly facets?: Facets
}

/**
 * The result of `resolve_schema`, an extension of acp.md 5.3: capabilities whose state has that schema, each with one version.
 * `results` is empty if there are none.
 */
export interface WithSchema {
  readonly results: readonly {
    readonly acp_metadata: Readonly<Record<string, unknown>>
    readonly ipfs_cid: string
    readonly sha256: string
    readonly semver: string
    readonly author_did: string
    readonly yanked?: string
    readonly block: number
  }[]
}

/**
 * Why `resolve_capability` does not have a version that was asked for by number; an extension of acp.md 5.3, beside the
 * error `index_not_found`. `registry` is what the index follows, as `chain:contract`; `block` is how far it has read.
 */
export interface Absence {
  /** `unknown`: no publication of it was read so far. `waiting`: its file could not be had or judged yet. */
  readonly state: 'unknown' | 'waiting' | 'refused'
  /** Why it was refused, or what the last try to judge it failed with. */
  readonly reason?: Refusal
  /** Of the next try. */
  readonly next_try?: string
  readonly registry: string | null
  readonly block: number | null
}

const values = z.union([z.string(), z.array(z.string()).max(MAX_VALUES)])
const resolveSchema = z.object({ cap_uri: z.string().max(400) })
const schemaSchema = z.object({ schema_uri: z.string().max(400) })
const searchSchema = z.object({
  query_string: z.string(),
  filters: z.record(z.string(), values).optional(),
  limit: z.int().min(1).max(MAX_IN_PAGE).optional(),
  cursor: z.string().optional(),
  facets: z.boolean().optional(),
})

/**
 * Answers the requests to an index, independent of the transport. It is stateless: any number of processes
 * may answer over one index.
 */
export const createIndexRequests = (deps: {
  readonly store: IndexStore
  readonly meaning: Meaning | null
  readonly now: () => number
}) => {
  const { store, meaning, now } = deps
  let known: { at: number; figures: Promise<Readonly<Record<string, unknown>>> } | null = null

  const absenceOf = async (capUri: string, semver: string): Promise<Absence> => {
    const [versions, registry, position] = await Promise.all([
      store.versions(capUri),
      store.registry(),
      store.position(),
    ])
    const found = versions.find((one) => one.semver === semver)
    const state = found === undefined || found.state === 'verified' ? 'unknown' : found.state
    const { reason = null, nextTry = null } = state === 'unknown' ? {} : (found ?? {})
    return {
      state,
      ...(reason === null ? {} : { reason }),
      ...(nextTry === null ? {} : { next_try: new Date(nextTry).toISOString() }),
      registry,
      block: position?.number ?? null,
    }
  }

  /** @throws SatchelError `index_not_found` with the `Absence` of a version in `details.absence`, `invalid_request` */
  const resolve = async (input: unknown): Promise<Resolved> => {
    const { cap_uri: uri } = resolveSchema.parse(input)
    const [, capUri = '', semver = null] =
      /^(did:nuwa:cap:[a-z][a-z0-9_-]{0,62})(?:@([0-9A-Za-z.+-]{1,128}))?$/.exec(uri) ?? []
    const found = capUri === '' ? null : await store.resolve(capUri, semver)
    if (found === null || found.metadata === null) {
      const absence = capUri === '' || semver === null ? undefined : await absenceOf(capUri, semver)
      throw new SatchelError('index_not_found', { params: { uri }, details: { uri, absence } })
    }
    const [votes, versions] = await Promise.all([store.votes(capUri), store.versions(capUri)])
    return {
      ...published(found),
      semver: found.semver,
      author_did: found.authorDid,
      ...yankedOf(found),
      votes,
      block: found.block,
      versions: versions
        .filter(({ state }) => state === 'verified')
        .toReversed()
        .slice(0, MAX_VERSIONS)
        .map((one) => ({
          semver: one.semver,
          ipfs_cid: one.cid,
          sha256: one.sha256,
          author_did: one.authorDid,
          ...yankedOf(one),
        })),
    }
  }

  /** @throws SatchelError `invalid_request` */
  const withSchema = async (input: unknown): Promise<WithSchema> => {
    const { schema_uri: uri } = schemaSchema.parse(input)
    const versions = await store.withSchema(uri, MAX_VERSIONS)
    const newest = new Map<string, VersionRecord>()
    for (const one of versions) if (!newest.has(one.capUri)) newest.set(one.capUri, one)
    return {
      results: [...newest.values()].slice(0, MAX_WITH_SCHEMA).map((one) => ({
        ...published(one),
        semver: one.semver,
        author_did: one.authorDid,
        ...yankedOf(one),
        block: one.block,
      })),
    }
  }

  /** @throws SatchelError `index_unknown_filter`, `index_query_too_long`, `index_cursor_invalid`, `invalid_request` */
  const search = async (input: unknown): Promise<Found> => {
    const {
      query_string: query,
      filters = {},
      limit = PAGE,
      cursor,
      facets = false,
    } = searchSchema.parse(input)
    const found = await searchIndex(
      { store, meaning },
      { query, filters: filtersOf(filters), limit, cursor: cursor ?? null, facets },
    )
    return {
      results: found.results.map(({ version, score, votes }) => ({
        ...published(version),
        score,
        votes,
        block: version.block,
      })),
      ...(found.nextCursor === null ? {} : { next_cursor: found.nextCursor }),
      ...(found.facets === null ? {} : { facets: found.facets }),
    }
  }

  const statistics = (): Promise<Readonly<Record<string, unknown>>> => {
    if (known === null || now() - known.at > STATISTICS_MS) {
      const snapshot = { at: now(), figures: figuresOf(store) }
      known = snapshot
      snapshot.figures.catch(() => {
        if (known === snapshot) known = null
      })
    }
    return known.figures
  }

  /** Whether the index answers, and its last block. */
  const health = async (): Promise<Readonly<Record<string, unknown>>> => {
    const [position, nextDue] = await Promise.all([store.position(), store.nextDue()])
    return {
      status: position === null ? 'empty' : 'ok',
      block: position,
      semantic: meaning !== null,
      next_try: nextDue === null ? null : new Date(nextDue).toISOString(),
    }
  }

  return { resolve, search, withSchema, statistics, health }
}

export type IndexRequests = ReturnType<typeof createIndexRequests>

const figuresOf = async (store: IndexStore): Promise<Readonly<Record<string, unknown>>> => {
  const figures = await store.statistics()
  const facets = await Promise.all(
    FILTERS.map(async (name) => [name, await store.facetValues(name, MAX_COMMON)] as const),
  )
  return { ...figures, facets: Object.fromEntries(facets) }
}

const published = ({ metadata, cid, sha256 }: VersionRecord) => ({
  acp_metadata: metadata ?? {},
  ipfs_cid: cid,
  sha256,
})

const yankedOf = ({ yanked }: VersionRecord): { yanked?: string } => (yanked === null ? {} : { yanked })

const filtersOf = (input: Readonly<Record<string, string | readonly string[]>>): Filters => {
  const entries = Object.entries(input).map(([name, value]): [FilterName, readonly string[]] => {
    const filter = FILTERS.find((known) => known === name)
    if (filter === undefined)
      throw new SatchelError('index_unknown_filter', {
        params: { name: name.slice(0, 100), known: FILTERS.join(', ') },
        details: { known: FILTERS },
      })
    return [filter, typeof value === 'string' ? [value] : value]
  })
  return Object.fromEntries(entries)
}
