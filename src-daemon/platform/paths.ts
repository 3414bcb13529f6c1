import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { dataDirOf } from './data-dir.ts'
import { SatchelError } from './errors.ts'
import { refuseExposed, refuseForeignOwner } from './ownership.ts'
import { socketPlaceOf, type SocketPlace } from './socket-place.ts'

/** Where everything of one user's Satchel is. One daemon owns one data directory. */
export interface DataPaths extends SocketPlace {
  readonly dataDir: string
  readonly database: string
  readonly config: string
  readonly packagesDir: string
  /** Copies of the database with what belongs to them, unless another folder is set. */
  readonly backupsDir: string
  /** Files of accepted skills, by hash. */
  readonly skillsDir: string
  /** Files of server bundles, by hash. */
  readonly bundlesDir: string
  /** Packages of npm servers, by hash. */
  readonly fetchedDir: string
  /** Models inside Satchel, and the program that runs them. */
  readonly modelsDir: string
  /** Blocks and pins of the local IPFS node. */
  readonly ipfsDir: string
  /** Where scripts of skills run, one folder for each conversation. */
  readonly workDir: string
  readonly runDir: string
  readonly logsDir: string
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
    backupsDir: join(dataDir, 'backups'),
    skillsDir: join(dataDir, 'skills'),
    bundlesDir: join(dataDir, 'bundles'),
    fetchedDir: join(dataDir, 'fetched'),
    modelsDir: join(dataDir, 'models'),
    ipfsDir: join(dataDir, 'ipfs'),
    workDir: join(dataDir, 'work'),
    runDir,
    logsDir: join(dataDir, 'logs'),
    ...socketPlaceOf(dataDir, runDir),
    lock: join(runDir, 'owner.lock'),
    descriptor: join(runDir, 'daemon.json'),
  }
}

/** SQLite opens no path of more than 504 bytes, and those of files in here are up to 64 longer than this. */
const LIMIT = 440

/**
 * Creates the directories, readable by this user alone. Errors: `data_dir_unusable`, `data_dir_foreign`,
 * `data_dir_exposed`, `data_dir_too_long`.
 */
export const prepareDataDir = (paths: DataPaths): void => {
  const bytes = Buffer.byteLength(paths.dataDir)
  if (process.platform !== 'win32' && bytes > LIMIT)
    throw new SatchelError('data_dir_too_long', { params: { path: paths.dataDir, bytes, limit: LIMIT } })
  try {
    mkdirSync(paths.dataDir, { recursive: true, mode: 0o700 })
    refuseUnsafe(paths.dataDir)
    for (const dir of [paths.packagesDir, paths.runDir, paths.logsDir])
      mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(paths.dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    refuseUnsafe(paths.runDir)
    chmodSync(paths.runDir, 0o700)
  } catch (cause) {
    throw unusable(paths.dataDir, cause)
  }
}

/** Of a symbolic link, its target counts. Errors: `data_dir_foreign`, `data_dir_exposed`. */
const refuseUnsafe = (dir: string): void => {
  if (process.platform === 'win32') return
  refuseForeignOwner(dir)
  refuseExposed(dir)
}

/** The error for an unusable part of the data directory; a `SatchelError` is passed on unchanged. */
export const unusable = (path: string, cause: unknown): SatchelError => {
  if (cause instanceof SatchelError) return cause
  const problem = cause instanceof Error ? cause.message : String(cause)
  return new SatchelError('data_dir_unusable', { params: { path, problem }, cause })
}
