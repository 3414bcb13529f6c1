/** The `satchel` command. Exit code 0: done; 1: refused or failed, with the error on stderr; 2: wrong usage. */
import { CommanderError } from 'commander'
import { osLanguage } from '../platform/locale.ts'
import { Declined } from './declined.ts'
import { errorText } from './error-text.ts'
import { plain } from './output.ts'
import { ownArguments } from './own-arguments.ts'
import { createProgram } from './program.ts'
import { errorViewOf } from './session.ts'

const language = osLanguage(process.env)
const json = ownArguments(process.argv).includes('--json')

const exitCodeOf = (thrown: unknown): number => {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2
  if (thrown instanceof Declined) return 1
  const error = errorViewOf(thrown, language)
  const text = json ? JSON.stringify(error) : errorText(error)
  process.stderr.write(`${json ? text : plain(text)}\n`)
  if (process.env['SATCHEL_LOG'] === 'debug') console.error(thrown)
  return 1
}

// Who reads has seen enough (`satchel … | head`): a command ends there, as programs do, and it is no fault to report.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

// The exit code is set, not forced: what is still being written to a pipe is written whole.
createProgram({ json, language, env: process.env })
  .parseAsync(process.argv)
  .catch((thrown: unknown) => {
    process.exitCode = exitCodeOf(thrown)
  })
