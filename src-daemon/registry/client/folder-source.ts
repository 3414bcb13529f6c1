import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import semver from 'semver'
import { validatePackage } from '../../packages/index.ts'
import { cidOf } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Catalogue } from '../../contract/settings.ts'
import { createLocalSearch, type LocalEntry, type LocalSearch } from './local-search.ts'
import { picturesBeside } from '../static/pictures.ts'
import type { Source } from './source.ts'
import { shownMetadata, type Listing } from './listing.ts'

const SUFFIX = '.acp.yaml'
const MAX_BYTES = 1024 * 1024
/** A folder with more files than this is not a catalogue; the first by name are read. */
const MAX_FILES = 2000
const MAX_WORDS = 4000
/** As many as an index ranks. */
const MAX_FOUND = 256

interface ReadFile {
  readonly path: string
  readonly stamp: string
  /** Null for a file that is not a package. */
  readonly entry: FolderEntry | null
}

interface FolderEntry extends LocalEntry {
  readonly schemaUri: string
}

/**
 * The packages in a folder. Changed files are read again and checked, except for the signature, which an
 * install checks. Only regular files are opened.
 */
export const createFolderSource = (catalogue: Catalogue, folder: string): Source => {
  let known = new Map<string, ReadFile>()
  let made: { readonly entries: readonly LocalEntry[]; readonly search: LocalSearch } | null = null

  const read = async (): Promise<readonly ReadFile[]> => {
    const names = await listed(folder)
    const files: ReadFile[] = []
    let changed = names.length !== known.size
    for (const name of names) {
      const path = join(folder, name)
      const stamp = await stampOf(path)
      const before = known.get(path)
      if (before?.stamp === stamp) files.push(before)
      else {
        changed = true
        files.push({ path, stamp: stamp ?? '', entry: stamp === null ? null : await entryOf(path, name) })
      }
    }
    if (changed) {
      known = new Map(files.map((file) => [file.path, file]))
      made = null
    }
    return files
  }

  const entries = async (): Promise<readonly FolderEntry[]> =>
    (await read()).flatMap(({ entry }) => (entry === null ? [] : [entry]))

  const latest = async () => {
    const all = await entries()
    if (made === null) {
      const shown = [...Map.groupBy(all, ({ listing }) => listing.capUri).values()].flatMap(
        (versions) => latestOf(versions) ?? [],
      )
      made = { entries: shown, search: createLocalSearch(shown) }
    }
    return made
  }

  return {
    catalogue,
    search: async ({ query, filters }) => {
      const { search } = await latest()
      const found = await search.search({ query, filters }, MAX_FOUND)
      return { listings: found.map(({ listing }) => listing), next: null, dropped: 0 }
    },
    resolve: async ({ capUri, version }) => {
      const all = (await entries()).filter(({ listing }) => listing.capUri === capUri)
      const found = version === null ? latestOf(all) : all.find(({ listing }) => listing.version === version)
      return found?.listing ?? null
    },
    standing: () => Promise.resolve(null),
    versions: async (capUri) =>
      (await entries()).flatMap(({ listing }) => (listing.capUri === capUri ? [listing] : [])),
    withSchema: async (uri) => {
      const found = (await entries()).filter(({ schemaUri }) => schemaUri === uri)
      return { listings: found.toSorted(newestFirst).map(({ listing }) => listing), isExact: true }
    },
    bytes: async ({ sha256 }) => {
      const file = [...known.values()].find(({ entry }) => entry?.listing.sha256 === sha256)
      return file === undefined ? null : new Uint8Array(await readFile(file.path))
    },
    picture: async (sha256) => (await picturesBeside(folder)).get(sha256) ?? null,
    close: () => Promise.resolve(),
  }
}

const listed = async (folder: string): Promise<readonly string[]> => {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX))
    return names.toSorted().slice(0, MAX_FILES)
  } catch (cause) {
    const problem = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new SatchelError('registry_folder_unreadable', { params: { path: folder, problem }, cause })
  }
}

/**
 * A stamp of the file's state, to detect changes; null if it is not a regular file, is too large for a
 * package, or is gone.
 */
const stampOf = async (path: string): Promise<string | null> => {
  const found = await lstat(path).catch(() => null)
  if (found === null || !found.isFile() || found.size > MAX_BYTES) return null
  return `${String(found.size)} ${String(found.mtimeMs)} ${String(found.ino)}`
}

const entryOf = async (path: string, name: string): Promise<FolderEntry | null> => {
  const bytes = new Uint8Array(await readFile(path))
  const { package: acp, metadata } = validatePackage(bytes, name, { checkSchema: null, signature: 'ignored' })
  if (acp === null || metadata === null || acp.author.did === '') return null
  const listing: Listing = {
    ...shownMetadata(acp, metadata),
    author: acp.author,
    cid: cidOf(bytes),
    sha256: acp.sha256,
    votes: null,
    block: null,
    yanked: null,
  }
  const words = [...acp.tools.map((tool) => `${tool.name} ${tool.description}`), ...acp.examples]
  return { listing, words: words.join(' ').slice(0, MAX_WORDS), schemaUri: acp.schemaUri }
}

/** The highest version that is not a pre-release, as everywhere (acp.md 5.3). */
const latestOf = (entries: readonly LocalEntry[]): LocalEntry | undefined =>
  entries.filter(({ listing }) => semver.prerelease(listing.version) === null).toSorted(newestFirst)[0]

const newestFirst = (a: LocalEntry, b: LocalEntry): number =>
  semver.compareBuild(b.listing.version, a.listing.version)
