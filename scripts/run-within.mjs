import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './freshness.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** How long a program that is told to end gets for saying what it was doing. */
const GRACE = 10_000

/**
 * Runs a Node program, and ends it with everything it started if it takes too long: what hangs must cost a failure, not
 * the results of everything else.
 *
 * @param {{ args: string[], env?: NodeJS.ProcessEnv }} program Node's arguments, and variables added to the environment
 * @param {{ output: 'inherit' | 'pipe', limit?: number }} options `limit` in milliseconds
 * @returns {Promise<{ code: number, text: string, isStopped: boolean }>} `text` is the output, if piped
 */
export async function runWithin({ args, env = {} }, { output, limit }) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
    // A group of its own, which can be killed as a whole. Windows has none, and kills the program alone.
    detached: process.platform !== 'win32',
  })
  let text = ''
  const keep = (chunk) => {
    text += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise((resolve) => child.on('exit', resolve))
  // What it started may hold its output for longer.
  const done = new Promise((resolve) => {
    child.on('error', (error) => {
      keep(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
  // A terminal's Ctrl+C does not reach another group.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))

  let isStopped = false
  const timer =
    limit === undefined
      ? undefined
      : setTimeout(async () => {
          isStopped = true
          child.kill('SIGTERM')
          await Promise.race([ended, sleep(GRACE, undefined, { ref: false })])
          killGroup(child)
        }, limit)
  const code = await done
  clearTimeout(timer)
  return { code, text, isStopped }
}

function killGroup(child) {
  if (process.platform === 'win32') child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // nothing is left of the group
  }
}
