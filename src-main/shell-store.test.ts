import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createShellStore } from './shell-store.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-shell-store-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

it('remembers across starts, for this user only, and leaves no other file', () => {
  const path = join(directory, 'shell', 'shell.json')
  createShellStore(path).remember({ theme: 'dark', window: { width: 900, height: 600, maximized: true } })
  createShellStore(path).remember({ language: 'ja' })
  expect(createShellStore(path).recall()).toEqual({
    theme: 'dark',
    language: 'ja',
    window: { width: 900, height: 600, maximized: true },
  })
  expect(readdirSync(join(directory, 'shell'))).toEqual(['shell.json'])
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
})

it.each(['', '{', '[]', '{"theme":"pink"}', '{"window":{"width":"wide"}}'])(
  'starts afresh from %j, and can remember again',
  (content) => {
    const path = join(directory, 'shell.json')
    writeFileSync(path, content)
    const store = createShellStore(path)
    expect(store.recall()).toEqual({})
    store.remember({ theme: 'light' })
    expect(createShellStore(path).recall()).toEqual({ theme: 'light' })
  },
)
