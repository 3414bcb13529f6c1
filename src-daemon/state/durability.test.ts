import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openDatabase } from '../storage/index.ts'
import { createState } from './index.ts'
import { NOTE } from './testing.ts'

const ROUNDS = 15

/** Writes through the real service and says each id once it was told that the write is saved. */
const writer = (path: string): string => `
  import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, '../storage/index.ts'))}
  import { createState } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
  import { NOTE, noteAccess, noteSchema } from ${JSON.stringify(join(import.meta.dirname, 'testing.ts'))}
  import { writeSync } from 'node:fs'
  const db = openDatabase({ path: ${JSON.stringify(path)} })
  const state = createState({ db, ownerDid: 'did:key:zTest' })
  state.registerSchema({ owner: noteAccess.owner, scope: noteAccess.scope, title: 'Note', schema: noteSchema })
  for (let n = 0; ; n++) {
    const { object } = state.create(noteAccess, { schemaUri: NOTE, object: { title: 'x', body: 'y'.repeat(n % 5000), stars: 0 } })
    writeSync(1, object.id + ' 0\\n')
    state.update(noteAccess, { schemaUri: NOTE, id: object.id, patch: { $inc: { stars: n } } })
    writeSync(1, object.id + ' ' + n + '\\n')
  }`

it(
  'keeps every acknowledged write when the process is killed at any moment',
  { timeout: 120_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'satchel-durability-'))
    const path = join(directory, 'state.db')
    const saved = new Map<string, number>()
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', writer(path)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const lines = createInterface({ input: child.stdout })
        const closed = once(lines, 'close')
        const first = once(lines, 'line')
        lines.on('line', (line) => {
          const [id, stars] = line.split(' ')
          // A line without its end was cut off by the kill.
          if (id?.length === 36 && stars) saved.set(id, Number(stars))
        })
        await first
        await sleep(Math.random() * 60)
        child.kill('SIGKILL')
        await closed
        check(path, saved)
      }
      expect(saved.size).toBeGreaterThanOrEqual(ROUNDS)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  },
)

const check = (path: string, saved: ReadonlyMap<string, number>): void => {
  const db = openDatabase({ path })
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const state = createState({ db, ownerDid: 'did:key:zTest' })
    const view = String(db.prepare('SELECT view_name FROM state_schemas').pluck().get())
    const rows = (): unknown[] => db.prepare(`SELECT * FROM ${view} ORDER BY id`).all()
    for (const [id, stars] of saved)
      expect(Number(state.get({ schemaUri: NOTE, id }).object['stars'])).toBeGreaterThanOrEqual(stars)
    const before = rows()
    state.rebuild()
    expect(rows()).toEqual(before)
  } finally {
    db.close()
  }
}
