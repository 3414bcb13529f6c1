/** The daemon's process: locks the data directory, answers on its socket, opens the data, and ends cleanly. */
import { writeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { createConnections, createProgramConnections, listenOnLocalSocket } from './api/index.ts'
import type { StartReport } from './client/index.ts'
import { createEncryption, createOpening } from './composition/index.ts'
import { createPassphraseJudge } from './identity/index.ts'
import { acquireLock, createLifecycle, createWebCarriers } from './lifecycle/index.ts'
import { appVersion, PROTOCOL, rendererDir } from './platform/app.ts'
import { buildAt } from './platform/build.ts'
import { saveCodeCache } from './platform/code-cache.ts'
import { removeDescriptor, writeDescriptor } from './platform/descriptor.ts'
import { toSatchelError } from './platform/errors.ts'
import { openLog } from './platform/log.ts'
import { osLanguage } from './platform/locale.ts'
import { ownCommandIn } from './platform/own-command.ts'
import { dataPaths, prepareDataDir } from './platform/paths.ts'
import { makeSocketDir, removeSocketDir } from './platform/socket-place.ts'
import { createToldSecrets } from './platform/told-secrets.ts'
import { PASSPHRASE_ON_STDIN, takeEnvironment } from './platform/secret-variables.ts'
import { setAsideConfig } from './settings/index.ts'
import { typeCommandAs } from './text/index.ts'
import { isDiskFull, setAsideDatabase } from './storage/index.ts'

/** A turn that does not stop within this time is left to the crash-safe store. */
const SHUTDOWN_TIMEOUT_MS = 5_000

const start = async (): Promise<void> => {
  // Only its user can access the files this process creates.
  process.umask(0o077)
  const env = takeEnvironment()
  const vaultPassphrase = process.argv.includes(PASSPHRASE_ON_STDIN)
    ? await text(process.stdin)
    : env['SATCHEL_VAULT_PASSPHRASE']
  // Read first: a build that replaces this one from now on is newer.
  const build = buildAt(process.argv[1] ?? '')
  const paths = dataPaths(process.env)
  prepareDataDir(paths)
  const lock = acquireLock(paths)
  makeSocketDir(paths)
  const told = createToldSecrets()
  const { log, close: closeLog } = openLog({
    logsDir: paths.logsDir,
    level: env['SATCHEL_LOG'] ?? 'info',
    masked: told.masked,
  })
  const startedAt = new Date().toISOString()
  const info = {
    version: appVersion,
    protocol: PROTOCOL,
    pid: process.pid,
    startedAt,
    dataDir: paths.dataDir,
    command: ownCommandIn(process.env),
  }
  typeCommandAs(info.command)

  const passphrases = createPassphraseJudge()
  const web = createWebCarriers({ rendererDir, runDir: paths.runDir })
  const opening = createOpening({
    paths,
    log,
    told,
    osLanguage: osLanguage(process.env),
    vaultPassphrase,
    passphrases,
  })
  const core = createLifecycle({
    info,
    log,
    ...opening,
    setAside: (what) =>
      what === 'database'
        ? setAsideDatabase(paths.database, new Date())
        : setAsideConfig(paths.config, new Date()),
    isDiskFull: () => isDiskFull(paths.database),
    judgePassphrase: passphrases.judge,
    checkPassphrase: passphrases.check,
    encryption: createEncryption(paths),
    openWeb: (request) => web.open({ ...request, connections, core }),
    onStop: () => {
      // The caller gets the answer first: it is sent by the end of this turn of the event loop.
      setImmediate(() => void shutDown('asked to'))
    },
  })
  const connections = createConnections({ core, log })
  const programs = createProgramConnections({ core, log })

  const shutDown = async (why: string): Promise<void> => {
    log.info({ why }, 'stopping')
    setTimeout(() => {
      process.exit(1)
    }, SHUTDOWN_TIMEOUT_MS).unref()
    const failures: unknown[] = []
    await core.close().catch((problem: unknown) => {
      failures.push(problem)
      log.error({ err: problem }, 'not everything could be closed')
    })
    // First, because it tells pages in a browser that their sessions have ended.
    const webClosed = web.close()
    connections.close()
    programs.close()
    await Promise.all([webClosed, local.close(), passphrases.close()])
    removeSocketDir(paths)
    removeDescriptor(paths)
    lock.release()
    log.info('stopped')
    closeLog()
    process.exit(failures.length > 0 ? 1 : 0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    // Not `once`: if two clients of a newer build both stop it, the second signal must not turn a clean end into a kill.
    process.on(signal, () => {
      core.stop()
    })
  process.on('uncaughtException', (error) => {
    // A broken invariant: the stored data is always consistent, so ending is safe.
    log.fatal({ err: error }, 'uncaught')
    closeLog()
    process.exit(1)
  })

  const local = await listenOnLocalSocket({ path: paths.socket, connections, programs })
  writeDescriptor(paths, {
    pid: info.pid,
    version: info.version,
    protocol: info.protocol,
    socket: paths.socket,
    startedAt,
    ...build,
  })
  report({ kind: 'listening' })
  await core.start()
  log.info({ ms: Math.round(performance.now()) }, 'started')
  saveCodeCache()
}

/** Tells the process that started this one, through the pipe on stdout, that it answers or why it doesn't. */
const report = (message: StartReport): void => {
  try {
    writeSync(1, `${JSON.stringify(message)}\n`)
  } catch (error) {
    // The starter has ended and no longer listens; the socket still answers.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EBADF')))
      throw error
  }
}

/**
 * Runs the daemon in this process. Loading this file has no effect, so a bundle may combine it with the command line's code.
 * Says on stdout, as a `StartReport`, that it listens or why it does not; then it ends the process with 1.
 */
export const runDaemon = async (): Promise<void> => {
  try {
    await start()
  } catch (thrown) {
    const { code, params } = toSatchelError(thrown)
    report({ kind: 'failed', code, params })
    if (code === 'internal')
      process.stderr.write(`${String(thrown instanceof Error ? thrown.stack : thrown)}\n`)
    process.exit(1)
  }
}
