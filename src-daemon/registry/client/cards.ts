import semver from 'semver'
import { LRUCache } from 'lru-cache'
import { factsOf, requestedPermissions, shownWords, validatePackage } from '../../packages/index.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { AuthorTrust, InstalledPackage } from '../../contract/packages.ts'
import type { Language } from '../../contract/language.ts'
import type { TrustService } from '../trust/types.ts'
import type { MarketCache } from './cache.ts'
import type { Merged } from './merging.ts'
import type { Listing } from './listing.ts'
import type { Catalogue } from '../../contract/settings.ts'
import type { Claim, Facts, MarketCard } from '../../contract/marketplace.ts'

export interface CardsDeps {
  readonly packages: Pick<PackagesService, 'installed' | 'authorTrust'>
  readonly trust: Pick<TrustService, 'advisories' | 'recommendations'>
  readonly cache: Pick<MarketCache, 'file'>
  readonly language: () => Language
}

/** Facts derived from files, computed once per file and language. */
const MAX_FACTS = 500

/** Capabilities as the owner sees them, with what is installed and cached. */
export const createCards = ({ packages, trust, cache, language }: CardsDeps) => {
  const known = new LRUCache<string, { readonly facts: Facts | null }>({ max: MAX_FACTS })

  /** The facts of the file with this hash if it is cached, else null. */
  const factsFor = (sha256: string): Facts | null => {
    const key = `${sha256} ${language()}`
    const before = known.get(key)
    if (before !== undefined) return before.facts
    const bytes = cache.file(sha256)
    return bytes === null ? null : learn(bytes, sha256)
  }

  /** The facts of a verified file. */
  const learn = (bytes: Uint8Array, sha256: string): Facts | null => {
    const checked = validatePackage(bytes, `${sha256}.acp.yaml`, { checkSchema: null, signature: 'ignored' })
    const facts =
      checked.package === null ? null : { ...factsOf(checked.package, language()), bytes: bytes.length }
    known.set(`${sha256} ${language()}`, { facts })
    return facts
  }

  const trustOf = (author: Listing['author']): AuthorTrust => packages.authorTrust(author)

  const advisoriesOf = (shown: Listing) => trust.advisories({ ...shown, author: shown.author.did })

  /** Many at once: what is installed is read once for all of them. */
  const cards = (all: readonly Merged[]): MarketCard[] => {
    const installed = new Map(packages.installed().map((one) => [one.name, one]))
    return all.map((one) => cardOf(one, installed))
  }

  const cardOf = (
    { capUri, shown, entries, conflict }: Merged,
    all: ReadonlyMap<string, InstalledPackage>,
  ): MarketCard => {
    const installed = all.get(shown.name) ?? null
    const facts = factsFor(shown.sha256)
    const votes = entries.map(({ listing }) => listing.votes).find((one) => one !== null) ?? null
    return {
      capUri,
      name: shown.name,
      version: shown.version,
      ...shownWords(shown, language()),
      author: {
        ...shown.author,
        trust: trustOf(shown.author),
        recommendedBy: [...trust.recommendations(shown.author.did)],
      },
      advisories: [...advisoriesOf(shown)],
      tags: [...shown.tags],
      modelFamilies: [...shown.modelFamilies],
      permissions:
        facts?.permissions ??
        requestedPermissions(shown.permissions.require, { objects: shown.title, language: language() }),
      facts,
      votes,
      claims: entries.map(({ catalogue, listing }) => claimOf(catalogue, listing)),
      conflict,
      installed: installed && { version: installed.version, sha256: installed.sha256 },
      isUpdate:
        installed !== null &&
        installed.review.author.did === shown.author.did &&
        semver.gt(shown.version, installed.version),
    }
  }

  const card = (one: Merged): MarketCard =>
    cardOf(one, new Map(packages.installed().map((found) => [found.name, found])))

  /** Whether a list that the owner follows blocks the version that is shown. */
  const isBlocked = ({ shown }: Merged): boolean => advisoriesOf(shown).length > 0

  return { card, cards, factsFor, learn, isBlocked }
}
export type Cards = ReturnType<typeof createCards>

export const claimOf = ({ name: source, trust }: Catalogue, listing: Listing): Claim => {
  const { version, cid, sha256, author, yanked } = listing
  return { source, trust, version, cid, sha256, authorDid: author.did, yanked }
}
