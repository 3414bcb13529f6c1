import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderHash } from './file-hash.ts'

let folder: string
const at = (...path: string[]): string => join(folder, ...path)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-hash-'))
  mkdirSync(at('lib/x'), { recursive: true })
  writeFileSync(at('lib/x/a.py'), 'one')
  writeFileSync(at('run'), 'two')
  symlinkSync('lib', at('lib64'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

it.each([
  ['content', () => appendFileSync(at('lib/x/a.py'), '!')],
  ['a file more', () => writeFileSync(at('lib/x/b.py'), '')],
  ['a file less', () => rmSync(at('run'))],
  ['another name', () => renameSync(at('run'), at('ran'))],
  ['what may be run', () => chmodSync(at('run'), 0o700)],
  [
    'where a link leads',
    () => {
      rmSync(at('lib64'))
      symlinkSync('/usr/lib', at('lib64'))
    },
  ],
])('the hash of a folder is another with %s', async (_what, change) => {
  const before = await folderHash(folder)
  expect(await folderHash(folder)).toBe(before)
  change()
  expect(await folderHash(folder)).not.toBe(before)
})
