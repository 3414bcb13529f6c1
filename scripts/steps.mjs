import { spawn } from 'node:child_process'
import { root } from './freshness.mjs'

const heartbeat = 15_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs one command of the set-up, reporting on stderr what it does and how long it took. Its output is only shown if it
 * fails.
 *
 * @param {string} title shown to the user
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeout?: number }} options timeout in milliseconds
 * @returns {Promise<void>} rejects with the last lines of the output when the command fails
 */
export async function runStep(title, command, args, { env = process.env, timeout } = {}) {
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`
  say(`${title} ...`)
  const beat = setInterval(() => say(`${title} ... ${seconds()}`), heartbeat)
  try {
    await run(command, args, { env, timeout })
    say(`${title}: done in ${seconds()}`)
  } catch (error) {
    throw Object.assign(
      new Error(
        `${title}: failed after ${seconds()}. ${error.message}\n  command: ${[command, ...args].join(' ')}`,
      ),
      { forPeople: true },
    )
  } finally {
    clearInterval(beat)
  }
}

function run(command, args, { env, timeout }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      timeout,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    let output = ''
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    // Stopping the set-up also stops the command and waits for its end, so that the next set-up doesn't collide with it.
    const stop = (signal) => child.kill(signal)
    for (const signal of SIGNALS) process.once(signal, stop)
    child.on('error', (error) => reject(new Error(error.message)))
    child.on('close', (code, signal) => {
      for (const one of SIGNALS) process.off(one, stop)
      if (code === 0) resolve()
      else reject(new Error(`It ended with ${signal ?? `code ${code}`} and said:\n${output.trimEnd()}`))
    })
  })
}

function say(line) {
  process.stderr.write(`satchel: ${line}\n`)
}
