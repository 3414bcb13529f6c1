import { join, posix, sep } from 'node:path'
import type { SetupField } from '../../../contract/server-setup.ts'
import type { BundleManifest } from './manifest.ts'

/** What a bundle's program is started with, its variables filled in. */
export interface FilledLaunch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Variables whose values hold something secret. */
  readonly sealed: Readonly<Record<string, string>>
  /** Variables that hold a secret which is kept sealed already. */
  readonly kept: readonly string[]
  /** What is written like a variable and is none. */
  readonly unknown: readonly string[]
  /** Secrets that would stand in an argument, where nothing can seal them. */
  readonly exposed: readonly string[]
}

export interface LaunchPlaces {
  /** The bundle's own folder. */
  readonly folder: string
  readonly home: string
  readonly platform: NodeJS.Platform
  /** Whether the bundle has a file at this path. */
  readonly has: (path: string) => boolean
}

/** The folders a bundle's defaults and arguments may name. */
export const placeVariables = ({ folder, home }: LaunchPlaces): ReadonlyMap<string, string> =>
  new Map([
    ['__dirname', folder],
    ['HOME', home],
    ['DESKTOP', join(home, 'Desktop')],
    ['DOCUMENTS', join(home, 'Documents')],
    ['DOWNLOADS', join(home, 'Downloads')],
    ['pathSeparator', sep],
    ['/', sep],
  ])

const VARIABLE = /\$\{([^{}]*)\}/g
const WHOLE = /^\$\{user_config\.([\w.-]+)\}$/

/** How the program is started, as its author wrote it: for whom the manifest says no command, what its kind means. */
export const writtenLaunch = (
  manifest: BundleManifest,
  platform: NodeJS.Platform,
): { command: string; args: readonly string[]; env: Readonly<Record<string, string>> } => {
  const { kind, entryPoint, launch } = manifest
  const entry = `\${__dirname}/${entryPoint}`
  const python = platform === 'win32' ? 'python' : 'python3'
  if (launch.command !== null) {
    const { args, env } = launch
    // Most systems have no `python` any more.
    return { command: launch.command === 'python' ? python : launch.command, args, env }
  }
  switch (kind) {
    case 'node':
      return { command: 'node', args: [entry], env: {} }
    case 'python':
      return { command: python, args: [entry], env: { PYTHONDONTWRITEBYTECODE: '1' } }
    case 'binary':
      return { command: entry, args: [], env: {} }
    case 'uv':
      // The bundle cannot be written to, so what uv installs lies in the program's own scratch folder.
      return {
        command: 'uv',
        args: ['run', '--directory', '${__dirname}', entryPoint],
        env: { UV_PROJECT_ENVIRONMENT: '/tmp/venv', UV_CACHE_DIR: '/tmp/uv' },
      }
  }
}

/** Fills in what the author left open. `kept` are fields whose secret is sealed already. */
export const fillLaunch = (
  manifest: BundleManifest,
  values: ReadonlyMap<string, readonly string[]>,
  kept: ReadonlySet<string>,
  places: LaunchPlaces,
): FilledLaunch => {
  const written = writtenLaunch(manifest, places.platform)
  const fields = new Map(manifest.fields.map((field) => [field.key, field]))
  const variables = placeVariables(places)
  const unknown = new Set<string>()
  const exposed = new Set<string>()

  const fieldOf = (name: string): SetupField | undefined =>
    name.startsWith('user_config.') ? fields.get(name.slice('user_config.'.length)) : undefined
  const filled = (text: string): string =>
    text.replace(VARIABLE, (whole, name: string) => {
      const field = fieldOf(name)
      // In the midst of a text there is one text: several values stand with commas between them.
      const value = field === undefined ? variables.get(name) : (values.get(field.key) ?? []).join(',')
      if (value === undefined) unknown.add(whole)
      return value ?? whole
    })
  const namedIn = (text: string): SetupField[] =>
    [...text.matchAll(VARIABLE)].flatMap(([, name = '']) => fieldOf(name) ?? [])
  const secretsIn = (text: string): SetupField[] => namedIn(text).filter(({ kind }) => kind === 'secret')

  const args = written.args.flatMap((arg) => {
    for (const { title } of secretsIn(arg)) exposed.add(title)
    const only = WHOLE.exec(arg)?.[1]
    const field = only === undefined ? undefined : fields.get(only)
    return field?.multiple === true ? (values.get(field.key) ?? []) : [filled(arg)]
  })
  for (const { title } of secretsIn(written.command)) exposed.add(title)

  const env: Record<string, string> = {}
  const sealed: Record<string, string> = {}
  const stay: string[] = []
  for (const [name, text] of Object.entries(written.env)) {
    const named = namedIn(text)
    const isUnset = named.length > 0 && named.every(({ key }) => (values.get(key) ?? []).length === 0)
    if (secretsIn(text).some(({ key }) => kept.has(key) && (values.get(key) ?? []).length === 0))
      stay.push(name)
    // A variable nobody set is better not there than empty.
    else if (isUnset) continue
    else if (secretsIn(text).length > 0) sealed[name] = filled(text)
    else env[name] = filled(text)
  }
  return {
    command: programIn(filled(written.command), manifest, places),
    args,
    env,
    sealed,
    kept: stay,
    unknown: [...unknown],
    exposed: [...exposed],
  }
}

/** A program of the bundle itself by its whole path; on Windows with the ending authors may leave out. */
const programIn = (
  command: string,
  { kind }: BundleManifest,
  { folder, platform, has }: LaunchPlaces,
): string => {
  const inside = command.startsWith(`${folder}/`) ? command.slice(folder.length + 1) : command
  const relative = posix.normalize(inside.replaceAll('\\', '/')).replace(/^\.\//, '')
  const names = platform === 'win32' && kind === 'binary' ? [`${relative}.exe`, relative] : [relative]
  const own = names.find(has)
  return own === undefined ? command : join(folder, own)
}
