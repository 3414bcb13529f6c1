import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import type { ReasonCode } from '../text/index.ts'
import type { SandboxGrants } from '../contract/sandbox.ts'

/** The folders of this machine that decide what may be granted. */
export interface Places {
  readonly home: string
  /** Satchel's own data directory: never in a sandbox, whatever is granted. */
  readonly dataDir: string
  /** The folder of its sockets, if elsewhere: hidden from programs in the same way. */
  readonly socketDir?: string | undefined
}

/** The granted folders: absolute, without links, without duplicates. */
export interface GrantedPaths {
  readonly read: readonly string[]
  readonly write: readonly string[]
}

/**
 * Checks the paths of `grants`: a grant is the place its path names, without following links, because a program that may
 * write around that place could put one there. Errors: `server_grant_refused` for a path that is not absolute, missing,
 * the whole file system, or inside Satchel's own data; `server_grant_moved` for one that leads elsewhere.
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

/**
 * An argument as the program finds it: a path (`/x`, `--name=/x`) that leads into a granted folder by `..` or by a link
 * outside of it, neither of which the sandbox shows, becomes the place it leads to.
 */
export const argumentInside = (argument: string, { read, write }: GrantedPaths): string => {
  const [, option = '', path = ''] = /^((?:--?)?[\w-]+=)?(\/.*)$/s.exec(argument) ?? []
  const folders = [...read, ...write]
  const isThere = folders.some((folder) => isInside(path, folder)) && !path.split(sep).includes('..')
  if (path === '' || isThere || path.includes('\0') || !existsSync(path)) return argument
  const real = realpathSync(path)
  return folders.some((folder) => isInside(real, folder)) ? `${option}${real}` : argument
}

const granted = (path: string, places: Places): string => {
  const { home } = places
  const named = namedPlace(path, home)
  if (named === null) throw refused(path, 'relative')
  if (/[\0\n]/.test(named) || !existsSync(named)) throw refused(path, 'missing')
  const real = realpathSync(named)
  if (real === '/' || ['/proc', '/sys', '/dev', '/run'].some((system) => isInside(real, system)))
    throw refused(path, 'system')
  if (ownFolders(places).some((own) => isInside(real, realpathSync(own)))) throw refused(path, 'own_data')
  if (real !== named) throw moved(path, real)
  return real
}

/** Satchel's own existing folders, none inside another. */
export const ownFolders = ({ dataDir, socketDir = dataDir }: Places): readonly string[] =>
  isInside(socketDir, dataDir) || !existsSync(socketDir) ? [dataDir] : [dataDir, socketDir]

/** The place a path names; null if it is relative. No program in a sandbox can move the home, so a link to it is fine. */
const namedPlace = (path: string, home: string): string | null => {
  const written = path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path
  if (!isAbsolute(written)) return null
  const absolute = resolve(written)
  return isInside(absolute, home) ? join(realpathSync(home), relative(home, absolute)) : absolute
}

/** Errors: `server_grant_moved` for an absolute path that leads elsewhere, without details, because it isn't a grant. */
export const checkInPlace = (path: string): void => {
  let there = resolve(path)
  while (lstatSync(there, { throwIfNoEntry: false }) === undefined && there !== dirname(there))
    there = dirname(there)
  const real = existsSync(there) ? realpathSync(there) : readlinkSync(there)
  if (real !== there)
    throw new SatchelError('server_grant_moved', { params: { path, real, server: 'SERVER' } })
}

/** The error for a path that leads to `real` by a link. Whose grant it is, its caller knows (`movedOf`). */
export const moved = (path: string, real: string): SatchelError =>
  new SatchelError('server_grant_moved', {
    params: { path, real, server: 'SERVER' },
    details: { path, real },
  })

/** The same error with the server's name in what to do about it; any other error as it is. */
export const movedOf = (server: string, thrown: unknown): unknown =>
  thrown instanceof SatchelError && thrown.code === 'server_grant_moved'
    ? new SatchelError(thrown.code, {
        params: {
          path: String(thrown.params['path']),
          real: String(thrown.params['real']),
          server,
        },
        details: thrown.details,
        cause: thrown,
      })
    : thrown

/** Why a folder cannot be granted; goes into `details.reason` of `server_grant_refused`. */
type GrantRefusal = 'relative' | 'missing' | 'system' | 'own_data'

const refused = (path: string, reason: GrantRefusal): SatchelError =>
  new SatchelError('server_grant_refused', {
    params: { path, reason: reason satisfies ReasonCode },
    details: { path, reason },
  })
