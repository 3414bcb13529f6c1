import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The variable that names a run to every process that it starts, by way of however many others. Daemons are in sessions
 * of their own, so no process group has them all.
 */
const RUN = 'SATCHEL_TEST_RUN'
/** The variable that says which test started a process. */
export const TEST = 'SATCHEL_TEST_NAME'

/** Variables for the processes of a run. */
export const markOf = (run) => ({ [RUN]: run })

/**
 * The processes of a run, each with the test that started it, where that is known. Only Linux shows the environment of a
 * process; elsewhere there are none.
 *
 * @param {string} run
 * @returns {{ pid: number, what: string }[]}
 */
export function processesOf(run) {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const variables = read(pid, 'environ')
      if (!variables.includes(`${RUN}=${run}`)) return []
      const test = variables.find((variable) => variable.startsWith(`${TEST}=`))?.slice(TEST.length + 1)
      const command = read(pid, 'cmdline').join(' ').trim().slice(0, 300)
      return [{ pid: Number(pid), what: `${pid} ${command}${test === undefined ? '' : ` (of ${test})`}` }]
    })
}

/**
 * Waits until a run has no processes left, for as long as `grace` says, and ends those that then are. Returns what they
 * were, a line each; empty if there were none.
 *
 * @param {string} run
 * @param {number} grace in milliseconds
 */
export async function endLeft(run, grace) {
  for (const until = Date.now() + grace; Date.now() < until; await sleep(200))
    if (processesOf(run).length === 0) return ''
  const left = processesOf(run)
  for (const { pid } of left) kill(pid)
  return left.map(({ what }) => what).join('\n')
}

/** The strings of a process's file. None if it has ended, or is another user's. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // it has just ended
  }
}
