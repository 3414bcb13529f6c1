import { join } from 'node:path'
import type { NetworkGuard } from '../../network/index.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import type { OwnPictures, PackagesService } from '../../packages/types.ts'
import { toErrorView } from '../../platform/errors.ts'
import { createEmitter } from '../../platform/emitter.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { Language } from '../../contract/language.ts'
import type { RegistriesService } from '../chain/types.ts'
import type { IpfsService } from '../ipfs/types.ts'
import { createAsking } from './asking.ts'
import { createMarketCache } from './cache.ts'
import type { Candidates } from './candidates.ts'
import { createCards } from './cards.ts'
import { createChainWords } from './chain-word.ts'
import { createDetail } from './detail.ts'
import { createHandovers } from './handover.ts'
import { readInstallLink, wantedOf } from './link.ts'
import { createIndexerSource } from './indexer-source.ts'
import { createInstallable } from './installable.ts'
import { createLooking } from './looking.ts'
import { createSchemaSearch } from './schema-search.ts'
import { createPictures } from './pictures.ts'
import { createReview } from './review.ts'
import { createSearch } from './search.ts'
import { createSources } from './sources.ts'
import { reviewEvents } from './reviewing.ts'
import type { TrustService } from '../trust/types.ts'
import { createCollections } from './collections.ts'
import type { MarketplaceService } from './types.ts'
import type { Glance } from '../../contract/marketplace.ts'
import type { DatabaseKey } from '../../storage/index.ts'
import { createStandings } from './standings.ts'
import { createUpdates } from './updates.ts'

const CACHE_FILE = 'marketplace.db'
/** Files fetched at once for the cards on screen. */
const AT_ONCE = 4

export interface MarketplaceDeps {
  readonly dataDir: string
  /** Encrypts the cache, which shows what was looked at; null where the data isn't encrypted. */
  readonly cacheKey: DatabaseKey | null
  /** The files that come with Satchel. */
  readonly catalogueDir: string
  readonly candidates: Candidates
  readonly trust: TrustService
  readonly packages: PackagesService
  readonly ownPictures: Pick<OwnPictures, 'read'>
  readonly settings: SettingsService
  readonly registries: RegistriesService
  readonly ipfs: IpfsService
  readonly guard: NetworkGuard
  /**
   * The public key of a key id that its DID lists under `assertionMethod`. Errors: `key_not_authorized`,
   * `did_*`.
   */
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly language: () => Language
  readonly now: () => Date
  readonly random?: () => number
  readonly log?: { warn(data: object, message: string): void } | undefined
}

/**
 * The client of registries and catalogues (acp.md 5). It opens nothing and sends no request before its first
 * call or `start`.
 */
export const createMarketplace = (
  deps: MarketplaceDeps,
): MarketplaceService & { /** Starts the periodic update checks. */ start(): void } => {
  const { candidates, packages, trust, guard, keyOf, language, now, log } = deps
  const { kept } = candidates
  const { listen: onChange, emit: announce } = createEmitter()
  const never = new AbortController().signal
  const cache = createMarketCache({ path: join(deps.dataDir, CACHE_FILE), key: deps.cacheKey, now, log })
  const asking = createAsking({ cache, language, now })
  const chains = createChainWords({ ...deps, cache })
  const handovers = createHandovers({ chains, packages, kept })
  const cards = createCards({ packages, trust, cache, language })
  const sources = createSources({ ...deps, cache, kept })
  const offStates = () =>
    sources
      .all()
      .filter(({ trust }) => trust === 'off')
      .map(asking.state)
  const searching = createSearch({
    asking,
    cards,
    sources: () => ({ enabled: sources.enabled(), off: offStates() }),
    isBlocked: cards.isBlocked,
    language,
    now,
  })
  const looking = createLooking({ ...deps, asking, chains, cache, sources: sources.enabled })
  const searchSchema = createSchemaSearch({ looking })
  const details = createDetail({
    looking,
    asking,
    chains,
    handovers,
    cards,
    packages,
    trust,
    sources: sources.enabled,
    language,
  })
  const pictures = createPictures({
    cache,
    ipfs: deps.ipfs,
    ownPictures: deps.ownPictures,
    sources: sources.enabled,
  })
  const collections = createCollections({ trust, looking, asking, cards, sources: sources.enabled })
  const reviews = createReview({
    looking,
    chains,
    handovers,
    candidates,
    packages,
    guard,
    keyOf,
    language,
    now,
  })
  const updating = createUpdates({
    ...deps,
    asking,
    chains,
    kept,
    installable: createInstallable({ looking, handovers, packages, trust }),
    sources: sources.enabled,
    changed: announce,
  })

  const offTrust = trust.onChange(announce)

  const standings = createStandings({ chains, sources: sources.enabled, language })

  const glance: MarketplaceService['glance'] = async (input, { signal = never } = {}) => {
    const waiting = [...input.cards.entries()]
    const found: Glance[] = []
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [at, card] = next
        found[at] = await glanceAt(card, signal)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return found
  }

  const glanceAt = async (
    { cid, sha256 }: { readonly cid: string; readonly sha256: string },
    signal: AbortSignal,
  ): Promise<Glance> => {
    const known = cards.factsFor(sha256)
    if (known !== null) return { sha256, facts: known, problem: null }
    try {
      const bytes = await looking.fetchNamed({ cid, sha256 }, signal)
      cache.keepFile(sha256, bytes)
      return { sha256, facts: cards.learn(bytes, sha256), problem: null }
    } catch (thrown) {
      signal.throwIfAborted()
      return { sha256, facts: null, problem: toErrorView(thrown, language()) }
    }
  }

  return {
    sources: () =>
      sources.all().map((catalogue) => ({
        catalogue,
        state: asking.state(catalogue),
        about: sources.about(catalogue),
      })),
    addSource: async (catalogue, { signal = never } = {}) => {
      await sources.add(catalogue, signal)
      const added = sources.all().find(({ name }) => name === catalogue.name)
      if (added !== undefined) asking.answered(added)
      announce()
    },
    lookAtStatic: (place, { signal = never } = {}) => sources.lookAt(place, signal),
    setSource: (change) => {
      sources.change(change)
      announce()
    },
    removeSource: (name) => {
      sources.remove(name)
      announce()
    },
    search: (input, { signal = never } = {}) => searching.search(input, signal),
    glance,
    picture: (input, { signal = never } = {}) => pictures(input, signal),
    detail: (input, { signal = never } = {}) => details.detail(input, signal),
    review: (input, { signal = never } = {}) => reviews.review(input, signal),
    reviewing: (input, signal) => reviewEvents((ends, onStep) => reviews.review(input, ends, onStep), signal),
    packageWithSchema: async (wanted, { signal = never, index } = {}) => {
      if (index === undefined) return searchSchema(wanted, sources.enabled(), signal)
      const { name, indexer } = index
      const source = createIndexerSource({ kind: 'indexer', name, indexer, trust: 'trusted' }, { guard })
      try {
        return await searchSchema(wanted, [source], signal)
      } finally {
        await source.close()
      }
    },
    authorListed: async (capUri, { signal = never } = {}) =>
      (await looking.find({ capUri }, signal)).listing.author.did,
    readLink: readInstallLink,
    read: wantedOf,
    updates: updating.updates,
    check: ({ signal = never } = {}) => updating.check(signal),
    collections: collections.all,
    collection: (input, { signal = never } = {}) => collections.page(input, signal),
    standings: (published, { signal = never } = {}) => standings(published, signal),
    provenance: (name) => {
      const installed = packages.installed().find((one) => one.name === name)
      return installed === undefined ? null : kept.provenance(installed.sha256)
    },
    onChange,
    start: updating.start,
    close: async () => {
      offTrust()
      await updating.close()
      await sources.close()
      cache.close()
    },
  }
}
