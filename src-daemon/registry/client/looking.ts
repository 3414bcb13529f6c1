import { hash as hashOf } from 'node:crypto'
import semver from 'semver'
import type { VerificationKey } from '../../contract/identity.ts'
import { parseCapUri } from '../../packages/index.ts'
import { parseCid, sha256OfCid } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'
import type { ChainRecord } from '../../contract/registry-chain.ts'
import type { IpfsService } from '../ipfs/types.ts'
import type { Asking } from './asking.ts'
import type { MarketCache } from './cache.ts'
import type { ChainWords } from './chain-word.ts'
import { contradict, merge, type Merged, type SourceEntry } from './merging.ts'
import { fetchWithProgress, type EmitStep } from './reviewing.ts'
import type { Source } from './source.ts'
import type { Listing } from './listing.ts'
import type { MarketDetailInput, SourceState } from '../../contract/marketplace.ts'
import { verifyChain, type Verified } from './verify.ts'

export interface LookingDeps {
  readonly asking: Asking
  readonly chains: ChainWords
  readonly cache: MarketCache
  readonly ipfs: Pick<IpfsService, 'fetchVerified'>
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly language: () => Language
  readonly sources: () => readonly Source[]
}

/** One version as found: the source whose word counts, and how all sources answered. */
export interface Found {
  readonly source: Source
  readonly listing: Listing
  readonly merged: Merged
  readonly states: readonly SourceState[]
}

const NAME = /^[a-z][a-z0-9_-]{0,62}$/

/** Finds one version among all sources, and verifies it. */
export const createLooking = (deps: LookingDeps) => {
  const { asking, chains, cache, ipfs, keyOf, language, sources } = deps

  /**
   * All sources are asked, even if one is named, to see whether they contradict each other.
   * Errors: `registry_capability_unknown`, `registry_capability_unheard`, `registry_source_missing`.
   */
  const find = async (input: MarketDetailInput, signal: AbortSignal): Promise<Found> => {
    const wanted = wantedIn(input.capUri)
    const all = sources()
    if (input.source !== undefined && !all.some(({ catalogue }) => catalogue.name === input.source))
      throw new SatchelError('registry_source_missing', { params: { name: input.source } })
    const answers = await Promise.all(
      all.map(async (source) => {
        const { value, state } = await asking.resolve(source, wanted, signal)
        return { source, listing: value ?? (await fromChain(source, wanted, signal)), state }
      }),
    )
    const states = answers.map(({ state }) => state)
    const entries = answers.flatMap(({ source: { catalogue }, listing }): SourceEntry[] =>
      listing === null ? [] : [{ catalogue, listing, page: 0, place: 0 }],
    )
    const order = all.map(({ catalogue }) => catalogue.name)
    const [merged] = merge(entries, order)
    const named = input.source ?? merged?.entries[0]?.catalogue.name
    const chosen = entries.find(({ catalogue }) => catalogue.name === named)
    const source = all.find(({ catalogue }) => catalogue.name === named)
    if (merged === undefined || chosen === undefined || source === undefined) throw unknown(wanted, states)
    const shown: Merged = {
      ...merged,
      shown: chosen.listing,
      entries: [chosen, ...merged.entries.filter((one) => one !== chosen)],
      conflict: contradict(entries.map(({ listing }) => listing)),
    }
    return { source, listing: chosen.listing, merged: shown, states }
  }

  /**
   * If no index answers or knows the version, the chain may; then only the file says what the capability is.
   */
  const fromChain = async (
    { catalogue }: Source,
    { capUri, version }: { readonly capUri: string; readonly version: string | null },
    signal: AbortSignal,
  ): Promise<Listing | null> => {
    if (catalogue.kind !== 'chain') return null
    const { records } = await chains.versions(catalogue.registry, capUri, { signal })
    const record = version === null ? latestOf(records) : records.find((one) => one.semver === version)
    return record === undefined ? null : listingOfRecord(capUri, record)
  }

  /**
   * Verifies a version as its source describes it, and reports when a download starts. Throws nothing but the
   * signal's reason.
   */
  const verify = async (
    { source, listing }: Pick<Found, 'source' | 'listing'>,
    signal: AbortSignal,
    emit: EmitStep = () => undefined,
  ): Promise<Verified> => {
    const { catalogue } = source
    const { capUri, version, author, cid, sha256 } = listing
    const place = catalogue.kind === 'chain' ? chains.place(catalogue.registry) : null
    const chain =
      catalogue.kind === 'chain'
        ? {
            word: await chains.version(catalogue.registry, capUri, version, { signal }),
            place: place ?? { name: catalogue.registry, chainId: 0, contract: '' },
          }
        : null
    const verified = await verifyChain(
      {
        from: catalogue.kind,
        claimed: { capUri, version, authorDid: author.did },
        cid,
        sha256,
        chain,
        list: source.signedBy?.() ?? null,
        fetch: () => fetchWithProgress(emit, (onBytes) => fetchFile(source, listing, signal, onBytes)),
      },
      { keyOf, language: language() },
    )
    signal.throwIfAborted()
    if (verified.file !== null) cache.keepFile(verified.file.sha256, verified.file.bytes)
    return verified
  }

  /** From the source's folder, from the cache of verified files, from the source's own place, or by its CID. */
  const fetchFile = async (
    source: Source,
    listing: Listing,
    signal: AbortSignal,
    onBytes: (fetched: number) => void,
  ): Promise<Uint8Array> => {
    const here = await source.bytes(listing)
    if (here !== null) return here
    return fetchNamed({ cid: listing.cid ?? '', sha256: listing.sha256 }, signal, onBytes, [source])
  }

  const fetchNamed = async (
    { cid, sha256 }: { readonly cid: string; readonly sha256: string | null },
    signal: AbortSignal,
    onBytes?: (fetched: number) => void,
    /** Those whose own files are looked in. */
    from: readonly Source[] = sources(),
  ): Promise<Uint8Array> => {
    const hash = sha256OfCid(parseCid(cid))
    // Cached bytes are checked against the hash only, so the CID must name that same hash.
    const kept = hash === null || (sha256 !== null && hash !== sha256) ? null : cache.file(hash)
    if (kept !== null) return kept
    const here = hash === null ? null : await fromFolders(hash)
    if (here !== null) return here
    const there = hash === null ? null : await fromPlaces(from, hash, { signal, onBytes })
    if (there !== null) return there
    const { bytes } = await ipfs.fetchVerified({
      cid,
      ...(sha256 === null ? {} : { sha256 }),
      signal,
      onBytes,
    })
    return bytes
  }

  /** A file of that hash from the first source whose list has it. */
  const fromPlaces = async (
    from: readonly Source[],
    sha256: string,
    options: { readonly signal: AbortSignal; readonly onBytes?: ((fetched: number) => void) | undefined },
  ): Promise<Uint8Array | null> => {
    for (const source of from) {
      const bytes = (await source.download?.({ sha256 }, options)) ?? null
      if (bytes !== null) return bytes
    }
    return null
  }

  /** A file of that hash from one of the folder sources; null if none has it unchanged. */
  const fromFolders = async (sha256: string): Promise<Uint8Array | null> => {
    for (const source of sources()) {
      const bytes = await source.bytes({ sha256 })
      if (bytes !== null && hashOf('sha256', bytes) === sha256) return bytes
    }
    return null
  }

  return { find, verify, fetchNamed }
}
export type Looking = ReturnType<typeof createLooking>

/** @throws SatchelError `registry_capability_unknown` if it is neither a capability URI nor a name */
const wantedIn = (text: string): { capUri: string; version: string | null } => {
  const parsed = parseCapUri(text)
  if (parsed !== null) return parsed
  const name = text.replace(/^did:nuwa:cap:/, '')
  if (!NAME.test(name))
    throw new SatchelError('registry_capability_unknown', { params: { name: text.slice(0, 100) } })
  return { capUri: `did:nuwa:cap:${name}`, version: null }
}

/** The error for a version that no source knows; it names the sources that did not answer. */
const unknown = ({ capUri, version }: ReturnType<typeof wantedIn>, states: readonly SourceState[]) => {
  const name = version === null ? capUri : `${capUri}@${version}`
  const silent = states.filter(({ problem }) => problem !== null).map(({ source }) => source)
  const details = { sources: states }
  return silent.length === 0
    ? new SatchelError('registry_capability_unknown', { params: { name }, details })
    : new SatchelError('registry_capability_unheard', {
        params: { name, sources: silent.join(', ') },
        details,
      })
}

/** The highest version that is neither a pre-release nor yanked (acp.md 5.3). */
export const latestOf = (records: readonly ChainRecord[]): ChainRecord | undefined =>
  records
    .filter(({ semver: version, yanked }) => yanked === null && isRelease(version))
    .toSorted((a, b) => semver.compareBuild(b.semver, a.semver))[0]

/** What a record says of a version: only the file knows the rest. */
export const listingOfRecord = (capUri: string, record: ChainRecord): Listing => {
  const name = capUri.slice('did:nuwa:cap:'.length)
  return {
    capUri,
    name,
    version: record.semver,
    title: name,
    description: '',
    author: { did: record.authorDid, keyId: '' },
    tags: [],
    modelFamilies: [],
    permissions: { require: [], option: [] },
    cid: record.cid,
    sha256: record.sha256,
    votes: null,
    block: null,
    yanked: record.yanked,
  }
}

/** A node may return anything. */
export const isRelease = (version: string): boolean =>
  semver.valid(version) !== null && semver.prerelease(version) === null
