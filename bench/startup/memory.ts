import { spawnSync } from 'node:child_process'

/** Resident memory of a process, in MB (10^6 bytes). Errors: Error if `ps` doesn't know it. */
export const processMegabytes = (pid: number | undefined): number => {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  const kibibytes = Number(stdout.trim())
  if (!(kibibytes > 0)) throw new Error(`ps does not know the process ${String(pid)}`)
  return (kibibytes * 1024) / 1e6
}
