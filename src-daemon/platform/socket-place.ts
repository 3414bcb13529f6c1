import { lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SatchelError } from './errors.ts'
import { refuseExposed, refuseForeignOwner } from './ownership.ts'
import { sha256Hex } from './sha256.ts'

/** Most bytes of a socket's path. */
const LIMIT = process.platform === 'darwin' ? 103 : 107
/**
 * Neither `TMPDIR` nor `XDG_RUNTIME_DIR`: clients have different environments and must find the same place, and the
 * daemon outlives a log-out, which takes the latter away.
 */
const SHORT = '/tmp'

export interface SocketPlace {
  /** The folder of the sockets, including those of programs' network gates. */
  readonly socketDir: string
  /** Unix socket path, or a named pipe on Windows. */
  readonly socket: string
}

/**
 * The sockets' place: the run directory, by its own path where a link's is too long, or a folder with a short name if
 * that is too deep for a socket.
 */
export const socketPlaceOf = (dataDir: string, runDir: string): SocketPlace => {
  if (process.platform === 'win32') return { socketDir: runDir, socket: pipeOf(dataDir) }
  const place = realPlace(dataDir)
  const name = `satchel-${String(process.getuid?.() ?? 0)}-${sha256Hex(place).slice(0, 32)}`
  const inPlace = join(place, basename(runDir))
  const socketDir = !fits(inPlace) ? join(SHORT, name) : fits(runDir) ? runDir : inPlace
  return { socketDir, socket: socketIn(socketDir) }
}

const socketIn = (dir: string): string => join(dir, 'daemon.sock')

const fits = (dir: string): boolean => Buffer.byteLength(socketIn(dir)) <= LIMIT

const pipeOf = (dataDir: string): string =>
  `\\\\.\\pipe\\satchel-${sha256Hex(dataDir.toLowerCase()).slice(0, 32)}`

/** The same before and after the directory is created, and for any links to it. */
const realPlace = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPlace(parent), basename(path))
  }
}

/**
 * Makes a sockets' folder outside the data directory; only the owner of that may call this. Errors: `data_dir_foreign`,
 * `data_dir_exposed`, `socket_unusable`.
 */
export const makeSocketDir = ({ socketDir, runDir }: OwnPlace): void => {
  if (socketDir === runDir) return
  try {
    mkdirSync(socketDir, { mode: 0o700 })
  } catch (cause) {
    if (!isThere(cause)) {
      const problem = cause instanceof Error ? cause.message : String(cause)
      throw new SatchelError('socket_unusable', { params: { path: socketDir, problem }, cause })
    }
  }
  refuseUnsafeSocketDir({ socketDir, runDir })
}

/**
 * Any user can put a folder or a link into the directory for temporary files. There is nothing to refuse while no daemon
 * runs. Errors: `data_dir_foreign`, `data_dir_exposed`.
 */
export const refuseUnsafeSocketDir = ({ socketDir, runDir }: OwnPlace): void => {
  if (socketDir === runDir) return
  const found = lstatSync(socketDir, { throwIfNoEntry: false })
  if (found === undefined) return
  refuseForeignOwner(socketDir, found)
  refuseExposed(socketDir, found)
}

/** Removes what `makeSocketDir` made, once no socket is left in it. */
export const removeSocketDir = ({ socketDir, runDir }: OwnPlace): void => {
  if (socketDir === runDir) return
  try {
    rmdirSync(socketDir)
  } catch {
    // Something is left in it, as after a crash: it is used again.
  }
}

interface OwnPlace extends Pick<SocketPlace, 'socketDir'> {
  readonly runDir: string
}

const isThere = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
