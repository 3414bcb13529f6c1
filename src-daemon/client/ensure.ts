import { setTimeout as pause } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { buildAt } from '../platform/build.ts'
import { readDescriptor } from '../platform/descriptor.ts'
import { SatchelError } from '../platform/errors.ts'
import { dataPaths, type DataPaths } from '../platform/paths.ts'
import { spawnDetached } from '../platform/processes.ts'
import { PASSPHRASE_ON_STDIN, withoutSecrets } from '../platform/secret-variables.ts'
import { errorCodeSchema, type ErrorCode } from '../text/index.ts'
import { findDaemon, type DaemonAddress } from './address.ts'
import { stopDaemon } from './stop.ts'

const START_TIMEOUT_MS = 20_000
const OWNER_TIMEOUT_MS = 500

/** The first line a starting daemon writes to its stdout: that it answers, or why it cannot. */
export const startReportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening') }),
  z.object({
    kind: z.literal('failed'),
    code: errorCodeSchema,
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
])
export type StartReport = z.infer<typeof startReportSchema>

/** How a daemon is started: the Node program and the daemon's entry file. */
export interface DaemonRuntime {
  readonly nodePath: string
  readonly daemonEntry: string
}

/**
 * The Node arguments of a daemon. It lives for days and is mostly idle: a small nursery keeps a burst of calls from
 * retaining some 6 MB, and does not slow such a burst measurably.
 */
export const daemonArguments = (entry: string): readonly string[] => ['--max-semi-space-size=4', entry]

/**
 * The running daemon of the data directory that `env` names. Starts one if there is none, and restarts it if the
 * running one is an earlier build of the same program. A daemon of another program is left alone; the handshake decides
 * whether it can be used. Safe when several callers start at once: the losers of the race find the winner. Errors:
 * `daemon_unreachable`, or what the daemon reports prevents its start.
 */
export const ensureDaemon = async (input: {
  env: NodeJS.ProcessEnv
  runtime: DaemonRuntime
}): Promise<DaemonAddress> => {
  const paths = dataPaths(input.env)
  const found = await findDaemon(paths)
  if (found !== null) {
    const outdated = outdatedDaemon(paths, input.runtime)
    if (outdated === null) return found
    await stopDaemon(input.env, outdated)
  }

  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const report = await start(input)
    if (report.kind === 'failed' && report.code !== 'daemon_already_running')
      throw new SatchelError<ErrorCode>(report.code, { params: report.params })
    // The owner of the directory is about to answer or to end; in the latter case we try again.
    const address = await answerWithin(paths, OWNER_TIMEOUT_MS)
    if (address !== null) return address
  }
  throw new SatchelError('daemon_unreachable', {
    params: { problem: 'it started but its socket does not answer' },
  })
}

const answerWithin = async (paths: DataPaths, ms: number): Promise<DaemonAddress | null> => {
  for (const deadline = Date.now() + ms; ;) {
    const address = await findDaemon(paths)
    if (address !== null || Date.now() > deadline) return address
    await pause(20)
  }
}

/**
 * The process id of a daemon whose own file has changed since it started, as after an update or a new build; else null.
 */
const outdatedDaemon = (paths: DataPaths, runtime: DaemonRuntime): number | null => {
  const running = readDescriptor(paths)
  const present = buildAt(runtime.daemonEntry)
  if (running?.build === undefined || present === null || running.entry !== present.entry) return null
  return running.build === present.build ? null : running.pid
}

const start = async (input: { env: NodeJS.ProcessEnv; runtime: DaemonRuntime }): Promise<StartReport> => {
  const passphrase = input.env['SATCHEL_VAULT_PASSPHRASE']
  const args = daemonArguments(input.runtime.daemonEntry)
  const child = spawnDetached({
    command: input.runtime.nodePath,
    args: passphrase === undefined ? args : [...args, PASSPHRASE_ON_STDIN],
    env: withoutSecrets(input.env),
    input: passphrase,
  })
  try {
    return await firstReport(child)
  } finally {
    child.stdout?.destroy()
    child.unref()
  }
}

const firstReport = (child: ChildProcess): Promise<StartReport> =>
  new Promise((resolve, reject) => {
    const fail = (problem: string, cause?: unknown) => {
      clearTimeout(timer)
      reject(new SatchelError('daemon_unreachable', { params: { problem }, cause }))
    }
    const timer = setTimeout(() => {
      fail('it did not report within 20 seconds')
    }, START_TIMEOUT_MS)
    child.once('error', (cause) => {
      fail(cause.message, cause)
    })
    // Not `exit`, which may come before the report that was written just before it.
    child.once('close', (code, signal) => {
      fail(`it ended at once (${signal ?? `exit code ${String(code)}`})`)
    })
    if (child.stdout === null) {
      fail('it has no output to report on')
      return
    }
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(timer)
      resolve(startReportSchema.parse(JSON.parse(line)))
    })
  })
