/** The list of a static registry in memory: its capabilities by name, and a search over what it says of them. */
import semver from 'semver'
import { cidOfSha256 } from '../../platform/cid.ts'
import { readList, type Entry, type EntryVersion, type HeadContent } from '../static/format.ts'
import { readListing, type Listing } from './listing.ts'
import { createLocalSearch, type LocalSearch } from './local-search.ts'

export interface StaticList {
  readonly head: HeadContent
  readonly search: LocalSearch
  readonly size: number
  /** Lines that are no entries. */
  readonly dropped: number
  entry(capUri: string): Entry | null
  /** Its latest version: the highest that is neither a pre-release nor withdrawn, else the highest. */
  latest(capUri: string): Listing | null
  versions(capUri: string): readonly Listing[]
  withSchema(schemaUri: string): readonly Listing[]
  /** Whether a version has this hash. */
  has(sha256: string): boolean
}

export const createStaticList = (head: HeadContent, text: string): StaticList => {
  const { entries, dropped } = readList(text)
  const byUri = new Map<string, { readonly entry: Entry; readonly latest: Listing }>()
  for (const entry of entries) {
    const latest = listingOf(entry, latestOf(entry.versions))
    if (latest === null) continue
    byUri.set(entry.cap_uri, { entry: { ...entry, words: '', acp_metadata: {} }, latest })
  }
  const search = createLocalSearch(
    entries.flatMap(({ cap_uri: uri, words }) => {
      const listing = byUri.get(uri)?.latest
      return listing === undefined ? [] : [{ listing, words }]
    }),
  )
  const versions = (capUri: string): readonly Listing[] => {
    const found = byUri.get(capUri)
    return found === undefined ? [] : found.entry.versions.map((one) => versionOf(found.latest, one))
  }
  return {
    head,
    search,
    size: byUri.size,
    dropped: dropped + entries.length - byUri.size,
    entry: (capUri) => byUri.get(capUri)?.entry ?? null,
    latest: (capUri) => byUri.get(capUri)?.latest ?? null,
    versions,
    withSchema: (uri) =>
      [...byUri.values()].flatMap(({ entry, latest }) =>
        entry.versions
          .filter((one) => one.schema_uri === uri)
          .map((one) => versionOf(latest, one))
          .toSorted((a, b) => semver.compareBuild(b.version, a.version)),
      ),
    has: (sha256) => {
      for (const { entry } of byUri.values())
        if (entry.versions.some((one) => one.sha256 === sha256)) return true
      return false
    },
  }
}

const latestOf = (versions: readonly EntryVersion[]): EntryVersion | undefined => {
  const ordered = versions
    .filter((one) => semver.valid(one.semver) !== null)
    .toSorted((a, b) => semver.compareBuild(b.semver, a.semver))
  const isOffered = (one: EntryVersion): boolean =>
    one.yanked === undefined && semver.prerelease(one.semver) === null
  return ordered.find(isOffered) ?? ordered[0]
}

/** Null if it is not of the shape of any source's entry. */
const listingOf = (entry: Entry, version: EntryVersion | undefined): Listing | null => {
  if (version === undefined) return null
  const { semver: number, sha256, author_did: did, yanked } = version
  return readListing({
    acp_metadata: { ...entry.acp_metadata, id: `${entry.cap_uri}@${number}` },
    ipfs_cid: cidOfSha256(sha256),
    sha256,
    author_did: did,
    block: secondsOf(version),
    yanked,
  })
}

const versionOf = (latest: Listing, version: EntryVersion): Listing =>
  version.sha256 === latest.sha256
    ? latest
    : {
        ...latest,
        version: version.semver,
        sha256: version.sha256,
        cid: cidOfSha256(version.sha256),
        author: { did: version.author_did, keyId: '' },
        block: secondsOf(version),
        yanked: version.yanked ?? null,
      }

/** In place of a block, which says what is newer in the same source. */
const secondsOf = ({ added }: EntryVersion): number => Math.floor(Date.parse(added) / 1000)
