import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createSignatureLog } from './signature-log.ts'

const now = (): Date => new Date('2026-01-02T03:04:05.000Z')
let directory = ''
let db: Database
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-log-'))
  db = openDatabase({ path: join(directory, 'state.db') })
})
afterEach(() => {
  db.close()
  rmSync(directory, { recursive: true })
})

const written = (...purposes: string[]) => {
  const log = createSignatureLog({ db, now })
  for (const purpose of purposes)
    log.add({ keyId: 'did:key:z1#z1', purpose, requester: 'cli', bytes: Buffer.from('hello') })
  return log
}
const purposesOf = (lines: readonly { purpose: string }[]): string[] => lines.map(({ purpose }) => purpose)

it('has a line per use, newest first, in pages', () => {
  const log = written('one', 'two', 'three', 'four')
  const first = log.list({ limit: 2 })
  expect(purposesOf(first)).toEqual(['four', 'three'])
  expect(purposesOf(log.list({ limit: 5, before: first[1]?.id }))).toEqual(['two', 'one'])
  expect(first[0]).toMatchObject({
    requester: 'cli',
    digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    at: now().toISOString(),
  })
  expect(() => log.list({ limit: 2, before: 'nobody' })).toThrow('invalid_request')
})

it('counts the uses of a key, and knows the last', () => {
  const log = written('one', 'two')
  expect(log.usage('did:key:z1#z1')).toEqual({ uses: 2, lastUsedAt: now().toISOString() })
  expect(log.usage('did:key:z2#z2')).toEqual({ uses: 0, lastUsedAt: null })
})

it('is intact as written, also when empty', () => {
  expect(createSignatureLog({ db, now }).check()).toEqual({
    whole: true,
    records: 0,
    head: null,
    firstBroken: null,
  })
  const log = written('one', 'two')
  const lines = log.export()
  expect(purposesOf(lines)).toEqual(['one', 'two'])
  expect(lines[0]?.previous).toBe('0'.repeat(64))
  expect(lines[1]?.previous).toBe(lines[0]?.hash)
  expect(log.check()).toEqual({ whole: true, records: 2, head: lines[1]?.hash, firstBroken: null })
})

describe('somebody who changes it', () => {
  it('is refused by the database as long as its rules stand', () => {
    written('one', 'two')
    expect(() => db.exec(`UPDATE signature_log SET purpose = 'x'`)).toThrow('append-only')
    expect(() => db.exec('DELETE FROM signature_log')).toThrow('append-only')
  })

  /** What a program with access to the file can do, and the entry at which it is detected. */
  it.each([
    ['changes a digest', `UPDATE signature_log SET digest = '00' WHERE seq = 2`, 'two'],
    ['changes a purpose', `UPDATE signature_log SET purpose = 'x' WHERE seq = 3`, 'x'],
    ['changes the time to nonsense', `UPDATE signature_log SET at = 'never' WHERE seq = 1`, 'one'],
    ['deletes a line in the middle', 'DELETE FROM signature_log WHERE seq = 2', 'three'],
    ['deletes the first line', 'DELETE FROM signature_log WHERE seq = 1', 'two'],
    [
      'swaps two lines',
      `UPDATE signature_log SET seq = 99 WHERE seq = 2; UPDATE signature_log SET seq = 2 WHERE seq = 3;
       UPDATE signature_log SET seq = 3 WHERE seq = 99`,
      'three',
    ],
    [
      'adds a line with a hash of its own making',
      `INSERT INTO signature_log SELECT 9, 'new', key_id, 'added', digest, requester, at, hash, hash FROM signature_log WHERE seq = 4`,
      'added',
    ],
  ])('is found out when he %s', (_what, sql, purpose) => {
    const log = written('one', 'two', 'three', 'four')
    // Among untouched entries: each change is detected where it was made, and only there.
    db.exec('DROP TRIGGER signature_log_no_update; DROP TRIGGER signature_log_no_delete')
    db.exec(sql)
    const { whole, firstBroken } = log.check()
    expect(whole).toBe(false)
    expect(firstBroken?.purpose).toBe(purpose)
    expect(log.list({ limit: 10 }).length).toBeGreaterThan(0)
  })

  it('leaves another head when he cuts lines off at the end', () => {
    const log = written('one', 'two')
    const { head } = log.check()
    db.exec('DROP TRIGGER signature_log_no_delete; DELETE FROM signature_log WHERE seq = 2')
    expect(log.check().whole).toBe(true)
    expect(log.check().head).not.toBe(head)
  })
})
