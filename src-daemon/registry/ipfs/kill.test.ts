import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseCid } from '../../platform/cid.ts'
import { endOf } from '../../testing/daemon-process.ts'
import { createEmbeddedStore } from './embedded/store.ts'

const ADDER = fileURLToPath(new URL('./testing/adder.ts', import.meta.url))

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-ipfs-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true, force: true })
})

it(
  'loses no acknowledged block when it is killed in the middle of adding, and opens again',
  { timeout: 240_000 },
  async () => {
    const acknowledged = new Set<string>()
    for (const wanted of [1, 12, 40]) {
      const child = spawn(process.execPath, [ADDER, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
      let text = ''
      let killed = false
      child.stdout.on('data', (chunk) => {
        text += String(chunk)
        if (killed || text.split('\n').length <= wanted) return
        killed = true
        child.kill('SIGKILL')
      })
      expect((await endOf(child)).signal).toBe('SIGKILL')
      // What came through the pipe before the end; an incomplete line was not acknowledged.
      for (const cid of text.split('\n').slice(0, -1)) acknowledged.add(cid)
      expect(acknowledged.size).toBeGreaterThanOrEqual(wanted)

      const store = createEmbeddedStore({ dir, network: null })
      const pins = new Set(await store.pins())
      for (const cid of acknowledged) {
        expect((await store.get(parseCid(cid), { maxBytes: 4_000 })).length).toBe(4_000)
        expect(pins).toContain(cid)
      }
      // An interrupted write is either complete or absent, and nothing of it is in the way.
      for (const cid of pins) await store.get(parseCid(cid), { maxBytes: 4_000 })
      await store.sweep()
      expect(new Set(await store.pins())).toEqual(pins)
      await store.close()
    }
  },
)
