import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withSetupLock } from './setup-lock.mjs'

let base
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'satchel-lock-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

it('lets two set-ups of one checkout take turns', async () => {
  const events = []
  const work = (name) => async () => {
    events.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    events.push(`${name} ends`)
  }
  await Promise.all([withSetupLock(work('first'), base), withSetupLock(work('second'), base)])
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

it('takes over the lock of a process that is gone', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  mkdirSync(join(base, '.setup/lock'), { recursive: true })
  writeFileSync(join(base, '.setup/lock/pid'), String(pid))
  expect(await withSetupLock(() => Promise.resolve('done'), base)).toBe('done')
})

it('frees the lock when the work fails', async () => {
  await expect(withSetupLock(() => Promise.reject(new Error('no')), base)).rejects.toThrow('no')
  expect(existsSync(join(base, '.setup/lock'))).toBe(false)
})
