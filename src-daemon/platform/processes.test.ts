import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { isRunning } from './processes.ts'

it('says whether a process runs', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await once(child, 'spawn')
  const { pid = 0 } = child
  expect(isRunning(pid)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isRunning(pid)).toBe(false)
})

it.skipIf(process.platform !== 'linux')(
  'counts one that has ended but was not taken note of as ended',
  async () => {
    // A shell that starts a program, becomes another one that never asks after it, and says its process id first.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const [chunk] = (await once(parent.stdout, 'data')) as [Buffer]
      const pid = Number(chunk.toString())
      await expect.poll(() => isRunning(pid)).toBe(false)
      // Its entry is still there, which is all that `kill` looks at.
      expect(process.kill(pid, 0)).toBe(true)
    } finally {
      parent.kill('SIGKILL')
    }
  },
)
