import BetterSqlite3 from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LANGUAGES } from '../contract/language.ts'
import { SatchelError, toErrorView, toSatchelError } from './errors.ts'

const systemError = (code: string): Error => Object.assign(new Error(`${code}: it failed`), { code })

describe('what was thrown, in the terms a person can act on', () => {
  it.each([
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['SQLITE_FULL', 'disk_full'],
    ['SQLITE_CORRUPT', 'database_corrupt'],
    ['SQLITE_CORRUPT_INDEX', 'database_corrupt'],
    ['SQLITE_NOTADB', 'database_corrupt'],
    ['EIO', 'disk_failed'],
    ['SQLITE_IOERR', 'disk_failed'],
    ['SQLITE_IOERR_READ', 'disk_failed'],
    ['SQLITE_IOERR_FSYNC', 'disk_failed'],
    ['EACCES', 'access_denied'],
    ['EPERM', 'access_denied'],
    ['EROFS', 'access_denied'],
    ['SQLITE_READONLY', 'access_denied'],
    ['SQLITE_READONLY_DBMOVED', 'access_denied'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'internal'],
    ['ENOENT', 'internal'],
    ['SOMETHING_EIO', 'internal'],
  ])('%s is %s', (systemCode, code) => {
    const thrown = systemError(systemCode)
    expect(toSatchelError(thrown)).toMatchObject({ code, cause: thrown })
  })

  it('says which field is malformed, in words and not by a pattern', () => {
    const parsed = z.object({ uri: z.string().regex(/^[a-z]+$/) }).safeParse({ uri: 'my server' })
    const view = toErrorView(parsed.error, 'en')
    expect(view).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('“uri”') as string,
    })
    expect(view.message).not.toContain('a-z')
  })

  it.each([new Error('plain'), 'a string', undefined, null, { code: 'EACCES' }])(
    'what says nothing of itself is internal: %s',
    (thrown) => {
      expect(toSatchelError(thrown).code).toBe('internal')
    },
  )

  it('leaves known errors unchanged, and names the field of a failed schema', () => {
    const known = new SatchelError('port_taken', { params: { port: 1 } })
    expect(toSatchelError(known)).toBe(known)
    const failed = z.object({ port: z.int() }).safeParse({ port: 'no' })
    expect(toSatchelError(failed.error)).toMatchObject({
      code: 'invalid_request',
      params: { problem: expect.stringContaining('port') as string },
    })
  })

  it('fills every word in every language', () => {
    for (const code of ['SQLITE_CORRUPT', 'SQLITE_IOERR', 'EROFS', 'ENOSPC'])
      for (const language of LANGUAGES) {
        const { message, action } = toErrorView(systemError(code), language)
        expect(message + action).not.toMatch(/[{}]/)
      }
  })

  it('recognizes a page that is damaged while the database is open', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-'))
    const path = join(folder, 'state.db')
    try {
      const made = new BetterSqlite3(path)
      made.exec('CREATE TABLE notes (text TEXT)')
      const insert = made.prepare('INSERT INTO notes VALUES (?)')
      for (let row = 0; row < 500; row++) insert.run('some words '.repeat(20))
      made.close()

      const db = new BetterSqlite3(path)
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
      const bytes = readFileSync(path)
      bytes.fill(0xff, 4096)
      writeFileSync(path, bytes)
      let thrown: unknown
      try {
        db.prepare('SELECT text FROM notes').all()
      } catch (error) {
        thrown = error
      }
      db.close()
      expect(toSatchelError(thrown).code).toBe('database_corrupt')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
