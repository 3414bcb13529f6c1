// Tests make some thousand databases, and wait for the disk with each write. So their temporary folder is in memory
// where this may mount one: on Linux, as root, with memory to spare. Elsewhere it is where it always was. What a killed
// process leaves behind is the same in both, and what a power cut would leave, no test sees in either.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Several times what a whole run takes. */
const SPARE_KIB = 2 * 2 ** 20
/** Only the program, and what it starts, sees what is mounted, and with the last of them it is gone. */
const MOUNT = ['--mount', 'sh', '-c', 'mount -t tmpfs -o mode=1777 tmpfs "$0" && exec "$@"']

/**
 * Runs `work` with the start of a command line, and of an environment, that give a program a temporary folder in memory;
 * with none where there is none.
 *
 * @template T
 * @param {(place: { before: string[], env: NodeJS.ProcessEnv }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withMemoryFolder(work) {
  if (process.platform !== 'linux' || process.getuid() !== 0 || spareKib() < SPARE_KIB)
    return work({ before: [], env: {} })
  const folder = mkdtempSync(join(tmpdir(), 'satchel-tests-'))
  try {
    const mounts = spawnSync('unshare', [...MOUNT, folder, 'true']).status === 0
    if (!mounts) return await work({ before: [], env: {} })
    // What is fetched once for many runs stays where it is.
    const models = process.env.SATCHEL_MODEL_CACHE ?? join(tmpdir(), 'satchel-real-model')
    return await work({
      before: ['unshare', ...MOUNT, folder],
      env: { TMPDIR: folder, SATCHEL_MODEL_CACHE: models },
    })
  } finally {
    rmdirSync(folder)
  }
}

function spareKib() {
  const [, kib] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  return Number(kib ?? 0)
}
