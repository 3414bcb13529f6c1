import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeFolderOf } from './code-folder.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'satchel-code-'))
  const files = [
    'package.json',
    'plain/server.js',
    'notes/package.json',
    'notes/a.md',
    'weather/package.json',
    'weather/dist/src/index.js',
    'python/pyproject.toml',
    'python/src/pkg/server.py',
    'mono/package.json',
    'mono/node_modules/x/package.json',
    'mono/packages/server/package.json',
    'mono/packages/server/dist/index.js',
    'app/node_modules/@a/server/package.json',
    'app/node_modules/@a/server/dist/index.js',
  ]
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), '')
  }
})
afterAll(() => {
  rmSync(home, { recursive: true })
})

it.each([
  ['code in dist/', 'weather/dist/src/index.js', 'weather'],
  ['code in src/', 'python/src/pkg/server.py', 'python'],
  ['a package of a workspace', 'mono/packages/server/dist/index.js', 'mono'],
  ['an installed package', 'app/node_modules/@a/server/dist/index.js', 'app/node_modules'],
  ['a script of no package, though the home has one', 'plain/server.js', 'plain'],
  ['a file that is no code', 'notes/a.md', 'notes'],
])('%s', (_what, file, folder) => {
  expect(codeFolderOf(join(home, file), home)).toBe(join(home, folder))
})
