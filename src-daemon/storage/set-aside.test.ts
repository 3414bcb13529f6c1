import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inPlaceSince, setAsideDatabase } from './set-aside.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-aside-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

it('says since when a database has been in its place, by the last one that was set aside', () => {
  const path = join(directory, 'state.db')
  expect(inPlaceSince(path)).toBeNull()
  for (const time of ['2026-11-20T09:30:00.000Z', '2026-11-26T10:00:00.500Z', '2026-11-26T10:00:00.500Z']) {
    writeFileSync(path, 'data')
    setAsideDatabase(path, new Date(time))
  }
  writeFileSync(join(directory, 'other.db.kept-2027-01-01T00-00-00.000Z'), 'another')
  expect(inPlaceSince(path)).toBe('2026-11-26T10:00:00.500Z')
})
