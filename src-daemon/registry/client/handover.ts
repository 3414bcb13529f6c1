/**
 * Names that were passed on. A registry's contract lets a name have another author only after its owner offered it and
 * the next one accepted, so the order of its records proves a handover; in a static registry the one who had the name signed it.
 */
import type { Handover } from '../../contract/packages.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { ChainRecord } from '../../contract/registry-chain.ts'
import type { ChainWords } from './chain-word.ts'
import type { Kept } from './kept.ts'
import type { Listing } from './listing.ts'
import type { Source } from './source.ts'
import { leadsTo } from './static-handover.ts'

/**
 * Records of those who may follow the version with this hash: of its author, and of authors who got the name after it was
 * published. `records` are in the order of publication. Just the author's if the registry does not have that version.
 */
export const successors = (
  records: readonly ChainRecord[],
  { did, sha256 }: { readonly did: string; readonly sha256: string },
): readonly ChainRecord[] => {
  const at = records.findIndex((one) => one.sha256 === sha256 && one.authorDid === did)
  return records.filter(({ authorDid }, place) => authorDid === did || (at !== -1 && place > at))
}

/** Tells whether the author of a listed version got the name from the one whose version the owner had. */
export const createHandovers = ({
  chains,
  packages,
  kept,
}: {
  readonly chains: ChainWords
  readonly packages: Pick<PackagesService, 'installed' | 'authors'>
  readonly kept: Pick<Kept, 'provenance'>
}) => ({
  /** Null if the name is still its author's here, or the registry does not prove that it was passed on. */
  of: async (
    { catalogue, handovers }: Source,
    { capUri, name, sha256, author }: Pick<Listing, 'capUri' | 'name' | 'sha256' | 'author'>,
    signal: AbortSignal,
  ): Promise<Handover | null> => {
    if (catalogue.kind !== 'chain' && handovers === undefined) return null
    const from = packages.authors().find(({ names }) => names.includes(name))?.did
    if (from === undefined || from === author.did) return null
    if (catalogue.kind !== 'chain') {
      const isTheirs = leadsTo((await handovers?.(capUri)) ?? [], from, author.did)
      return isTheirs ? { from, to: author.did, registry: catalogue.name } : null
    }
    const { records, problem } = await chains.versions(catalogue.registry, capUri, { signal })
    if (problem !== null) return null
    const here = packages.installed().find((one) => one.name === name)?.sha256
    // What was removed is known by where it had come from.
    const had = records.find(
      (one) => one.authorDid === from && (one.sha256 === here || kept.provenance(one.sha256) !== null),
    )
    if (had === undefined) return null
    const isTheirs = successors(records, { did: from, sha256: had.sha256 }).some(
      (one) => one.sha256 === sha256 && one.authorDid === author.did,
    )
    return isTheirs ? { from, to: author.did, registry: catalogue.registry } : null
  },
})
export type Handovers = ReturnType<typeof createHandovers>
