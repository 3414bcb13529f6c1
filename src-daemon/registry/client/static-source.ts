import { gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { abortable } from '../../platform/abortable.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Catalogue } from '../../contract/settings.ts'
import { invalidList, MAX_LIST } from '../static/format.ts'
import type { StaticPlace } from '../static/place.ts'
import { checkHeadFreshness, verifyHead, type HeadCheck } from '../static/verify-head.ts'
import type { MarketCache } from './cache.ts'
import { provenHandovers } from './static-handover.ts'
import type { Kept } from './kept.ts'
import type { Source } from './source.ts'
import { createStaticList, type StaticList } from './static-list.ts'

const unpack = promisify(gunzip)
const pack = promisify(gzip)

/** How long a list is used before its place is asked again. */
const FRESH_MS = 60_000
/** As many as an index ranks. */
const MAX_FOUND = 256
const MAX_WITH_SCHEMA = 10

type StaticCatalogue = Extract<Catalogue, { kind: 'static' }>

export interface StaticSourceDeps extends Pick<HeadCheck, 'keyOf'> {
  readonly place: StaticPlace
  readonly cache: MarketCache
  readonly kept: Pick<Kept, 'seenList' | 'keepSeenList'>
  readonly now: () => Date
}

/**
 * A static registry: its list is read whole, once per signed head, checked against the publisher's signature, and searched
 * here; files are fetched one by one, when somebody looks at them. A list that was verified stays in the cache.
 */
export const createStaticSource = (catalogue: StaticCatalogue, deps: StaticSourceDeps): Source => {
  const { place, cache, kept, keyOf, now } = deps
  const ending = new AbortController()
  let list: StaticList | null = null
  let askedAt = 0
  let syncing: Promise<StaticList> | null = null

  /** What was verified before; null if there is nothing, or it is not whole. */
  const remembered = async (): Promise<StaticList | null> => {
    if (list !== null) return list
    const found = cache.list(catalogue)
    if (found === null) return null
    try {
      const bytes = await unpack(found.list, { maxOutputLength: MAX_LIST })
      const head = await verifyHead(found.head, place.name, { did: catalogue.did, keyOf })
      if (sha256Hex(bytes) !== head.list.sha256) return null
      list ??= createStaticList(head, bytes.toString('utf8'))
    } catch {
      return null // the place is asked as if for the first time
    }
    return list
  }

  const sync = async (signal: AbortSignal): Promise<StaticList> => {
    const before = await remembered()
    const mark = before === null ? null : (cache.list(catalogue)?.mark ?? null)
    const answer = await place.head(mark, { signal })
    if (answer === null && before !== null) {
      cache.keepListMark(catalogue, mark)
      return before
    }
    if (answer === null) throw invalidList(place.name, 'HTTP 304')
    const head = await verifyHead(answer.text, place.name, { did: catalogue.did, keyOf })
    checkHeadFreshness(head, kept.seenList(catalogue), { place: place.name, now: now() })
    if (before?.head.list.sha256 === head.list.sha256) {
      const packed = cache.list(catalogue)
      if (packed !== null) cache.keepList(catalogue, { ...packed, head: answer.text, mark: answer.mark })
      return done({ ...before, head })
    }
    const bytes = await place.list(head.list.sha256, { signal })
    const found = sha256Hex(bytes)
    if (found !== head.list.sha256) {
      const params = { what: 'SHA-256', expected: head.list.sha256, found }
      throw new SatchelError('registry_file_differs', { params, details: params })
    }
    const made = createStaticList(head, Buffer.from(bytes).toString('utf8'))
    cache.keepList(catalogue, { head: answer.text, mark: answer.mark, list: await pack(bytes) })
    return done(made)
  }

  const done = (made: StaticList): StaticList => {
    const { time, list: named } = made.head
    kept.keepSeenList(catalogue, { time, sha256: named.sha256 })
    list = made
    return made
  }

  /** One at a time, and to its end even if the caller waits no longer: the next one has it then. */
  const current = async (signal: AbortSignal): Promise<StaticList> => {
    if (list !== null && syncing === null && now().getTime() - askedAt < FRESH_MS) return list
    syncing ??= sync(ending.signal).finally(() => {
      syncing = null
    })
    syncing.catch(() => undefined) // callers get the error
    const made = await abortable(syncing, signal)
    askedAt = now().getTime()
    return made
  }

  const lookups = (of: (signal: AbortSignal) => Promise<StaticList | null>) =>
    ({
      search: async ({ query, filters }, { signal }) => {
        const made = await of(signal)
        if (made === null) return { listings: [], next: null, dropped: 0 }
        const found = await made.search.search({ query, filters }, MAX_FOUND)
        const isCut = found.length === MAX_FOUND && made.size > MAX_FOUND
        return { listings: found.map(({ listing }) => listing), next: null, dropped: made.dropped, isCut }
      },
      resolve: async ({ capUri, version }, { signal }) => {
        const made = await of(signal)
        if (version === null) return made?.latest(capUri) ?? null
        return made?.versions(capUri).find((one) => one.version === version) ?? null
      },
      versions: async (capUri, { signal }) => (await of(signal))?.versions(capUri) ?? [],
    }) satisfies Pick<Source, 'search' | 'resolve' | 'versions'>

  return {
    catalogue,
    ...lookups(current),
    earlier: {
      at: () => cache.listAt(catalogue),
      ...lookups(remembered),
    },
    standing: () => Promise.resolve(null),
    withSchema: async (uri, { signal }) => {
      const listings = (await current(signal)).withSchema(uri).slice(0, MAX_WITH_SCHEMA)
      return { listings, isExact: true }
    },
    bytes: () => Promise.resolve(null),
    download: async ({ sha256 }, options) => {
      const known = await remembered()
      return known?.has(sha256) === true ? place.file(sha256, options) : null
    },
    picture: (sha256, options) => place.picture(sha256, options),
    signedBy: () => list && { did: list.head.did, time: list.head.time },
    about: () => ({
      publisher: catalogue.did,
      packages: list?.size ?? null,
      time: list?.head.time ?? null,
    }),
    warning: () => {
      const until = list?.head.valid_until
      if (until === undefined || Date.parse(until) > now().getTime()) return null
      return new SatchelError('registry_list_expired', {
        params: { source: catalogue.name, time: list?.head.time ?? '' },
      })
    },
    handovers: async (capUri) => {
      const entry = (await remembered())?.entry(capUri) ?? null
      return entry === null ? [] : provenHandovers(entry, keyOf)
    },
    close: async () => {
      ending.abort()
      await syncing?.catch(() => undefined)
    },
  }
}
