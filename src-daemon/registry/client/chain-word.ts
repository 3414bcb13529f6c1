import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { RegistriesService } from '../chain/types.ts'
import type { ChainRecord } from '../../contract/registry-chain.ts'
import type { Chain } from '../chain/chain.ts'
import type { MarketCache } from './cache.ts'

/** How long a node may take for one answer, and how long one that took longer isn't asked again. */
const PATIENCE_MS = 8000
const LEFT_ALONE_MS = 30_000

/**
 * A chain's answer about a version. `settled`: just now, and final (null: it has none); `unsettled`: just now, but its
 * block may still be dropped; `remembered`: the node does not answer, but the record was read before; `unknown`: the node
 * does not answer and nothing is cached.
 */
export type ChainWord =
  | { readonly kind: 'settled'; readonly record: ChainRecord | null }
  | { readonly kind: 'unsettled'; readonly record: ChainRecord }
  /** The record differs from one that was settled before: the node lies, or did then. */
  | { readonly kind: 'changed'; readonly record: ChainRecord | null; readonly before: ChainRecord }
  | {
      readonly kind: 'remembered'
      readonly record: ChainRecord
      readonly at: Date
      readonly problem: SatchelError
    }
  | { readonly kind: 'unknown'; readonly problem: SatchelError }

/** Where a registry is, regardless of its name: the key of a cached record. */
export interface RegistryPlace {
  readonly name: string
  readonly chainId: number
  readonly contract: string
}

interface Options {
  readonly signal: AbortSignal
  /** How long the node may take for this answer. */
  readonly patienceMs?: number | undefined
}

/**
 * The chains that sources are checked against. A settled record never changes, so it is cached and compared. A node
 * that stays silent is not waited for again for a while. Each call throws the signal's reason once it fires.
 */
export interface ChainWords {
  place(registry: string): RegistryPlace | null
  version(registry: string, capUri: string, version: string, options: Options): Promise<ChainWord>
  /** All records of a name, and when they were read; `problem` if the node did not answer now. */
  versions(
    registry: string,
    capUri: string,
    options: Options,
  ): Promise<{
    readonly records: readonly ChainRecord[]
    readonly at: Date | null
    readonly problem: SatchelError | null
  }>
  votes(registry: string, capUri: string, options: Options): Promise<{ up: number; down: number } | null>
  /** Where the event of a record is; null if the node does not say. */
  publication(
    registry: string,
    capUri: string,
    record: ChainRecord,
    options: Options,
  ): Promise<{ readonly tx: string; readonly block: number } | null>
}

export const createChainWords = (deps: {
  readonly registries: Pick<RegistriesService, 'open'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly cache: MarketCache
  readonly now: () => Date
}): ChainWords => {
  const { registries, settings, cache, now } = deps

  const place: ChainWords['place'] = (registry) => {
    const found = settings.get().chainRegistries.find(({ name }) => name === registry)
    return found === undefined ? null : { name: found.name, chainId: found.chainId, contract: found.contract }
  }
  const keyOf = (registry: string): string => {
    const found = place(registry)
    return `${String(found?.chainId)} ${String(found?.contract.toLowerCase())}`
  }

  const silent = new Map<string, { until: number; waitedMs: number; problem: SatchelError }>()

  /** Reads from a registry within the time its node has. Errors: `chain_unreachable`, those of `read`, the signal's reason. */
  const ask = async <T>(
    registry: string,
    { signal, patienceMs = PATIENCE_MS }: Options,
    read: (chain: Chain) => Promise<T>,
  ): Promise<T> => {
    const key = keyOf(registry)
    const before = silent.get(key)
    if (before !== undefined && now().getTime() < before.until && patienceMs <= before.waitedMs)
      throw before.problem
    const chain = await registries.open(registry)
    const patience = AbortSignal.timeout(patienceMs)
    try {
      const answer = await read(chain.within(AbortSignal.any([signal, patience])))
      silent.delete(key)
      return answer
    } catch (thrown) {
      signal.throwIfAborted()
      if (!patience.aborted) throw thrown
      const { host } = new URL(chain.place.rpcUrl)
      const params = { host, problem: 'no answer' }
      const problem = new SatchelError('chain_unreachable', { params, details: params })
      silent.set(key, { until: now().getTime() + LEFT_ALONE_MS, waitedMs: patienceMs, problem })
      throw problem
    }
  }

  const version: ChainWords['version'] = async (registry, capUri, semver, options) => {
    const key = keyOf(registry)
    const before = cache.record(key, capUri, semver)
    try {
      const [{ readRecord }, { readSettledTime }] = await Promise.all([
        import('../chain/read-record.ts'),
        import('../chain/read-settled-time.ts'),
      ])
      const [record, settled] = await ask(registry, options, (chain) =>
        Promise.all([readRecord(chain, { capUri, semver }), readSettledTime(chain)]),
      )
      if (before !== null && !(record !== null && isSame(before.record, record)))
        return { kind: 'changed', record, before: before.record }
      if (record === null) return { kind: 'settled', record }
      if (new Date(record.publishedAt) > settled) return { kind: 'unsettled', record }
      cache.keepRecord(key, capUri, record)
      return { kind: 'settled', record }
    } catch (thrown) {
      const problem = problemIn(thrown, options)
      return before === null
        ? { kind: 'unknown', problem }
        : { kind: 'remembered', record: before.record, at: new Date(before.at), problem }
    }
  }

  const versions: ChainWords['versions'] = async (registry, capUri, options) => {
    const key = keyOf(registry)
    try {
      const [{ readVersions }, { readSettledTime }] = await Promise.all([
        import('../chain/read-versions.ts'),
        import('../chain/read-settled-time.ts'),
      ])
      const [all, settled] = await ask(registry, options, (chain) =>
        Promise.all([readVersions(chain, { capUri }), readSettledTime(chain)]),
      )
      const records = all.filter(({ publishedAt }) => new Date(publishedAt) <= settled)
      for (const record of records) {
        const before = cache.record(key, capUri, record.semver)
        if (before === null || isSame(before.record, record)) cache.keepRecord(key, capUri, record)
      }
      return { records, at: now(), problem: null }
    } catch (thrown) {
      const problem = problemIn(thrown, options)
      const kept = cache.records(key, capUri)
      const at = kept.length === 0 ? null : new Date(Math.max(...kept.map((one) => one.at)))
      return { records: kept.map(({ record }) => record), at, problem }
    }
  }

  const votes: ChainWords['votes'] = async (registry, capUri, options) => {
    try {
      const { readName } = await import('../chain/read-name.ts')
      return (await ask(registry, options, (chain) => readName(chain, { capUri })))?.votes ?? null
    } catch (thrown) {
      problemIn(thrown, options)
      return null // the record reports that the node does not answer
    }
  }

  const publication: ChainWords['publication'] = async (registry, capUri, record, options) => {
    try {
      const { readPublication } = await import('../chain/read-publication.ts')
      return await ask(registry, options, (chain) => readPublication(chain, { capUri, record }))
    } catch (thrown) {
      problemIn(thrown, options)
      return null // the record itself was read; where its event is, is only extra information
    }
  }

  return { place, version, versions, votes, publication }
}

/** What kept a chain from answering. Throws what is no answer: the end of the caller, and our own mistakes. */
const problemIn = (thrown: unknown, { signal }: Options): SatchelError => {
  signal.throwIfAborted()
  const problem = toSatchelError(thrown)
  if (problem.code === 'internal') throw thrown
  return problem
}

/** Compares the parts of a record that never change; a yank may come later. */
const isSame = (a: ChainRecord, b: ChainRecord): boolean =>
  a.cid === b.cid && a.sha256 === b.sha256 && a.authorDid === b.authorDid && a.publishedAt === b.publishedAt
