import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runStep } from './steps.mjs'

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-steps-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('says how a command ended, and what it said', async () => {
  const failing = ['-e', 'console.log("no such thing"); process.exit(3)']
  await expect(runStep('Trying', process.execPath, failing)).rejects.toThrow(
    /ended with code 3 and said:\nno such thing/,
  )
})

it.skipIf(process.platform === 'win32')('ends after its command when it is stopped', async () => {
  const pidFile = join(folder, 'pid')
  // It takes its time to end, as npm does.
  const command = `
    process.on('SIGTERM', () => setTimeout(() => process.exit(1), 300))
    require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
    setInterval(() => {}, 1000)`
  const step = `
    const { runStep } = await import(${JSON.stringify(join(import.meta.dirname, 'steps.mjs'))})
    await runStep('Waiting', process.execPath, ['-e', ${JSON.stringify(command)}])`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', step], { stdio: 'ignore' })
  await vi.waitFor(() => expect(existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/), {
    timeout: 20_000,
  })
  const ended = once(parent, 'exit')
  parent.kill('SIGTERM')
  const [code] = await ended
  expect(code).toBe(1)
  expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow(/ESRCH/)
})
