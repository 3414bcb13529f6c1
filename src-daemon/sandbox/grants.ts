import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import type { ReasonCode } from '../text/index.ts'
import type { SandboxGrants } from '../contract/sandbox.ts'

/** The folders of this machine that decide what may be granted. */
export interface Places {
  readonly home: string
  /** Satchel's own data directory: never in a sandbox, whatever is granted. */
  readonly dataDir: string
}

/** The granted folders: absolute, links resolved, without duplicates. */
export interface GrantedPaths {
  readonly read: readonly string[]
  readonly write: readonly string[]
}

/**
 * Resolves the paths of `grants`. Errors: `server_grant_refused` for a path that is not absolute, missing, the whole
 * file system, or inside Satchel's own data.
 */
export const grantedPaths = (grants: Pick<SandboxGrants, 'read' | 'write'>, places: Places): GrantedPaths => {
  const write = [...new Set(grants.write.map((path) => granted(path, places)))]
  const read = [...new Set(grants.read.map((path) => granted(path, places)))]
  return { write, read: read.filter((path) => !write.includes(path)) }
}

/** Whether `path` is `folder` or inside it. */
export const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

const granted = (path: string, { home, dataDir }: Places): string => {
  const absolute = path === '~' ? home : path.startsWith('~/') ? join(home, path.slice(2)) : path
  if (!isAbsolute(absolute)) throw refused(path, 'relative')
  if (/[\0\n]/.test(absolute) || !existsSync(absolute)) throw refused(path, 'missing')
  const real = realpathSync(absolute)
  if (real === '/' || ['/proc', '/sys', '/dev', '/run'].some((system) => isInside(real, system)))
    throw refused(path, 'system')
  if (isInside(real, realpathSync(dataDir))) throw refused(path, 'own_data')
  return real
}

/** Why a folder cannot be granted; goes into `details.reason` of `server_grant_refused`. */
type GrantRefusal = 'relative' | 'missing' | 'system' | 'own_data'

const refused = (path: string, reason: GrantRefusal): SatchelError =>
  new SatchelError('server_grant_refused', {
    params: { path, reason: reason satisfies ReasonCode },
    details: { path, reason },
  })
