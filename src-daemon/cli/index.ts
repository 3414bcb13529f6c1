/** The `satchel` command. Exit code 0: done; 1: refused or failed, with the error on stderr; 2: wrong usage. */
import { runCli } from './run.ts'

// The reader has seen enough (`satchel … | head`): the command ends, as is usual, without reporting an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

void runCli(process)
