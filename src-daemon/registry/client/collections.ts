/** Collections of the lists that the owner follows: each package as the sources have it. */
import semver from 'semver'
import type {
  CollectionEntry,
  CollectionInput,
  CollectionPage,
  CollectionSummary,
} from '../../contract/trust.ts'
import type { SourceState } from '../../contract/marketplace.ts'
import { cleanText } from '../../platform/clean-text.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { Collection } from '../trust/format.ts'
import type { TrustService } from '../trust/types.ts'
import { summaryOf } from '../trust/views.ts'
import type { Asking } from './asking.ts'
import type { Cards } from './cards.ts'
import type { Listing } from './listing.ts'
import { isRelease, type Found, type Looking } from './looking.ts'
import type { Source } from './source.ts'

/** Packages on one page. */
const PAGE = 24
/** Packages looked for at once. */
const AT_ONCE = 4
const NOTE_LETTERS = 500
/** What is no failure, but says that no source has it. */
const NOT_FOUND: readonly string[] = ['registry_capability_unknown', 'registry_capability_unheard']

type Wanted = Collection['packages'][number]

export interface CollectionsDeps {
  readonly trust: Pick<TrustService, 'collections' | 'collection'>
  readonly looking: Pick<Looking, 'find'>
  readonly asking: Pick<Asking, 'versions' | 'state'>
  readonly cards: Pick<Cards, 'card'>
  readonly sources: () => readonly Source[]
}

export const createCollections = ({ trust, looking, asking, cards, sources }: CollectionsDeps) => {
  const all = (): readonly CollectionSummary[] => trust.collections().map(summaryOf)

  /** Errors: `trust_list_missing`, `trust_collection_missing`, the signal's reason. */
  const page = async ({ list, id, from }: CollectionInput, signal: AbortSignal): Promise<CollectionPage> => {
    const listed = trust.collection(list, id)
    const { packages } = listed.collection
    const left = [...packages.slice(from, from + PAGE).entries()]
    const entries: CollectionEntry[] = []
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [at, wanted] = next
        entries[at] = await entryOf(wanted, signal)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const states: SourceState[] = sources().map(({ catalogue }) => asking.state(catalogue))
    return {
      ...summaryOf(listed),
      entries,
      next: from + PAGE < packages.length ? from + PAGE : null,
      sources: states,
    }
  }

  const entryOf = async (wanted: Wanted, signal: AbortSignal): Promise<CollectionEntry> => {
    const { package: name, author, note } = wanted
    const range = wanted.versions ?? null
    const entry = { package: name, author, versions: range, note: cleanText(note, NOTE_LETTERS) }
    const lacking = (lack: CollectionEntry['lack']): CollectionEntry => ({
      ...entry,
      capUri: null,
      card: null,
      lack,
    })
    const capUri = `did:nuwa:cap:${name}`
    let found: Found
    try {
      found = await looking.find({ capUri }, signal)
    } catch (thrown) {
      signal.throwIfAborted()
      if (NOT_FOUND.includes(toSatchelError(thrown).code)) return lacking('not_found')
      throw thrown
    }
    const { merged } = found
    const theirs = merged.entries.filter(({ listing }) => listing.author.did === author)
    const [latest] = theirs.map(({ listing }) => listing).toSorted(newestFirst)
    if (latest === undefined) return lacking('other_author')
    const shown = isInRange(latest, range)
      ? latest
      : await lowerOf(wanted, new Set(theirs.map(({ catalogue }) => catalogue.name)), signal)
    if (shown === null) return lacking('other_version')
    const card = cards.card({ ...merged, shown })
    return { ...entry, capUri: shown === latest ? capUri : `${capUri}@${shown.version}`, card, lack: null }
  }

  /** The highest version in the range that is neither withdrawn nor a pre-release; null if there is none. */
  const lowerOf = async (
    { package: name, author, versions: range }: Wanted,
    names: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Listing | null> => {
    const having = sources().filter(({ catalogue }) => names.has(catalogue.name))
    const said = await Promise.all(having.map((one) => asking.versions(one, `did:nuwa:cap:${name}`, signal)))
    const fitting = said
      .flatMap(({ value }) => value)
      .filter((one) => one.author.did === author && one.yanked === null && isRelease(one.version))
      .filter((one) => isInRange(one, range ?? null))
    return fitting.toSorted(newestFirst)[0] ?? null
  }

  return { all, page }
}

const isInRange = ({ version }: Listing, versions: string | null): boolean =>
  versions === null || semver.satisfies(version, versions, { includePrerelease: true })

const newestFirst = (a: Listing, b: Listing): number => semver.compareBuild(b.version, a.version)
