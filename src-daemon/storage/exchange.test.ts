import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearSalvage, commitSalvage, salvageDirectory } from './index.ts'

const NOW = '2026-03-04T05:06:07.008Z'
const KEPT = 'state.db.kept-2026-03-04T05-06-07.008Z'
const OPERATIONS = ['sync', 'syncDirectory', 'rename'] as const
/** How many of them taking a salvaged database to its place makes. */
const CALLS = 11

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-exchange-'))
  path = join(directory, 'state.db')
  writeFileSync(path, 'damaged')
  writeFileSync(`${path}-wal`, 'what belongs to the damaged one')
  const made = salvageDirectory(path)
  writeFileSync(made.database, 'salvaged')
  writeFileSync(made.report, '{}')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const text = (name: string): string => readFileSync(join(directory, name), 'utf8')
const DONE = [KEPT, `${KEPT}-wal`, `${KEPT}.salvage.json`, 'state.db'].sort()

it('takes the new database to its place and keeps the damaged one with all that belongs to it', () => {
  expect(commitSalvage(path, new Date(NOW))).toEqual({
    kept: join(directory, KEPT),
    report: join(directory, `${KEPT}.salvage.json`),
  })
  expect(readdirSync(directory).sort()).toEqual(DONE)
  expect(text('state.db')).toBe('salvaged')
  expect(text(KEPT)).toBe('damaged')
})

it('leaves nothing of a salvage that was not finished', () => {
  clearSalvage(path)
  expect(readdirSync(directory).sort()).toEqual(['state.db', 'state.db-wal'])
})

it('leaves a directory alone that another salvage was made in', () => {
  mkdirSync(join(directory, 'elsewhere'))
  commitSalvage(path, new Date(NOW))
  clearSalvage(path)
  expect(readdirSync(directory).sort()).toEqual([...DONE, 'elsewhere'].sort())
})

/** Runs it in a process that kills itself before or after a file operation, and counts them. */
const killedAt = (n: number, when: 'before' | 'after') =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `import { commitSalvage } from ${JSON.stringify(join(import.meta.dirname, 'exchange.ts'))}
       import { storeFiles } from ${JSON.stringify(join(import.meta.dirname, 'store-files.ts'))}
       let calls = 0
       const at = (when) => {
         if (calls === ${String(n)} && when === ${JSON.stringify(when)}) process.kill(process.pid, 'SIGKILL')
       }
       const files = { ...storeFiles, ...Object.fromEntries(${JSON.stringify(OPERATIONS)}.map((name) => [name, (...args) => {
         calls++
         at('before')
         storeFiles[name](...args)
         at('after')
       }])) }
       commitSalvage(${JSON.stringify(path)}, new Date(${JSON.stringify(NOW)}), files)
       console.log(calls)`,
    ],
    { encoding: 'utf8' },
  )

it.each(
  Array.from({ length: CALLS }, (_, n) => n + 1).flatMap((n) => [
    [n, 'before'] as const,
    [n, 'after'] as const,
  ]),
)('killed at file operation %i, %s it, the next start has the damaged database or the new one', (n, when) => {
  expect(killedAt(n, when).signal).toBe('SIGKILL')
  clearSalvage(path)
  const found = readdirSync(directory).sort()
  if (text('state.db') === 'damaged') {
    expect(found).toEqual(['state.db', 'state.db-wal'])
    expect(text('state.db-wal')).toBe('what belongs to the damaged one')
  } else {
    expect(found).toEqual(DONE)
    expect(text('state.db')).toBe('salvaged')
    expect(text(KEPT)).toBe('damaged')
    expect(text(`${KEPT}-wal`)).toBe('what belongs to the damaged one')
  }
})

it('makes no more file operations than these tests count', () => {
  expect(killedAt(0, 'before').stdout.trim()).toBe(String(CALLS))
})
