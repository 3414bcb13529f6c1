import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../storage/index.ts'
import { createState } from '../index.ts'
import { NOTE } from '../testing.ts'
import { TEST_OWNER } from './testing/protocol.ts'

/** More than the changes after which the worker is asked for the first time. */
const ENOUGH = 800
const MOST_MS = 150

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-checkpoint-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

it.skipIf(process.platform === 'win32')(
  'keeps every acknowledged write when it is killed while a worker moves them into the database',
  async () => {
    const path = join(directory, 'state.db')
    const counts = new Map<string, number>()
    for (let round = 0; round < 5; round += 1) {
      await killedWhileCounting(path, counts)
      const db = openDatabase({ path })
      try {
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
        const state = createState({ db, ownerDid: () => TEST_OWNER })
        expect(state.sync.check().differences).toEqual([])
        for (const [id, count] of counts) {
          const { stars } = state.get({ schemaUri: NOTE, id }).object
          // The one that was being saved when it ended may be there, though nobody was told.
          expect([count, count + 1]).toContain(stars)
          counts.set(id, Number(stars))
        }
      } finally {
        db.close()
      }
    }
  },
  120_000,
)

/** Has a process count until the worker must be at work, and ends it at some moment then. `counts` is what it said is saved. */
const killedWhileCounting = async (path: string, counts: Map<string, number>): Promise<void> => {
  const program = join(import.meta.dirname, 'testing/counter.ts')
  const counter = spawn(process.execPath, [program, path, counts.size === 0 ? 'begin' : 'go on'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(counter, 'close')
  const enough = Promise.withResolvers<undefined>()
  let said = 0
  let rest = ''
  counter.stdout.setEncoding('utf8').on('data', (text: string) => {
    // A line without its end was cut off by the kill.
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [id = '', count = ''] = line.split(' ')
      counts.set(id, Number(count))
      said += 1
    }
    if (said >= ENOUGH) enough.resolve(undefined)
  })
  await Promise.race([
    enough.promise,
    closed.then(() => {
      throw new Error('the counter ended by itself')
    }),
  ])
  await sleep(Math.random() * MOST_MS)
  counter.kill('SIGKILL')
  await closed
}
