import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { Catalogue } from '../../contract/settings.ts'
import type { RegistriesService } from '../chain/types.ts'
import { createFolderSource } from './folder-source.ts'
import { createIndexerSource } from './indexer-source.ts'
import type { Source } from './source.ts'
import type { SourceChange } from '../../contract/marketplace.ts'

export interface SourcesDeps {
  readonly settings: Pick<SettingsService, 'get' | 'set'>
  readonly registries: Pick<RegistriesService, 'open'>
  readonly guard: Pick<NetworkGuard, 'fetchFor'>
  /** The files that come with Satchel. */
  readonly catalogueDir: string
}

/** The sources that the owner set, in the owner's order, each opened on first use. */
export const createSources = ({ settings, registries, guard, catalogueDir }: SourcesDeps) => {
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
        return createFolderSource(catalogue, catalogueDir)
      case 'folder':
        return createFolderSource(catalogue, catalogue.path)
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
    indexOf(name)
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

  return {
    all,
    enabled,
    add,
    change,
    remove,
    close: async (): Promise<void> => {
      await Promise.all([...opened.values()].map((source) => source.close()))
      opened.clear()
    },
  }
}

const checkFolder = async (path: string): Promise<void> => {
  const found = isAbsolute(path) ? await stat(path).catch(() => null) : null // reported below
  if (found?.isDirectory() === true) return
  throw new SatchelError('registry_folder_unreadable', {
    params: { path, problem: found === null ? 'ENOENT' : 'ENOTDIR' },
  })
}
