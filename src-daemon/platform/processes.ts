/** The one place that starts processes. Arguments are always a list: no shell ever reads them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Starts a program that outlives this one: its own session, no inherited terminal. Its stdout is a pipe for the caller to
 * read its first words from; errors of the start itself arrive as the child's `error` event.
 */
export const spawnDetached = (input: {
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
}): ChildProcess =>
  spawn(input.command, input.args, {
    env: input.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  })

/** Whether a process with this id exists and has not ended. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isDefunct(pid)
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Ended, and only waiting for a parent to take note: the first process of a container may take seconds. */
const isDefunct = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    // The name before the state is in brackets, and may hold brackets itself.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false // no /proc, or gone by now: what `kill` said counts
  }
}
