import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Phase } from '../../contract/daemon.ts'
import { connectDaemon, findDaemon, stopDaemon } from '../../client/index.ts'
import { isLogFile } from '../../platform/log-files.ts'
import { dataPaths, unusable } from '../../platform/paths.ts'
import type { Output } from '../console/output.ts'
import { sayProblem } from '../console/phase.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { settledStatus } from '../console/session.ts'

const LOG_LINES = 200

/** `satchel daemon start|stop|status|logs` */
export const addDaemonCommands = (program: Command, { text, session, env }: CommandDeps): void => {
  const daemon = program.command('daemon').description(text('cli_daemon'))

  daemon
    .command('start')
    .description(text('cli_daemon_start'))
    .action(async () => {
      const { withAnyDaemon, output } = session()
      const status = await withAnyDaemon(settledStatus)
      output.result({ running: true, ...status }, () => {
        sayStatus(output, status)
      })
    })

  daemon
    .command('status')
    .description(text('cli_daemon_status'))
    .action(async () => {
      const { output } = session()
      const address = await findDaemon(dataPaths(env))
      if (address === null) {
        output.result({ running: false }, () => {
          output.say('cli_not_running')
        })
        return
      }
      const client = await connectDaemon(address, 'cli')
      const status = await client.api.system.status.query()
      await client.close()
      output.result({ running: true, ...status }, () => {
        sayStatus(output, status)
      })
    })

  daemon
    .command('stop')
    .description(text('cli_daemon_stop'))
    .action(async () => {
      const { output } = session()
      const stopped = await stopDaemon(env)
      output.result({ stopped }, () => {
        output.say(stopped ? 'cli_stopped' : 'cli_not_running')
      })
    })

  daemon
    .command('logs')
    .description(text('cli_daemon_logs'))
    .action(() => {
      const { output } = session()
      const { logsDir } = dataPaths(env)
      const lines = newestLog(logsDir).slice(-LOG_LINES)
      output.result({ logsDir, lines }, () => {
        for (const line of lines) output.line(line)
        if (lines.length === 0) output.say('cli_none')
      })
    })
}

const sayStatus = (
  output: Output,
  status: { info: { pid: number; version: string; dataDir: string }; phase: Phase },
) => {
  const { pid, version, dataDir } = status.info
  output.say('cli_running', { pid, version, dataDir })
  output.say(`cli_phase_${status.phase.kind}`)
  sayProblem(output, status.phase)
}

/** The lines of the newest log; none if no daemon has run yet. Errors: `data_dir_unusable`. */
const newestLog = (logsDir: string): string[] => {
  try {
    const files = readdirSync(logsDir)
      .filter(isLogFile)
      .map((name) => join(logsDir, name))
      .sort((a, b) => changedAt(a) - changedAt(b))
    const newest = files.at(-1)
    return newest === undefined ? [] : readFileSync(newest, 'utf8').split('\n').filter(Boolean)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw unusable(logsDir, cause)
  }
}

/** A daemon may take a file away meanwhile, for a newer one. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
