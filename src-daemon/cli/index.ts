/** The `satchel` command. Exit code 0: done; 1: refused or failed, with the error on stderr; 2: wrong usage. */
import { runCli } from './run.ts'

// Who reads has seen enough (`satchel … | head`): a command ends there, as programs do, and it is no fault to report.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

void runCli(process)
