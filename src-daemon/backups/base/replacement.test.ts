import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeFiles } from '../../storage/index.ts'
import { finishReplacement, incomingFolder, replaceWithIncoming } from './replacement.ts'

const AT = new Date('2026-11-26T10:00:00.000Z')
const KEPT = '.kept-2026-11-26T10-00-00.000Z'
const NAMES = ['state.db', 'state.db-wal', 'config.json', 'packages']
const JOURNAL = 'replacing.json'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satchel-replacing-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})
const write = (name: string, text: string): void => {
  writeFileSync(join(dataDir, name), text)
}
const read = (name: string): string => readFileSync(join(dataDir, name), 'utf8')
const prepare = (): void => {
  for (const name of ['state.db', 'state.db-wal', 'config.json']) write(name, 'old')
  mkdirSync(incomingFolder(dataDir))
  for (const name of ['state.db', 'config.json']) writeFileSync(join(incomingFolder(dataDir), name), 'new')
}

it('keeps everything that goes, also what nothing comes for', () => {
  prepare()
  const kept = replaceWithIncoming(dataDir, NAMES, AT, storeFiles)
  expect(kept.map((path) => path.slice(dataDir.length + 1))).toEqual([
    `state.db${KEPT}`,
    `state.db${KEPT}-wal`,
    `config.json${KEPT}`,
  ])
  expect(read('state.db')).toBe('new')
  expect(read(`state.db${KEPT}-wal`)).toBe('old')
  expect(readdirSync(dataDir).toSorted()).toEqual(
    ['config.json', `config.json${KEPT}`, 'state.db', `state.db${KEPT}`, `state.db${KEPT}-wal`].toSorted(),
  )
})

it('is undone by the next start as long as nothing was begun', () => {
  prepare()
  mkdirSync(join(dataDir, 'rehearsal-x'))
  finishReplacement(dataDir, storeFiles)
  expect(readdirSync(dataDir).toSorted()).toEqual(['config.json', 'state.db', 'state.db-wal'])
  expect(read('state.db')).toBe('old')
})

it('takes nothing from the new data where the end of the journal was lost in a power cut', () => {
  prepare()
  let journal = ''
  const files = {
    ...storeFiles,
    remove: (path: string) => {
      if (path.endsWith(JOURNAL)) journal = readFileSync(path, 'utf8')
      storeFiles.remove(path)
    },
  }
  replaceWithIncoming(dataDir, NAMES, AT, files)
  // The new data was opened and written to since.
  write('state.db-wal', 'a change that was acknowledged')
  write(JOURNAL, journal)
  finishReplacement(dataDir, storeFiles)
  expect(read('state.db-wal')).toBe('a change that was acknowledged')
  expect(read('state.db')).toBe('new')
  expect(existsSync(join(dataDir, JOURNAL))).toBe(false)
})
