import { describe, expect, it } from 'vitest'
import { hiddenFileIn } from './hidden-file.ts'

const THERE = new Set([
  '/home/a/conf.json',
  '/home/a/my notes/x.md',
  '/home/a/srv/node_modules/express',
  '/home/a/data',
])
const seen = (wrote: string) => hiddenFileIn(wrote, (path) => THERE.has(path))
const hidden = (path: string) => ({ path, reason: 'file_hidden' })

describe('what a program misses though it is there', () => {
  it.each([
    ["Error: ENOENT: no such file or directory, open '/home/a/conf.json'", '/home/a/conf.json'],
    ["Error: ENOENT: no such file or directory, scandir '/home/a/my notes/x.md'", '/home/a/my notes/x.md'],
    ["FileNotFoundError: [Errno 2] No such file or directory: '/home/a/conf.json'", '/home/a/conf.json'],
    ['sh: 1: cannot open /home/a/conf.json: No such file', '/home/a/conf.json'],
    ['error: config file not found (/home/a/conf.json).', '/home/a/conf.json'],
    ['Config path=/home/a/conf.json does not exist', '/home/a/conf.json'],
    ["Error: Cannot find module '/home/a/conf.json'\n    at Module._resolveFilename", '/home/a/conf.json'],
    [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'express' imported from /home/a/srv/dist/index.js",
      '/home/a/srv/node_modules',
    ],
    [
      "Error: Cannot find module 'express/lib/x'\nRequire stack:\n- /home/a/srv/dist/index.js",
      '/home/a/srv/node_modules',
    ],
  ])('%s', (wrote, path) => {
    expect(seen(`starting\n${wrote}\nNode.js v24`)).toEqual(hidden(path))
  })

  it('is read-only if it could not be written', () => {
    const wrote = "Error: EROFS: read-only file system, open '/home/a/data/new.db'"
    expect(seen(wrote)).toEqual({ path: '/home/a/data/new.db', reason: 'file_read_only' })
  })

  it.each([
    '',
    "Error: ENOENT: no such file or directory, open '/home/a/really-missing'",
    'reading /home/a/conf.json',
    "Cannot find package 'left-pad' imported from /home/a/srv/dist/index.js",
    'Error: no API key; not found in environment',
    "Cannot find package 'express' imported from relative.js",
  ])('is not guessed: %s', (wrote) => {
    expect(seen(wrote)).toBeNull()
  })
})
