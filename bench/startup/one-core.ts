import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

/**
 * Runs `measure` with this process and the given ones on the first core, if the machine can do that (Linux). A round trip
 * of microseconds costs several times as much when the scheduler puts its two ends on two cores of a virtual machine, and it
 * does so sometimes for one program and sometimes for the other: on one core, both are measured by their own work.
 */
export const onOneCore = async <T>(pids: readonly number[], measure: () => Promise<T>): Promise<T> => {
  place(pids, '0')
  try {
    return await measure()
  } finally {
    place(pids, `0-${String(cpus().length - 1)}`)
  }
}

const place = (pids: readonly number[], cores: string): void => {
  if (process.platform !== 'linux') return
  for (const pid of [process.pid, ...pids]) {
    const { status } = spawnSync('taskset', ['-apc', cores, String(pid)], { stdio: 'ignore' })
    if (status !== 0) throw new Error(`taskset could not put process ${String(pid)} on core ${cores}`)
  }
}
