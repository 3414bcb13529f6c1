/** Asks each index whether it took a version that was published. */
import type { Language } from '../../contract/language.ts'
import type { IndexWord } from '../../contract/publishing.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import type { ChainWords } from './chain-word.ts'
import type { Source } from './source.ts'

/** How long an index may take. */
const PATIENCE_MS = 8000

/** A published version, and the registry it was published to. */
export interface PublishedVersion {
  readonly capUri: string
  readonly semver: string
  /** Of the file, hex. */
  readonly sha256: string
  readonly chainId: number
  readonly contract: string
}

/**
 * Asks the enabled indexes, except those that are set as another registry's. What an index says of its reasons is
 * bounded and cleaned, and nothing else of it is believed. Throws nothing but the signal's reason.
 */
export const createStandings =
  ({
    chains,
    sources,
    language,
  }: {
    readonly chains: Pick<ChainWords, 'place'>
    readonly sources: () => readonly Source[]
    readonly language: () => Language
  }) =>
  async (published: PublishedVersion, signal: AbortSignal): Promise<IndexWord[]> => {
    const registry = `${String(published.chainId)}:${published.contract.toLowerCase()}`

    const isAsked = ({ catalogue }: Source): boolean => {
      if (catalogue.kind !== 'chain') return catalogue.kind === 'indexer'
      const place = chains.place(catalogue.registry)
      return place !== null && `${String(place.chainId)}:${place.contract.toLowerCase()}` === registry
    }

    const standingAt = async (
      source: Source,
      ends: AbortSignal,
    ): Promise<Pick<IndexWord, 'standing' | 'reason'>> => {
      const { capUri, semver: version, sha256 } = published
      const found = await source.standing({ capUri, version }, { signal: ends })
      if (found === null) return { standing: 'unlisted', reason: null }
      if ('listing' in found)
        return { standing: found.listing.sha256 === sha256 ? 'taken' : 'other_file', reason: null }
      const { state, reason, registry: followed } = found.lack
      if (followed !== null && followed !== registry) return { standing: 'other_registry', reason: null }
      if (state === null) return { standing: 'unlisted', reason: null }
      return { standing: state === 'unknown' ? 'not_yet' : state, reason }
    }

    return Promise.all(
      sources()
        .filter(isAsked)
        .map(async (source): Promise<IndexWord> => {
          const { name } = source.catalogue
          const patience = AbortSignal.timeout(PATIENCE_MS)
          try {
            const word = await standingAt(source, AbortSignal.any([signal, patience]))
            return { source: name, ...word, problem: null }
          } catch (thrown) {
            signal.throwIfAborted()
            const params = { host: name, seconds: PATIENCE_MS / 1000 }
            const failure = patience.aborted ? new SatchelError('network_timeout', { params }) : thrown
            const problem = toErrorView(failure, language())
            return { source: name, standing: 'silent', reason: null, problem }
          }
        }),
    )
  }
