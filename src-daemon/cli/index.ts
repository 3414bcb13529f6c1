/** The `satchel` command. Exit code 0: done; 1: refused or failed, with the error on stderr; 2: wrong usage. */
import { ownCommandIn } from '../platform/own-command.ts'
import { takeEnvironment } from '../platform/secret-variables.ts'
import { typeCommandAs } from '../text/index.ts'
import type { Io } from './console/io.ts'
import { runCli } from './run.ts'

// The reader closed the pipe (`satchel … | head`): the command ends without reporting an error, as usual.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const io: Io = {
  argv: process.argv,
  env: takeEnvironment(),
  // Opened by the commands that read it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  get exitCode() {
    return process.exitCode
  },
  set exitCode(code) {
    process.exitCode = code
  },
}
typeCommandAs(ownCommandIn(io.env))
void runCli(io)
