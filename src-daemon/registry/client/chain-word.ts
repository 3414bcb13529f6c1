import { type SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { RegistriesService } from '../chain/types.ts'
import type { ChainRecord } from '../../contract/registry-chain.ts'
import type { MarketCache } from './cache.ts'

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

/**
 * The chains that sources are checked against. A settled record never changes, so it is cached and compared.
 */
export interface ChainWords {
  place(registry: string): RegistryPlace | null
  version(registry: string, capUri: string, version: string): Promise<ChainWord>
  /** All records of a name, and when they were read; `problem` if the node did not answer now. */
  versions(
    registry: string,
    capUri: string,
  ): Promise<{
    readonly records: readonly ChainRecord[]
    readonly at: Date | null
    readonly problem: SatchelError | null
  }>
  votes(registry: string, capUri: string): Promise<{ up: number; down: number } | null>
  /** Where the event of a record is; null if the node does not say. */
  publication(
    registry: string,
    capUri: string,
    record: ChainRecord,
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

  const version: ChainWords['version'] = async (registry, capUri, semver) => {
    const key = keyOf(registry)
    const before = cache.record(key, capUri, semver)
    try {
      const [{ readRecord }, { readSettledTime }] = await Promise.all([
        import('../chain/read-record.ts'),
        import('../chain/read-settled-time.ts'),
      ])
      const chain = await registries.open(registry)
      const [record, settled] = await Promise.all([
        readRecord(chain, { capUri, semver }),
        readSettledTime(chain),
      ])
      if (before !== null && !(record !== null && isSame(before.record, record)))
        return { kind: 'changed', record, before: before.record }
      if (record === null) return { kind: 'settled', record }
      if (new Date(record.publishedAt) > settled) return { kind: 'unsettled', record }
      cache.keepRecord(key, capUri, record)
      return { kind: 'settled', record }
    } catch (thrown) {
      const problem = toSatchelError(thrown)
      if (problem.code === 'internal') throw thrown
      return before === null
        ? { kind: 'unknown', problem }
        : { kind: 'remembered', record: before.record, at: new Date(before.at), problem }
    }
  }

  const versions: ChainWords['versions'] = async (registry, capUri) => {
    const key = keyOf(registry)
    try {
      const [{ readVersions }, { readSettledTime }] = await Promise.all([
        import('../chain/read-versions.ts'),
        import('../chain/read-settled-time.ts'),
      ])
      const chain = await registries.open(registry)
      const [all, settled] = await Promise.all([readVersions(chain, { capUri }), readSettledTime(chain)])
      const records = all.filter(({ publishedAt }) => new Date(publishedAt) <= settled)
      for (const record of records) {
        const before = cache.record(key, capUri, record.semver)
        if (before === null || isSame(before.record, record)) cache.keepRecord(key, capUri, record)
      }
      return { records, at: now(), problem: null }
    } catch (thrown) {
      const problem = toSatchelError(thrown)
      if (problem.code === 'internal') throw thrown
      const kept = cache.records(key, capUri)
      const at = kept.length === 0 ? null : new Date(Math.max(...kept.map((one) => one.at)))
      return { records: kept.map(({ record }) => record), at, problem }
    }
  }

  const votes: ChainWords['votes'] = async (registry, capUri) => {
    try {
      const { readName } = await import('../chain/read-name.ts')
      return (await readName(await registries.open(registry), { capUri }))?.votes ?? null
    } catch (thrown) {
      if (toSatchelError(thrown).code === 'internal') throw thrown
      return null // the record reports that the node does not answer
    }
  }

  const publication: ChainWords['publication'] = async (registry, capUri, record) => {
    try {
      const { readPublication } = await import('../chain/read-publication.ts')
      return await readPublication(await registries.open(registry), { capUri, record })
    } catch (thrown) {
      if (toSatchelError(thrown).code === 'internal') throw thrown
      return null // the record itself was read; where its event is, is only extra information
    }
  }

  return { place, version, versions, votes, publication }
}

/** Compares the parts of a record that never change; a yank may come later. */
const isSame = (a: ChainRecord, b: ChainRecord): boolean =>
  a.cid === b.cid && a.sha256 === b.sha256 && a.authorDid === b.authorDid && a.publishedAt === b.publishedAt
