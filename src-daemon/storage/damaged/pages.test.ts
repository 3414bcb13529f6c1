import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../index.ts'
import { aegisOpen, aegisStream } from './aegis.ts'
import { openPages } from './pages.ts'

const PAGE = 4096
const TAIL = 64

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-pages-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

describe('AEGIS-256', () => {
  // Test vector 1 of draft-irtf-cfrg-aegis-aead.
  const key = Buffer.from(`1001${'00'.repeat(30)}`, 'hex')
  const nonce = Buffer.from(`100002${'00'.repeat(29)}`, 'hex')
  const text = '754fc3d8c973246dcc6d741412a4b236'
  const tag = Buffer.from('1181a1d18091082bf0266f66297d167d2e68b845f61a3b0527d31fc7b7b89f13', 'hex')

  it('gives what the draft says', () => {
    expect(aegisStream(key, nonce, 16).toString('hex')).toBe(text)
    const opened = Buffer.from(text, 'hex')
    expect(aegisOpen(key, nonce, opened, tag)).toBe(true)
    expect(opened.every((byte) => byte === 0)).toBe(true)
  })

  it('refuses another text', () => {
    const other = Buffer.from(text, 'hex')
    other.writeUInt8(other.readUInt8(3) ^ 1, 3)
    expect(aegisOpen(key, nonce, other, tag)).toBe(false)
  })
})

describe.each([
  ['in the clear', null],
  ['encrypted', randomBytes(32).toString('hex')],
])('a database %s', (_what, key) => {
  /** What SQLite reads, and copies of the files as a crash would leave them. */
  const write = (): Buffer => {
    const db = openDatabase({ path, key })
    db.pragma('wal_autocheckpoint = 0')
    const insert = db.prepare('INSERT INTO model_servers (url, answered_at) VALUES (?, ?)')
    for (let n = 0; n < 200; n++) insert.run(`server ${String(n)}`, 'x'.repeat(500))
    db.pragma('wal_checkpoint')
    for (let n = 200; n < 300; n++) insert.run(`server ${String(n)}`, 'x'.repeat(500))
    const whole = db.serialize()
    mkdirCut()
    db.close()
    return whole
  }
  const cut = (): string => join(directory, 'cut.db')
  const mkdirCut = (): void => {
    copyFileSync(path, cut())
    copyFileSync(`${path}-wal`, `${cut()}-wal`)
  }

  const contentOf = (file: string): (Buffer | null)[] => {
    const pages = openPages(file, key)
    try {
      return Array.from({ length: pages.count }, (_, n) => pages.read(n + 1))
    } finally {
      pages.close()
    }
  }
  const usable = key === null ? PAGE : PAGE - TAIL

  it('reads the same pages as SQLite, with its write-ahead file and without', () => {
    const whole = write()
    for (const file of [path, cut()]) {
      const read = contentOf(file)
      expect(read).toHaveLength(whole.length / PAGE)
      for (const [n, page] of read.entries())
        expect(
          page?.subarray(0, usable).equals(whole.subarray(n * PAGE, n * PAGE + usable)),
          `${file} ${String(n)}`,
        ).toBe(true)
    }
  })

  it('reads a write-ahead file that was cut off as far as its last commit', () => {
    write()
    const wal = readFileSync(`${cut()}-wal`)
    truncateSync(`${cut()}-wal`, Math.floor(wal.length * 0.6))
    const bare = join(directory, 'bare.db')
    copyFileSync(cut(), bare)
    copyFileSync(`${cut()}-wal`, `${bare}-wal`)
    const db = openDatabase({ path: bare, key })
    const whole = db.serialize()
    db.close()
    const read = contentOf(cut())
    expect(read).toHaveLength(whole.length / PAGE)
    for (const [n, page] of read.entries())
      expect(page?.subarray(0, usable).equals(whole.subarray(n * PAGE, n * PAGE + usable))).toBe(true)
  })

  it.skipIf(key === null)('knows each page with a flipped bit, and no other', () => {
    write()
    const bytes = readFileSync(path)
    const bad = [1, 3, 7]
    for (const page of bad)
      bytes.writeUInt8(bytes.readUInt8((page - 1) * PAGE + 77) ^ 4, (page - 1) * PAGE + 77)
    writeFileSync(path, bytes)
    expect(contentOf(path).flatMap((page, n) => (page === null ? [n + 1] : []))).toEqual(bad)
  })
})
