import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import { osLanguage } from '../platform/locale.ts'
import { Declined } from './console/declined.ts'
import { errorText } from './console/error-text.ts'
import type { Io } from './console/io.ts'
import { jsonText, writeText } from './console/output.ts'
import { ownArguments } from './console/own-arguments.ts'
import { createProgram } from './program.ts'
import { errorViewOf } from './console/session.ts'

/** Runs the command in `io.argv`. Afterwards `io.exitCode` is its exit code; unset means 0. */
export const runCli = async (io: Io): Promise<void> => {
  const language = osLanguage(io.env)
  const json = ownArguments(io.argv).includes('--json')
  try {
    await createProgram({ json, language, io }).parseAsync(io.argv)
  } catch (thrown) {
    // Set, not forced: pending output to a pipe is written completely.
    io.exitCode = exitCodeOf(thrown)
  }

  function exitCodeOf(thrown: unknown): number {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2
    if (thrown instanceof Declined) return 1
    const error = errorViewOf(thrown, language)
    writeText(io.stderr, `${json ? jsonText(error) : errorText(error)}\n`)
    if (io.env['SATCHEL_LOG'] === 'debug') writeText(io.stderr, `${inspect(thrown)}\n`)
    return 1
  }
}
