/** What one source says of one installed capability: whether there is a newer version, and whether this one was withdrawn. */
import semver from 'semver'
import type { InstalledPackage } from '../../contract/packages.ts'
import type { Asking } from './asking.ts'
import type { ChainWords } from './chain-word.ts'
import type { Offer, Yank } from './kept.ts'
import { latestOf } from './looking.ts'
import type { Source } from './source.ts'

export interface Word {
  readonly offer: Offer | null
  readonly yank: Yank | null
}

/** Null if the source could not be asked. Another author's package of the same name is ignored. */
export const wordOf = async (
  { asking, chains, now }: { asking: Asking; chains: ChainWords; now: () => Date },
  source: Source,
  { name, version, sha256, review }: InstalledPackage,
  signal: AbortSignal,
): Promise<Word | null> => {
  const { catalogue } = source
  const { capUri, author } = review
  const foundAt = now().toISOString()
  const offerOf = (one: { version: string; sha256: string; cid: string | null; did: string }): Offer | null =>
    one.did === author.did && semver.valid(one.version) !== null && semver.gt(one.version, version)
      ? { name, version: one.version, source: catalogue.name, sha256: one.sha256, cid: one.cid, foundAt }
      : null
  const yankOf = (reason: string | null | undefined): Yank | null =>
    reason === null || reason === undefined ? null : { sha256, source: catalogue.name, reason, foundAt }

  if (catalogue.kind === 'chain') {
    // Records on the chain are read without an index.
    const { records, problem } = await chains.versions(catalogue.registry, capUri)
    if (problem === null) {
      const theirs = records.filter(({ authorDid }) => authorDid === author.did)
      const latest = latestOf(theirs)
      return {
        offer:
          latest === undefined ? null : offerOf({ ...latest, version: latest.semver, did: latest.authorDid }),
        yank: yankOf(records.find((one) => one.sha256 === sha256)?.yanked),
      }
    }
  }
  const [latest, own] = [
    await asking.resolve(source, { capUri, version: null }, signal),
    await asking.resolve(source, { capUri, version }, signal),
  ]
  if (latest.state.status !== 'fresh') return null
  return {
    offer: latest.value === null ? null : offerOf({ ...latest.value, did: latest.value.author.did }),
    yank: own.value?.sha256 === sha256 ? yankOf(own.value.yanked) : null,
  }
}
