import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isInside } from '../../sandbox/index.ts'
import { UnreadableCommand } from './npx-command.ts'

/**
 * A program of an environment of Python, as it is started: scripts by the environment's own Python, for it was moved since they were written.
 * Throws `UnreadableCommand` where there is none of that name.
 */
export const pythonProgram = (
  environment: string,
  program: string,
): { readonly command: string; readonly args: readonly string[] } => {
  const file = join(environment, 'bin', program)
  if (basename(program) !== program || !existsSync(file)) throw new UnreadableCommand(program)
  if (!isInside(realpathSync(file), realpathSync(environment))) throw new UnreadableCommand(program)
  return isScript(file)
    ? { command: join(environment, 'bin', 'python'), args: [file] }
    : { command: file, args: [] }
}

/** Its first lines name a Python; paths that are too long for the first stand in the second. */
const isScript = (file: string): boolean => {
  const buffer = Buffer.alloc(1024)
  const handle = openSync(file, 'r')
  try {
    const start = buffer.toString('utf8', 0, readSync(handle, buffer))
    return start.startsWith('#!') && start.split('\n').slice(0, 2).join('\n').includes('python')
  } finally {
    closeSync(handle)
  }
}
