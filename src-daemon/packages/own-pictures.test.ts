import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cidOf } from '../platform/cid.ts'
import { toSatchelError } from '../platform/errors.ts'
import { sha256Hex } from '../platform/sha256.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { createOwnPictures, MAX_PICTURE } from './own-pictures.ts'
import { png } from './testing.ts'
import type { OwnPictures } from './types.ts'

let dir: string
let db: Database
let time: number
let pictures: OwnPictures
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-own-pictures-'))
  db = openDatabase({ path: join(dir, 'state.db') })
  time = 0
  pictures = createOwnPictures({ db, now: () => new Date((time += 1000)) })
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true })
})

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (thrown) {
    return toSatchelError(thrown).code
  }
}

it('keeps what was attached without what it says beside what it shows', () => {
  const plain = png('drawn')
  const told = png('drawn', 'tEXt', 'at home')
  expect(pictures.attach(told)).toBe(cidOf(plain))
  expect(pictures.read(sha256Hex(plain))).toEqual(new Uint8Array(plain))
  expect(pictures.read(sha256Hex(told))).toBeNull()
})

it('keeps what a package names as it is', () => {
  const told = png('drawn', 'tEXt', 'at home')
  expect(pictures.keep(told)).toBe(cidOf(told))
  expect(pictures.read(sha256Hex(told))).toEqual(new Uint8Array(told))
})

it.each([
  ['a drawing that could hold a program', Buffer.from('<svg/>')],
  ['a GIF', Buffer.from('GIF89a')],
  ['one that breaks off', png('drawn').subarray(0, 20)],
  ['more than 1 MiB', png('x'.repeat(MAX_PICTURE))],
])('refuses %s', (_, bytes) => {
  expect(codeOf(() => pictures.attach(bytes))).toBe('picture_refused')
})

it('lets the oldest go beyond 500; one that is kept again is new', () => {
  for (let at = 0; at < 500; at += 1) pictures.keep(png(String(at)))
  pictures.keep(png('0'))
  pictures.keep(png('500'))
  expect(pictures.read(sha256Hex(png('0')))).not.toBeNull()
  expect(pictures.read(sha256Hex(png('1')))).toBeNull()
  expect(pictures.read(sha256Hex(png('2')))).not.toBeNull()
})
