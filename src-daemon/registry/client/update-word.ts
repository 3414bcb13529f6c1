/** What one source says of one installed capability: whether there is a newer version, and whether this one was withdrawn. */
import semver from 'semver'
import type { InstalledPackage } from '../../contract/packages.ts'
import type { Asking } from './asking.ts'
import type { ChainWords } from './chain-word.ts'
import type { Offer, Yank } from './kept.ts'
import { successors } from './handover.ts'
import type { Listing } from './listing.ts'
import { isRelease, latestOf, listingOfRecord } from './looking.ts'
import type { PassedOn, Source } from './source.ts'
import { leadsTo } from './static-handover.ts'

export interface Word {
  readonly offer: Offer | null
  /** The offered version as the source lists it; null if it was remembered. */
  readonly listing: Listing | null
  readonly yank: Yank | null
  /** Whether it has the capability at all. */
  readonly isListed: boolean
}

/** What a source said; where it could not be asked, whether it did not answer at all. */
export type Said = { readonly word: Word } | { readonly word: null; readonly isSilent: boolean }

/**
 * What a source lists between the installed version and `below`, the highest first: releases that were not withdrawn, of
 * those who may follow. Throws the signal's reason.
 */
export const newerListings = async (
  { asking, chains }: { asking: Asking; chains: ChainWords },
  source: Source,
  { version, sha256, review: { capUri, author } }: InstalledPackage,
  below: string,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<readonly Listing[]> => {
  const between = (all: readonly Listing[]): readonly Listing[] =>
    all
      .filter((one) => one.yanked === null && isRelease(one.version))
      .filter((one) => semver.gt(one.version, version) && semver.lt(one.version, below))
      .toSorted((a, b) => semver.compareBuild(b.version, a.version))
  const { catalogue } = source
  if (catalogue.kind === 'chain') {
    const { records, problem } = await chains.versions(catalogue.registry, capUri, { signal, patienceMs })
    const followed = successors(records, { did: author.did, sha256 })
    return problem === null ? between(followed.map((one) => listingOfRecord(capUri, one))) : []
  }
  const { value } = await asking.versions(source, capUri, signal)
  const passed = (await source.handovers?.(capUri)) ?? []
  return between(value.filter((one) => mayFollow(passed, author.did, one.author.did)))
}

/** The same author, or one whom the name was passed on to. */
const mayFollow = (passed: readonly PassedOn[], from: string, did: string): boolean =>
  did === from || leadsTo(passed, from, did)

/** A chain's node comes first, and leaves its index this part of the time. */
const NODE_SHARE = 0.6

/** Another author's package of the same name is ignored, unless it is proven that the name was passed on. Throws the signal's reason. */
export const wordOf = async (
  { asking, chains, now }: { asking: Asking; chains: ChainWords; now: () => Date },
  source: Source,
  { name, version, sha256, review }: InstalledPackage,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<Said> => {
  const { catalogue } = source
  const { capUri, author } = review
  const foundAt = now().toISOString()
  const offerOf = (one: { version: string; sha256: string; cid: string | null }): Offer | null =>
    semver.valid(one.version) !== null && semver.gt(one.version, version)
      ? {
          name,
          version: one.version,
          source: catalogue.name,
          sha256: one.sha256,
          cid: one.cid,
          foundAt,
          problem: null,
          higher: null,
        }
      : null
  const yankOf = (reason: string | null | undefined): Yank | null =>
    reason === null || reason === undefined ? null : { sha256, source: catalogue.name, reason, foundAt }

  if (catalogue.kind === 'chain') {
    // Records on the chain are read without an index.
    const { records, problem } = await chains.versions(catalogue.registry, capUri, {
      signal,
      patienceMs: patienceMs * NODE_SHARE,
    })
    if (problem === null) {
      const latest = latestOf(successors(records, { did: author.did, sha256 }))
      return {
        word: {
          offer: latest === undefined ? null : offerOf({ ...latest, version: latest.semver }),
          listing: latest === undefined ? null : listingOfRecord(capUri, latest),
          yank: yankOf(records.find((one) => one.sha256 === sha256)?.yanked),
          isListed: records.length > 0,
        },
      }
    }
  }
  const patience = { patienceMs: catalogue.kind === 'chain' ? patienceMs * (1 - NODE_SHARE) : patienceMs }
  const { value: latest, state } = await asking.resolve(source, { capUri, version: null }, signal, patience)
  if (state.status !== 'fresh')
    return { word: null, isSilent: state.problem?.code.startsWith('network_') ?? false }
  const own =
    latest?.version === version
      ? latest
      : (await asking.resolve(source, { capUri, version }, signal, patience)).value
  const passed = (await source.handovers?.(capUri)) ?? []
  return {
    word: {
      offer: latest === null || !mayFollow(passed, author.did, latest.author.did) ? null : offerOf(latest),
      listing: latest,
      yank: own?.sha256 === sha256 ? yankOf(own.yanked) : null,
      isListed: latest !== null || own !== null,
    },
  }
}
