import { spawn, type ChildProcess } from 'node:child_process'
import { cliEntry } from './entries.ts'

/** A running `satchel` command, with its output. */
export interface RunningCommand {
  readonly child: ChildProcess
  readonly said: () => string
  readonly complained: () => string
  /** The JSON objects it wrote so far, one in a line. */
  readonly steps: () => readonly Readonly<Record<string, unknown>>[]
  /** Resolves with its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>
  kill(signal?: NodeJS.Signals): Promise<number | null>
}

export const startCommand = (env: NodeJS.ProcessEnv, ...args: string[]): RunningCommand => {
  const child = spawn(process.execPath, [cliEntry, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complained = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  child.stderr.on('data', (chunk) => (complained += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    ended,
    said: () => said,
    complained: () => complained,
    steps: () =>
      said
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    kill: (signal = 'SIGKILL') => {
      child.kill(signal)
      return ended
    },
  }
}
