import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './freshness.mjs'
import { endLeft, markOf } from './left-processes.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** How long a stopped program has to report what it was doing. */
const GRACE = 10_000
/** How long a program may take to end once its work is done. */
const LAST = 30_000

/**
 * Runs a Node program, and ends it with everything it started if it takes too long, or does not end though its work is
 * done: a hanging program must cost one failure, not the results of everything else. What it leaves running, in whatever
 * group or session, is ended too.
 *
 * @param {{ before?: string[], args: string[], env?: NodeJS.ProcessEnv }} program Node's arguments, what stands before it
 * on the command line, and variables added to the environment
 * @param {{ output: 'inherit' | 'pipe', limit?: number, isDone?: () => boolean, last?: number }} options `limit` and
 * `last` in milliseconds
 * @returns {Promise<{ code: number, text: string, stopped: 'late' | 'left' | null, left: string }>} `text` is the
 * output, if piped; `left` lists the processes that were left over
 */
export async function runWithin(
  { before = [], args, env = {} },
  { output, limit, isDone = () => false, last = LAST },
) {
  const run = randomUUID()
  const [program, ...rest] = [...before, process.execPath, ...args]
  const child = spawn(program, rest, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env, ...markOf(run) },
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
  const pass = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, pass)

  let stopped = null
  let left = ''
  const stop = async (why) => {
    stopped = why
    left = groupOf(child)
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(GRACE, undefined, { ref: false })])
    killGroup(child)
  }
  const late = limit === undefined ? undefined : setTimeout(stop, limit, 'late')
  let leftOver
  const look = setInterval(() => {
    if (leftOver === undefined && isDone()) leftOver = setTimeout(stop, last, 'left')
  }, 500)
  const code = await done
  clearTimeout(late)
  clearTimeout(leftOver)
  clearInterval(look)
  for (const signal of SIGNALS) process.off(signal, pass)
  // What it had started, and what belongs to no group of it, may be ending.
  const lasting = await endLeft(run, stopped === null ? last : 0)
  if (stopped === null && lasting !== '') [stopped, left] = ['left', lasting]
  return { code, text, stopped, left }
}

/** The processes of the program's group: their ids and how they were started. Empty where there is no `ps`. */
function groupOf({ pid }) {
  if (process.platform === 'win32') return ''
  const lines = execFileSync('ps', ['-eo', 'pgid=,pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([group, one]) => Number(group) === pid && Number(one) !== pid)
    .map(([, ...line]) => line.join(' ').slice(0, 300))
    .join('\n')
}

function killGroup(child) {
  if (process.platform === 'win32') child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // nothing is left of the group
  }
}
