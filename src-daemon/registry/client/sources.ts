import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { Catalogue } from '../../contract/settings.ts'
import type { RegistriesService } from '../chain/types.ts'
import { endpointPolicy } from '../../mcp/index.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { SourceAbout, StaticRegistry } from '../../contract/marketplace.ts'
import { invalidList, readList } from '../static/format.ts'
import { isWebPlace, openPlace } from '../static/place.ts'
import { verifyHead, type HeadCheck } from '../static/verify-head.ts'
import type { MarketCache } from './cache.ts'
import type { Kept } from './kept.ts'
import { createBuiltinSource } from './builtin-source.ts'
import { createStaticSource } from './static-source.ts'
import { createFolderSource } from './folder-source.ts'
import { createIndexerSource } from './indexer-source.ts'
import type { Source } from './source.ts'
import type { SourceChange } from '../../contract/marketplace.ts'

export interface SourcesDeps {
  readonly settings: Pick<SettingsService, 'get' | 'set'>
  readonly registries: Pick<RegistriesService, 'open'>
  readonly guard: Pick<NetworkGuard, 'fetch' | 'fetchFor'>
  readonly cache: MarketCache
  readonly kept: Pick<Kept, 'seenList' | 'keepSeenList' | 'forgetSeenList'>
  readonly keyOf: HeadCheck['keyOf']
  readonly now: () => Date
  /** The files that come with Satchel. */
  readonly catalogueDir: string
}

/** The sources that the owner set, in the owner's order, each opened on first use. */
export const createSources = (deps: SourcesDeps) => {
  const { settings, registries, guard, kept, catalogueDir } = deps
  const opened = new Map<string, Source>()

  const open = (catalogue: Catalogue): Source => {
    const key = JSON.stringify(catalogue)
    const known = opened.get(key)
    if (known !== undefined) return known
    const made = make(catalogue)
    opened.set(key, made)
    return made
  }

  const make = (catalogue: Catalogue): Source => {
    switch (catalogue.kind) {
      case 'builtin':
        return createBuiltinSource(catalogue, catalogueDir)
      case 'folder':
        return createFolderSource(catalogue, catalogue.path)
      case 'static':
        return createStaticSource(catalogue, { ...deps, place: openPlace(catalogue.place, guard) })
      default:
        return createIndexerSource(catalogue, { guard })
    }
  }

  const all = (): readonly Catalogue[] => settings.get().catalogues

  /** The enabled sources. */
  const enabled = (): readonly Source[] =>
    all()
      .filter(({ trust }) => trust !== 'off')
      .map(open)

  const indexOf = (name: string): number => {
    const at = all().findIndex((one) => one.name === name)
    if (at === -1) throw new SatchelError('registry_source_missing', { params: { name } })
    return at
  }

  const add = async (catalogue: Catalogue, signal: AbortSignal): Promise<void> => {
    if (all().some(({ name }) => name === catalogue.name))
      throw new SatchelError('registry_source_exists', { params: { name: catalogue.name } })
    if (catalogue.kind === 'folder') await checkFolder(catalogue.path)
    if (catalogue.kind === 'static') await checkPlace(catalogue.place)
    if (catalogue.kind === 'chain') await (await registries.open(catalogue.registry)).check()
    // Closed again below: the source may get another name when it is added.
    const source = make(catalogue)
    try {
      await source.search({ query: '', filters: {}, cursor: null }, { signal })
    } finally {
      await source.close()
    }
    settings.set({ catalogues: [...all(), catalogue] })
  }

  const change = ({ name, trust, position }: SourceChange): void => {
    const at = indexOf(name)
    const changed = all().map((one) => (one.name === name && trust !== undefined ? { ...one, trust } : one))
    const [moved] = changed.splice(at, 1)
    if (moved !== undefined) changed.splice(Math.min(position ?? at, changed.length), 0, moved)
    settings.set({ catalogues: changed })
    void forget()
  }

  const remove = (name: string): void => {
    const removed = all()[indexOf(name)]
    // It is part of the program: switched off, it can be found again.
    if (removed?.kind === 'builtin' && all().filter(({ kind }) => kind === 'builtin').length === 1)
      throw new SatchelError('registry_source_builtin', { params: { name } })
    if (removed?.kind === 'static') kept.forgetSeenList(removed)
    settings.set({ catalogues: all().filter((one) => one.name !== name) })
    void forget()
  }

  /** Closes sources that are no longer set. */
  const forget = async (): Promise<void> => {
    const wanted = new Set(all().map((one) => JSON.stringify(one)))
    for (const [key, source] of opened)
      if (!wanted.has(key)) {
        opened.delete(key)
        await source.close()
      }
  }

  /** Errors: those of the place and of its head, `server_address_refused`. */
  const lookAt = async (place: string, signal: AbortSignal): Promise<StaticRegistry> => {
    await checkPlace(place)
    const there = openPlace(place, guard)
    const head = await there.head(null, { signal })
    const { did, time, list } = await verifyHead(head?.text ?? '', place, { did: null, keyOf: deps.keyOf })
    const bytes = await there.list(list.sha256, { signal })
    if (sha256Hex(bytes) !== list.sha256) throw invalidList(place, 'the list has other bytes')
    return { did, time, packages: readList(Buffer.from(bytes).toString('utf8')).entries.length }
  }

  return {
    all,
    /** Null for sources that nobody vouches for as a whole. */
    about: (catalogue: Catalogue): SourceAbout | null => open(catalogue).about?.() ?? null,
    enabled,
    add,
    lookAt,
    change,
    remove,
    close: async (): Promise<void> => {
      await Promise.all([...opened.values()].map((source) => source.close()))
      opened.clear()
    },
  }
}

/** An address as for any server that the owner names, or a folder. */
const checkPlace = async (place: string): Promise<void> => {
  if (isWebPlace(place)) await endpointPolicy(place, { own: true })
  else await checkFolder(place)
}

const checkFolder = async (path: string): Promise<void> => {
  const found = isAbsolute(path) ? await stat(path).catch(() => null) : null // reported below
  if (found?.isDirectory() === true) return
  throw new SatchelError('registry_folder_unreadable', {
    params: { path, problem: found === null ? 'ENOENT' : 'ENOTDIR' },
  })
}
