import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where package-downloading programs get their packages. */
export interface PackageIndex {
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

const VARIABLES = {
  npm: ['npm_config_registry', 'NPM_CONFIG_REGISTRY'],
  pypi: ['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'PIP_INDEX_URL'],
} as const
const FILES = {
  npm: [{ path: ['.npmrc'], line: /^\s*registry\s*=\s*(\S+)\s*$/m }],
  pypi: [
    { path: ['.config', 'uv', 'uv.toml'], line: /^\s*index-url\s*=\s*"([^"]+)"/m },
    { path: ['.config', 'pip', 'pip.conf'], line: /^\s*index-url\s*=\s*(\S+)\s*$/m },
  ],
} as const

/**
 * The index of packages `npx` or `uvx` would ask as this user's terminal has it: variables first, then the usual files; else `named`, what
 * the entry says. Null where neither names one that can be reached over TLS and without a password in the address.
 */
export const packageIndex = (
  kind: 'npm' | 'pypi',
  { env, home, named }: { env: NodeJS.ProcessEnv; home: string; named: string | null },
): PackageIndex | null => {
  const set = VARIABLES[kind].map((name) => env[name]).find((value) => value !== undefined && value !== '')
  const found =
    set ?? FILES[kind].map(({ path, line }) => line.exec(textOf(join(home, ...path)))?.[1]).find(Boolean)
  return indexAt(found, true) ?? (found === undefined ? indexAt(named ?? undefined, false) : null)
}

/** An index address that can be used: over TLS, and without a password in it; null for any other. */
export const indexAt = (text: string | undefined, configured: boolean): PackageIndex | null => {
  const url = text === undefined ? null : URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return { url: url.href, host: url.host, configured }
}

/** Empty if it does not exist: most people have no such file. */
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
