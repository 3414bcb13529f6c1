import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './freshness.mjs'

/**
 * Runs one set-up at a time per checkout. Two commands started together take turns; a lock left by a process that no
 * longer exists is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [base] the checkout
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, base = root) {
  const lock = join(base, '.setup/lock')
  mkdirSync(join(base, '.setup'), { recursive: true })
  let told = false
  while (!take(lock)) {
    if (isAbandoned(lock)) {
      rmSync(lock, { recursive: true, force: true })
      continue
    }
    if (!told)
      process.stderr.write('satchel: another set-up of this checkout is running; waiting for it ...\n')
    told = true
    await sleep(300)
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
  return true
}

function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    if (pid === 0) return false // being written
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
