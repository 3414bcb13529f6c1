import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import type { CheckCursor } from '../../contract/check.ts'
import { createRandom, newSeed } from '../../state/survival/testing/random.ts'
import { NOTE, noteAccess, noteSchema, plainState } from '../../state/testing.ts'
import { openDatabase, type DatabaseKey } from '../../storage/index.ts'
import { effort } from '../../testing/effort.ts'
import { runSlice, START, type Slice } from './slice.ts'

const NOTES = 300
const FLIPS = effort(8, 20)
const TIMEOUT = 300_000

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-check-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const writeStore = async (key: DatabaseKey | null): Promise<void> => {
  const db = openDatabase({ path, key })
  db.pragma('synchronous = OFF')
  const state = plainState({ db })
  const { owner, scope } = noteAccess
  state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
  for (let n = 0; n < NOTES; n++) {
    const object = { title: `note ${String(n)}`, body: 'some words '.repeat(20), tags: ['a', 'b'] }
    const { id } = state.create(noteAccess, { schemaUri: NOTE, object }).object
    state.update(noteAccess, { schemaUri: NOTE, id, patch: { $inc: { stars: 1 } } })
  }
  await state.close()
  db.close()
}

/** A whole pass, in slices of one step each. */
const check = async (key: DatabaseKey | null): Promise<Slice['findings']> => {
  const findings: Slice['findings'][number][] = []
  for (let cursor: CheckCursor | null = START; cursor !== null;) {
    const slice: Slice = await runSlice({ path, key, cursor, budgetMs: 0 })
    findings.push(...slice.findings)
    cursor = slice.cursor
  }
  return findings
}

describe.each([
  ['encrypted', randomBytes(32).toString('hex'), FLIPS],
  // Nothing vouches for free space, nor for comments in the schema: the flips are of bytes in use, and one may be there.
  ['in the clear', null, FLIPS - 2],
])('flipped bits in a database %s', (_what, key, least) => {
  it(`are found: at least ${String(least)} of ${String(FLIPS)}`, { timeout: TIMEOUT }, async () => {
    await writeStore(key)
    expect(await check(key)).toEqual([])
    const seed = newSeed()
    onTestFailed(() => {
      process.stderr.write(`seed ${String(seed)}\n`)
    })
    const random = createRandom(seed)
    const whole = join(directory, 'whole.db')
    copyFileSync(path, whole)
    const missed: number[] = []
    for (let n = 0; n < FLIPS; n++) {
      const bytes = readFileSync(whole)
      const place = (): number => 4096 * 8 + Math.floor(random() * (bytes.length - 4096) * 8)
      let bit = place()
      while (bytes.readUInt8(bit >> 3) === 0) bit = place()
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      writeFileSync(path, bytes)
      const found = await check(key).catch(() => ['it could not be read'])
      if (found.length === 0) missed.push(bit >> 3)
    }
    expect(FLIPS - missed.length).toBeGreaterThanOrEqual(least)
  })
})
