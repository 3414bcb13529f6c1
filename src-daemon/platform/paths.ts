import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from './sha256.ts'
import { dataDirOf } from './data-dir.ts'
import { SatchelError } from './errors.ts'

/** Where everything of one user's Satchel is. One daemon owns one data directory. */
export interface DataPaths {
  readonly dataDir: string
  readonly database: string
  readonly config: string
  readonly packagesDir: string
  /** Files of accepted skills, by hash. */
  readonly skillsDir: string
  /** Files of server bundles, by hash. */
  readonly bundlesDir: string
  /** Packages of npm servers, by hash. */
  readonly fetchedDir: string
  /** Blocks and pins of the local IPFS node. */
  readonly ipfsDir: string
  /** Where scripts of skills run, one folder for each conversation. */
  readonly workDir: string
  readonly runDir: string
  readonly logsDir: string
  /** Unix socket path, or a named pipe on Windows. */
  readonly socket: string
  readonly lock: string
  /** The running daemon: pid, version, protocol. Written once the socket answers. */
  readonly descriptor: string
}

/** The paths under `SATCHEL_HOME`, or under the platform's directory for application data. */
export const dataPaths = (env: NodeJS.ProcessEnv): DataPaths => {
  const dataDir = dataDirOf(env)
  const runDir = join(dataDir, 'run')
  return {
    dataDir,
    database: join(dataDir, 'state.db'),
    config: join(dataDir, 'config.json'),
    packagesDir: join(dataDir, 'packages'),
    skillsDir: join(dataDir, 'skills'),
    bundlesDir: join(dataDir, 'bundles'),
    fetchedDir: join(dataDir, 'fetched'),
    ipfsDir: join(dataDir, 'ipfs'),
    workDir: join(dataDir, 'work'),
    runDir,
    logsDir: join(dataDir, 'logs'),
    socket: socketPath(dataDir, runDir),
    lock: join(runDir, 'owner.lock'),
    descriptor: join(runDir, 'daemon.json'),
  }
}

const socketPath = (dataDir: string, runDir: string): string => {
  if (process.platform !== 'win32') return join(runDir, 'daemon.sock')
  const name = sha256Hex(dataDir.toLowerCase()).slice(0, 32)
  return `\\\\.\\pipe\\satchel-${name}`
}

/**
 * Creates the directories, readable by this user alone. Errors: `data_dir_unusable`, `data_dir_foreign`,
 * `data_dir_exposed`, `socket_unusable` (path longer than the platform's limit for a socket).
 */
export const prepareDataDir = (paths: DataPaths): void => {
  try {
    mkdirSync(paths.dataDir, { recursive: true, mode: 0o700 })
    refuseUnsafe(paths.dataDir)
    for (const dir of [paths.packagesDir, paths.runDir, paths.logsDir])
      mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(paths.dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    refuseUnsafe(paths.runDir)
    chmodSync(paths.runDir, 0o700)
  } catch (cause) {
    if (cause instanceof SatchelError) throw cause
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('data_dir_unusable', { params: { path: paths.dataDir, problem }, cause })
  }
  const limit = process.platform === 'darwin' ? 103 : 107
  if (process.platform !== 'win32' && Buffer.byteLength(paths.socket) > limit) {
    const problem = `the path is ${String(Buffer.byteLength(paths.socket))} bytes long, ${String(limit)} are possible`
    throw new SatchelError('socket_unusable', { params: { path: paths.socket, problem } })
  }
}

/**
 * Whoever else can write into a directory can put another file in the place of ours. Of a symbolic link, its target
 * counts. Errors: `data_dir_foreign`, `data_dir_exposed`.
 */
const refuseUnsafe = (dir: string): void => {
  if (process.platform === 'win32') return
  refuseForeignOwner(dir)
  if ((statSync(dir).mode & 0o022) !== 0)
    throw new SatchelError('data_dir_exposed', { params: { path: dir } })
}

/** Errors: `data_dir_foreign` for what belongs to another user; root is no exception. */
export const refuseForeignOwner = (path: string): void => {
  const uid = process.getuid?.()
  const owner = statSync(path).uid
  if (uid !== undefined && owner !== uid)
    throw new SatchelError('data_dir_foreign', { params: { path, owner } })
}
