import { join } from 'node:path'
import { settingsText } from './settings-file.ts'

/** An index of Python packages. */
export interface PythonIndex {
  /** Without the login, which only the installer gets. */
  readonly url: string
  readonly host: string
  /** `user:password`, encoded as in an address; null if it needs none. */
  readonly login: string | null
}

/** An address over TLS, its login apart; null for any other. */
export const pythonIndexAt = (text: string): PythonIndex | null => {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') return null
  const { username, password } = url
  url.username = ''
  url.password = ''
  return { url: url.href, host: url.host, login: username === '' ? null : `${username}:${password}` }
}

/** The address with the login in it, as uv and pip take it. */
export const addressOf = ({ url, login }: PythonIndex): string =>
  login === null ? url : url.replace('://', `://${login}@`)

/** Variables that tell uv or pip where packages are: they are for the installer, and may hold a password. */
export const INDEX_VARIABLES = [
  'UV_DEFAULT_INDEX',
  'UV_INDEX_URL',
  'PIP_INDEX_URL',
  'UV_INDEX',
  'UV_EXTRA_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
] as const
/** Those that name the one index, first what counts most. */
const NAMES_INDEX = INDEX_VARIABLES.slice(0, 3)

/** The index that variables name; null if none does. */
export const indexIn = (variables: Readonly<Record<string, unknown>>): string | null =>
  NAMES_INDEX.map((name) => variables[name])
    .filter((value) => typeof value === 'string')
    .find((value) => value !== '') ?? null

export interface PythonPlaces {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  /** The system's own settings: `/etc`. */
  readonly system?: string | undefined
}

/** The index this user's uv or pip is set to, by a variable or a file; null if it is the usual one. */
export const pythonIndexSetting = (places: PythonPlaces): string | null =>
  indexIn(places.env) ?? uvSetting(places) ?? pipSetting('index-url', places)

const PIP_LINES = {
  'index-url': /^index[-_]url\s*[=:]\s*(\S+)\s*$/m,
  cert: /^cert\s*[=:]\s*(\S+)\s*$/m,
} as const

/** The value of one of pip's settings in its files; the user's own come first. */
export const pipSetting = (
  name: keyof typeof PIP_LINES,
  { env, home, system = '/etc' }: PythonPlaces,
): string | null => {
  const own = env['PIP_CONFIG_FILE']
  const files = [
    ...(own === undefined ? [] : [own]),
    join(configFolder({ env, home }), 'pip', 'pip.conf'),
    join(home, '.pip', 'pip.conf'),
    join(home, 'Library', 'Application Support', 'pip', 'pip.conf'),
    join(system, 'xdg', 'pip', 'pip.conf'),
    join(system, 'pip.conf'),
  ]
  for (const file of files) {
    const sections = sectionsOf(settingsText(file))
    const found = ['install', 'global']
      .map((one) => PIP_LINES[name].exec(sections.get(one) ?? '')?.[1])
      .find(Boolean)
    if (found !== undefined) return found
  }
  return null
}

const uvSetting = ({ env, home, system = '/etc' }: PythonPlaces): string | null => {
  const files = [join(configFolder({ env, home }), 'uv', 'uv.toml'), join(system, 'uv', 'uv.toml')]
  for (const text of files.map(settingsText)) {
    const [plain = '', ...tables] = text.split(/^\s*\[\[index\]\]\s*$/m)
    const table = tables.map((one) => one.split(/^\s*\[/m)[0] ?? '').find(isDefault)
    const found = UV_URL.exec(table ?? '')?.[2] ?? UV_INDEX_URL.exec(plain)?.[2]
    if (found !== undefined) return found
  }
  return null
}

const isDefault = (table: string): boolean => /^\s*default\s*=\s*true\b/m.test(table)

/** TOML strings, each on a line of its own. */
const UV_URL = /^\s*url\s*=\s*(["'])(.+?)\1/m
const UV_INDEX_URL = /^\s*index-url\s*=\s*(["'])(.+?)\1/m

const sectionsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(/^\[/m)
      .slice(1)
      .map((section): [string, string] => {
        const [name = '', ...lines] = section.split('\n')
        return [name.replace(/\].*$/s, '').trim(), lines.join('\n')]
      }),
  )

const configFolder = ({ env, home }: Pick<PythonPlaces, 'env' | 'home'>): string =>
  env['XDG_CONFIG_HOME'] ?? join(home, '.config')
