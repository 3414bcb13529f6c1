import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { dataPaths } from '../platform/paths.ts'
import { spawnDetached } from '../platform/processes.ts'
import { errorCodeSchema } from '../text/index.ts'
import { findDaemon, type DaemonAddress } from './address.ts'

const START_TIMEOUT_MS = 20_000

/** The first line a starting daemon writes to its stdout: that it answers, or why it will not. */
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
 * The running daemon of the data directory `env` names, started if there is none. Safe when several callers start at once:
 * the losers of the race find the winner. Errors: `daemon_unreachable`, or what the daemon says prevents its start.
 */
export const ensureDaemon = async (input: {
  env: NodeJS.ProcessEnv
  runtime: DaemonRuntime
}): Promise<DaemonAddress> => {
  const paths = dataPaths(input.env)
  const found = await findDaemon(paths)
  if (found !== null) return found

  const report = await start(input)
  if (report.kind === 'failed' && report.code !== 'daemon_already_running')
    throw new SatchelError(report.code, { params: report.params })

  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const address = await findDaemon(paths)
    if (address !== null) return address
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new SatchelError('daemon_unreachable', {
    params: { problem: 'it started but its socket does not answer' },
  })
}

const start = async (input: { env: NodeJS.ProcessEnv; runtime: DaemonRuntime }): Promise<StartReport> => {
  const child = spawnDetached({
    command: input.runtime.nodePath,
    args: [input.runtime.daemonEntry],
    env: input.env,
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
    child.once('exit', (code, signal) => {
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
