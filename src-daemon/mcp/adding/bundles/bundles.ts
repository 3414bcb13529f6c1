import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { SatchelError } from '../../../platform/errors.ts'
import { sha256Hex, sha256HexOfFile } from '../../../platform/sha256.ts'
import type { Language } from '../../../contract/language.ts'
import { uriOf } from '../import/names.ts'
import type { ImportNote } from '../../../contract/server-import.ts'
import { parseServer } from '../../records/rules.ts'
import { checkedValues } from '../../setup/values.ts'
import type { SetupField } from '../../../contract/server-setup.ts'
import type { ServersService } from '../../servers/types.ts'
import type { ServerDefinition } from '../../../contract/servers.ts'
import { type BundleFiles, type KeptBundle } from './files.ts'
import { fillLaunch, placeVariables, type LaunchPlaces } from './launch.ts'
import type { BundleManifest } from './manifest.ts'
import { bundleOf, createBundleReview, keptFields } from './review.ts'
import type { BundlesService } from './types.ts'

export interface BundlesDeps {
  readonly files: BundleFiles
  readonly servers: Pick<ServersService, 'list' | 'get'>
  readonly language: () => Language
  readonly home?: string | undefined
  readonly platform?: NodeJS.Platform | undefined
}

/** Maximum size of a bundle's archive, in bytes. */
const MAX_ARCHIVE = 256 * 1024 * 1024

type Command = Extract<ServerDefinition, { kind: 'command' }>

/**
 * Servers that come as one file (`.mcpb`, `.dxt`): unpacked, inspected, and bound to the hash of their files.
 */
export const createBundles = (deps: BundlesDeps): BundlesService => {
  const { files, servers, language, home = homedir(), platform = process.platform } = deps
  /** Bundles unpacked since the start, which may be about to be connected. */
  const looked = new Map<string, KeptBundle>()

  const { manifestOf, placesOf, lookOf, problemOf } = createBundleReview({
    files,
    servers,
    language,
    home,
    platform,
  })

  const look: BundlesService['look'] = async (origin, expected) => {
    const archive = archiveOf(origin)
    const fileSha256 = typeof archive === 'string' ? await sha256HexOfFile(archive) : sha256Hex(archive)
    const wanted = expected?.fileSha256 ?? null
    if (wanted !== null && wanted !== fileSha256)
      throw new SatchelError('bundle_hash_differs', {
        params: { wanted: wanted.slice(0, 12), found: fileSha256.slice(0, 12) },
        details: { wanted, found: fileSha256 },
      })
    const kept = await files.put(archive)
    try {
      const manifest = presetsFilled(manifestOf(kept.sha256), placesOf(kept))
      looked.set(kept.sha256, kept)
      return await lookOf(kept, manifest, fileSha256)
    } catch (thrown) {
      looked.delete(kept.sha256)
      sweep()
      throw thrown
    }
  }

  const plan: BundlesService['plan'] = ({ sha256, values, uri }) => {
    const kept = looked.get(sha256)
    if (kept === undefined) throw new SatchelError('bundle_unknown')
    const places = placesOf(kept)
    const manifest = presetsFilled(manifestOf(sha256), places)
    const updated = uri === undefined ? null : servers.get(uri)
    const before = updated?.definition.kind === 'command' ? updated.definition : null
    const sealedBefore = before === null ? new Set<string>() : keptFields(manifest, before)
    const checked = checkedValues(manifest.fields, values, { home, kept: sealedBefore })
    const filled = fillLaunch(manifest, checked, sealedBefore, places)
    const name = uri ?? uriOf(manifest.name)
    const problem = problemOf(manifest, kept)
    const read = pathsOf(manifest.fields, checked)
    const definition: Command = {
      kind: 'command',
      command: filled.command,
      args: [...filled.args],
      env: { ...filled.env, ...stayingSecrets(filled.kept, before) },
      cwd: places.folder,
      // What the owner granted to the previous version stays granted.
      grants:
        before === null
          ? NOTHING(read)
          : { ...before.grants, read: [...new Set([...before.grants.read, ...read])] },
      bundle: {
        sha256,
        name: manifest.name,
        version: manifest.version,
        values: openValues(manifest.fields, checked),
      },
    }
    return {
      name: manifest.title,
      uri: name,
      definition: problem === null ? parseServer(name, definition) : null,
      problem,
      secrets: Object.entries(filled.sealed).map(([variable, value]) => ({
        name: variable,
        value,
        hint: '',
      })),
      notes: notesOf(manifest, filled.unknown, read),
      ...(before === null ? {} : { replaces: name }),
    }
  }

  const forget: BundlesService['forget'] = (sha256) => {
    looked.delete(sha256)
    sweep()
  }
  const sweep = (): void => {
    const bound = servers.list().flatMap((view) => bundleOf(view)?.sha256 ?? [])
    files.sweep(new Set([...bound, ...looked.keys()]))
  }

  return { look, plan, forget, sweep }
}

/**
 * The bytes, or the path of an existing file of at most a bundle's maximum size. Errors: `file_unreadable`,
 * `bundle_refused`.
 */
const archiveOf = (origin: Parameters<BundlesService['look']>[0]): Buffer | string => {
  const tooLarge = () =>
    new SatchelError('bundle_refused', { params: { reason: 'too_large' }, details: { reason: 'too_large' } })
  if (Buffer.isBuffer(origin) || origin.kind === 'bytes') {
    const bytes = Buffer.isBuffer(origin) ? origin : Buffer.from(origin.bytesBase64, 'base64')
    if (bytes.length > MAX_ARCHIVE) throw tooLarge()
    return bytes
  }
  const stat = existsSync(origin.path) ? statSync(origin.path) : null
  if (stat?.isFile() !== true)
    throw new SatchelError('file_unreadable', { params: { path: basename(origin.path), problem: 'ENOENT' } })
  if (stat.size > MAX_ARCHIVE) throw tooLarge()
  return origin.path
}

const NOTHING = (read: readonly string[]): Command['grants'] => ({
  read: [...read],
  write: [],
  hosts: [],
  unsandboxed: false,
})

/** Presets may name folders of this machine. */
const presetsFilled = (manifest: BundleManifest, places: LaunchPlaces): BundleManifest => {
  const variables = placeVariables(places)
  const filled = (text: string): string =>
    text.replace(/\$\{([^{}]*)\}/g, (whole, name: string) => variables.get(name) ?? whole)
  return {
    ...manifest,
    fields: manifest.fields.map((field) => ({ ...field, preset: field.preset.map(filled) })),
  }
}

const stayingSecrets = (names: readonly string[], before: Command | null): Command['env'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = before?.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The folders and files among the owner's values: the server may read those. */
const pathsOf = (fields: readonly SetupField[], values: ReadonlyMap<string, readonly string[]>): string[] => [
  ...new Set(
    fields
      .filter(({ kind }) => kind === 'folder' || kind === 'file')
      .flatMap(({ key }) => [...(values.get(key) ?? [])])
      .filter((path) => existsSync(path)),
  ),
]

/** The values that are not secrets, as defaults for a newer version. */
const openValues = (
  fields: readonly SetupField[],
  values: ReadonlyMap<string, readonly string[]>,
): Record<string, string[]> =>
  Object.fromEntries(
    fields.filter(({ kind }) => kind !== 'secret').map(({ key }) => [key, [...(values.get(key) ?? [])]]),
  )

const notesOf = (
  { kind }: BundleManifest,
  unknown: readonly string[],
  read: readonly string[],
): ImportNote[] => [
  ...unknown.map((what): ImportNote => ({ code: 'placeholder', what })),
  ...(read.length > 0 ? [{ code: 'paths' as const, what: read.join(', ') }] : []),
  kind === 'uv' ? { code: 'downloads', what: 'uv' } : { code: 'network', what: '' },
]
