import { join, posix, sep } from 'node:path'
import type { SetupField } from '../../../contract/server-setup.ts'
import type { BundleManifest } from './manifest.ts'

/** The command line of a bundle's program, with its variables filled in. */
export interface FilledLaunch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Variables whose values hold something secret. */
  readonly sealed: Readonly<Record<string, string>>
  /** Variables with a secret that is already sealed. */
  readonly kept: readonly string[]
  /** Placeholders that look like variables but are not known. */
  readonly unknown: readonly string[]
  /** Secrets that would be part of an argument, where they cannot be sealed. */
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

/** The folders that a bundle's defaults and arguments may refer to. */
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

/** The program's command as its author wrote it; if the manifest gives none, the default of its kind. */
export const writtenLaunch = (
  manifest: BundleManifest,
  platform: NodeJS.Platform,
): { command: string; args: readonly string[]; env: Readonly<Record<string, string>> } => {
  const { kind, entryPoint, launch } = manifest
  const entry = `\${__dirname}/${entryPoint}`
  const python = platform === 'win32' ? 'python' : 'python3'
  if (launch.command !== null) {
    const { args, env } = launch
    // Most systems no longer have a `python`.
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
      // The bundle is read-only, so uv installs into the program's own scratch folder.
      return {
        command: 'uv',
        args: ['run', '--directory', '${__dirname}', entryPoint],
        env: { UV_PROJECT_ENVIRONMENT: '/tmp/venv', UV_CACHE_DIR: '/tmp/uv' },
      }
  }
}

/** Fills in what the author left open. `kept` are fields whose secret is already sealed. */
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
      // Inside a longer text there is only one text: several values are joined by commas.
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
    // It is better to omit an unset variable than to pass it empty.
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

/** A program inside the bundle, by its full path; on Windows with the extension that authors may omit. */
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
