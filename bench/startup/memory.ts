import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Resident memory of a process, in MB (10^6 bytes). Errors: Error if `ps` doesn't know it. */
export const processMegabytes = (pid: number | undefined): number => {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  const kibibytes = Number(stdout.trim())
  if (!(kibibytes > 0)) throw new Error(`ps does not know the process ${String(pid)}`)
  return (kibibytes * 1024) / 1e6
}

/**
 * What only this process has in memory, in MB (10^6 bytes), as Chromium's own task manager counts it: anonymous pages, in
 * memory or swapped out. Resident memory would add the program's code, which all pages share and no page can change. Outside Linux,
 * which alone tells them apart, it is the resident memory. Errors: Error if the system doesn't know the process.
 */
export const privateMegabytes = (pid: number): number => {
  if (process.platform !== 'linux') return processMegabytes(pid)
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  const kibibytes = [...status.matchAll(/^(?:RssAnon|VmSwap):\s+(\d+) kB$/gm)].map(([, size]) => Number(size))
  if (kibibytes.length !== 2) throw new Error(`The system does not say what the process ${String(pid)} has`)
  return (kibibytes.reduce((sum, size) => sum + size, 0) * 1024) / 1e6
}
