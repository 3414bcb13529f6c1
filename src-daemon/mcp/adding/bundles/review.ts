/** What is shown of an unpacked bundle before it is connected: what it runs, asks for, and resembles. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SatchelError, toErrorView } from '../../../platform/errors.ts'
import { looksLike } from '../../../lint/index.ts'
import { say } from '../../../text/index.ts'
import type { Language } from '../../../contract/language.ts'
import { refusedVariable, variableRefused } from '../../records/variables.ts'
import type { ServersService } from '../../servers/types.ts'
import type { ServerDefinition, ServerView } from '../../../contract/servers.ts'
import { differenceOf } from './difference.ts'
import type { BundleFiles, KeptBundle } from './files.ts'
import { fillLaunch, writtenLaunch, type LaunchPlaces } from './launch.ts'
import { readManifest, type BundleManifest } from './manifest.ts'
import type { BundleLook } from '../../../contract/server-bundles.ts'

export interface BundleReviewDeps {
  readonly files: BundleFiles
  readonly servers: Pick<ServersService, 'list'>
  readonly language: () => Language
  readonly home: string
  readonly platform: NodeJS.Platform
}

const MAX_MANIFEST = 1024 * 1024
const MANIFEST = 'manifest.json'

type Command = Extract<ServerDefinition, { kind: 'command' }>

export const createBundleReview = ({ files, servers, language, home, platform }: BundleReviewDeps) => {
  const manifestOf = (sha256: string): BundleManifest => {
    const path = join(files.folderOf(sha256), MANIFEST)
    const size = statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined || size > MAX_MANIFEST)
      throw new SatchelError('bundle_manifest_invalid', { params: { problem: MANIFEST } })
    return readManifest(readFileSync(path, 'utf8'), platform)
  }
  const placesOf = ({ sha256, files: all }: KeptBundle): LaunchPlaces => ({
    folder: files.folderOf(sha256),
    home,
    platform,
    has: (path) => all.has(path),
  })

  const lookOf = async (
    kept: KeptBundle,
    manifest: BundleManifest,
    fileSha256: string,
  ): Promise<BundleLook> => {
    const {
      launch: _launch,
      entryPoint: _entry,
      platforms: _platforms,
      warnings,
      fields,
      tools,
      ...rest
    } = manifest
    const { command, env } = written(manifest)
    const warned = [...warnings]
    if (manifest.entryPoint !== '' && !kept.files.has(manifest.entryPoint))
      warned.push({ code: 'entry_missing', what: manifest.entryPoint })
    return {
      ...rest,
      sha256: kept.sha256,
      fileSha256,
      command,
      variables: Object.entries(env).map(([name, value]) => ({ name, value })),
      files: {
        count: kept.files.size,
        bytes: [...kept.files.values()].reduce((sum, { bytes }) => sum + bytes, 0),
      },
      tools: [...tools],
      fields: [...fields],
      problem: problemOf(manifest, kept),
      warnings: [
        ...lookAlikesOf(manifest),
        ...warned.map(({ code, what }) => say(language(), `bundle_warning_${code}`, { what })),
      ],
      installed: await installedOf(kept, manifest),
    }
  }

  /** Connected bundles of other names that this one could be taken for. Their authors are as each bundle states. */
  const lookAlikesOf = ({ name, title, author }: BundleManifest): readonly string[] =>
    servers.list().flatMap((view) => {
      const bundle = bundleOf(view)
      if (bundle === undefined || bundle.name === name || !existsSync(files.folderOf(bundle.sha256)))
        return []
      const other = manifestOf(bundle.sha256)
      if (!looksLike(title, other.title) && !looksLike(name, other.name)) return []
      const { title: known, author: by } = other
      return [say(language(), 'bundle_look_alike', { title: known, by, uri: view.uri, author })]
    })

  const written = (manifest: BundleManifest) => {
    const { command, args, env } = writtenLaunch(manifest, platform)
    return { command: [command, ...args].join(' '), env }
  }

  const problemOf = (manifest: BundleManifest, kept: KeptBundle): string | null => {
    const { platforms } = manifest
    if (platforms !== null && !platforms.includes(platform))
      return say(language(), 'bundle_problem_platform', { platforms: platforms.join(', '), platform })
    const exposed = exposedBy(manifest)
    if (exposed.length > 0) return say(language(), 'bundle_problem_exposed', { fields: exposed.join(', ') })
    const refused = refusedBy(manifest, kept)
    return refused === null ? null : toErrorView(variableRefused(refused), language()).message
  }

  /** A variable that no server is given, whether or not its value is known by now. */
  const refusedBy = (manifest: BundleManifest, kept: KeptBundle): string | null => {
    const { env } = fillLaunch(manifest, new Map(), new Set(), placesOf(kept))
    return refusedVariable({ ...writtenLaunch(manifest, platform).env, ...env }, files.folderOf(kept.sha256))
  }

  /** Secrets that the author placed where they cannot be sealed. */
  const exposedBy = (manifest: BundleManifest): readonly string[] =>
    fillLaunch(manifest, new Map(), new Set(), { folder: '/', home, platform, has: () => false }).exposed

  const installedOf = async (
    kept: KeptBundle,
    manifest: BundleManifest,
  ): Promise<BundleLook['installed']> => {
    const view = servers.list().find((one) => bundleOf(one)?.name === manifest.name)
    const bundle = view === undefined ? undefined : bundleOf(view)
    if (view === undefined || bundle === undefined || view.definition.kind !== 'command') return null
    const before = await files.read(bundle.sha256)
    return {
      uri: view.uri,
      version: bundle.version,
      same: bundle.sha256 === kept.sha256,
      values: bundle.values,
      kept: [...keptFields(manifest, view.definition)],
      difference:
        before === null
          ? null
          : differenceOf({ kept: before, manifest: manifestOf(bundle.sha256) }, { kept, manifest }, written),
    }
  }

  return { manifestOf, placesOf, lookOf, problemOf }
}

/** The bundle a server was made from. */
export const bundleOf = ({ definition }: ServerView): Command['bundle'] =>
  definition.kind === 'command' ? definition.bundle : undefined

/** The secret fields whose variables the previous version was given sealed. */
export const keptFields = (manifest: BundleManifest, { env }: Command): ReadonlySet<string> => {
  const sealed = new Set(
    Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [] : [name])),
  )
  const holding = Object.entries(manifest.launch.env).filter(([name]) => sealed.has(name))
  return new Set(
    manifest.fields
      .filter(
        ({ key, kind }) =>
          kind === 'secret' && holding.some(([, text]) => text.includes(`\${user_config.${key}}`)),
      )
      .map(({ key }) => key),
  )
}
