import { isRecord } from '../../../platform/is-record.ts'
import type { JsonRecord } from './found.ts'
import { IN_MILLISECONDS, IN_SECONDS } from './timeouts.ts'

export const COMMANDS = ['command', 'cmd'] as const
export const ARGUMENTS = ['args', 'arguments'] as const
export const ADDRESSES = ['url', 'serverUrl', 'httpUrl', 'baseUrl', 'uri', 'sseUrl', 'endpoint'] as const
export const VARIABLES = ['env', 'environment', 'envs', 'environmentVariables'] as const
export const HEADERS = ['headers', 'http_headers', 'httpHeaders', 'custom_headers'] as const
export const FOLDERS = ['cwd', 'workingDirectory', 'working_directory'] as const
export const BEARERS = ['bearer_token', 'bearerToken', 'authorization_token', 'apiKey', 'api_key'] as const
export const OFF = ['disabled', 'isDisabled'] as const
export const ON = ['enabled', 'isEnabled', 'isActive', 'active'] as const
/** Members of an entry that name it, best first. */
export const NAMES = ['name', 'key', 'id', 'serverName', 'title', 'uses'] as const

/** What an entry is read by; the others in this file, and those that single apps have. */
const READ: ReadonlySet<string> = new Set([
  ...[COMMANDS, ARGUMENTS, ADDRESSES, VARIABLES, HEADERS, FOLDERS, BEARERS, OFF, ON, NAMES].flat(),
  ...['type', 'transport', 'transportType', 'config', 'source', 'settings', 'state', 'available'],
  ...['env_keys', 'env_vars', 'env_http_headers', 'bearer_token_env_var', 'envFile', 'env_file'],
  ...['timeout', ...IN_SECONDS, ...IN_MILLISECONDS],
  'requestOptions.headers',
])
/** What only describes an entry, or where the app has it from. */
const ABOUT: ReadonlySet<string> = new Set([
  ...[
    '$schema',
    'description',
    'display_name',
    'displayName',
    'version',
    'author',
    'provider',
    'providerUrl',
  ],
  ...['icon', 'iconUrl', 'iconPath', 'logoUrl', 'faviconUrl', 'homepage', 'repository', 'tags'],
  ...[
    'gallery',
    'official',
    'bundled',
    'sourceFile',
    'sourceSlug',
    'installSource',
    'isTrusted',
    'installedAt',
  ],
])
const HAS_MORE = 'requestOptions'
/** More than any app writes. */
const MOST = 20
const MAX_NAME = 100

/**
 * The members of an entry that mean something to its app and nothing here: how it signs in, which tools are off or need no
 * approval, … Those that say nothing (null, false, empty, `"*"` for all) are no loss.
 */
export const unreadIn = (entry: JsonRecord): readonly string[] =>
  Object.entries(entry)
    .flatMap(([name, value]): [string, unknown][] =>
      name === HAS_MORE && isRecord(value)
        ? Object.entries(value).map(([inner, one]) => [`${HAS_MORE}.${inner}`, one])
        : [[name, value]],
    )
    .filter(([name, value]) => !READ.has(name) && !ABOUT.has(name) && saysSomething(value))
    .map(([name]) => name.slice(0, MAX_NAME))
    .slice(0, MOST)

const saysSomething = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false || value === '' || value === '*') return false
  if (Array.isArray(value)) return value.some((one) => one !== '*')
  return !isRecord(value) || Object.keys(value).length > 0
}
