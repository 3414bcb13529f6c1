import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { targetNames } from './engine/target.ts'

const run = promisify(execFile)

describe('a short run of the fuzzer', () => {
  it.each(targetNames)('finds nothing in %s', { timeout: 120_000 }, async (name) => {
    const args = [
      join(import.meta.dirname, 'run.ts'),
      name,
      '--runs',
      '2000',
      '--seconds',
      '4',
      '--seed',
      '1',
    ]
    const { stdout, stderr } = await run(process.execPath, args)
    expect(stderr).toBe('')
    expect(Number(/(\d+) runs/.exec(stdout)?.[1])).toBeGreaterThan(0)
  })
})
