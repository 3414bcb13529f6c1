import { join } from 'node:path'
import { pythonIndexAt, pythonIndexSetting, type PythonPlaces } from './python-index.ts'
import { settingsText } from './settings-file.ts'

/** Where package-downloading programs get their packages. */
export interface PackageIndex {
  /** Without a login. */
  readonly url: string
  readonly host: string
  /** Whether it comes from this machine's settings rather than from a server's entry. */
  readonly configured: boolean
}

/**
 * The variables that tell the program which index to use: its own settings are in a home folder it cannot
 * see.
 */
export const INDEX_VARIABLE = { npm: 'npm_config_registry', pypi: 'UV_DEFAULT_INDEX' } as const

/**
 * The package index `npx` or `uvx` would use in this user's terminal: from variables first, then the usual files; else `named`, from
 * the entry. Null if neither names one that uses TLS and, for npm, has no password in the address.
 */
export const packageIndex = (
  kind: 'npm' | 'pypi',
  { named, ...places }: PythonPlaces & { readonly named: string | null },
): PackageIndex | null => {
  const set = kind === 'npm' ? npmSetting(places) : pythonIndexSetting(places)
  const at = kind === 'npm' ? indexAt : pythonIndexAt
  const found = at(set ?? named ?? '')
  return found === null ? null : { url: found.url, host: found.host, configured: set !== null }
}

/** An index address that can be used: over TLS, and without a password in it; null for any other. */
export const indexAt = (text: string): Pick<PackageIndex, 'url' | 'host'> | null => {
  const index = pythonIndexAt(text)
  return index?.login === null ? { url: index.url, host: index.host } : null
}

const npmSetting = ({ env, home }: PythonPlaces): string | null => {
  const names = [INDEX_VARIABLE.npm, INDEX_VARIABLE.npm.toUpperCase()]
  const set = names.map((name) => env[name]).find(Boolean)
  return set ?? /^\s*registry\s*=\s*(\S+)\s*$/m.exec(settingsText(join(home, '.npmrc')))?.[1] ?? null
}
