import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toErrorView } from '../../platform/errors.ts'
import { openDatabase } from '../../storage/index.ts'
import { NOTE, noteAccess, noteSchema, openTestState, plainState } from '../testing.ts'

const program = join(import.meta.dirname, 'testing', 'fill-disk.ts')
let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-disk-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const reportSchema = z.object({
  failures: z.array(z.object({ code: z.string(), message: z.string(), action: z.string() })),
  saved: z.int(),
  whenFull: z.object({ count: z.int(), integrity: z.string(), ok: z.boolean() }),
  there: z.boolean(),
  after: z.int(),
  ok: z.boolean(),
})

const run = (command: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  const line = stdout.trim().split('\n').at(-1) ?? ''
  if (!line.startsWith('{')) throw new Error(`it printed ${stdout}${stderr}`)
  return reportSchema.parse(JSON.parse(line))
}

/** Whether an ordinary user may mount a file system of a given size here. */
const hasSmallDisks =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tmpdir()]).status === 0
if (!hasSmallDisks)
  process.stderr.write(
    'NOT TESTED: a really full disk. `unshare -Urm` with a tmpfs is not allowed on this machine.\n',
  )

describe('a disk that is full', () => {
  it.skipIf(!hasSmallDisks)(
    'loses nothing, applies nothing in part, says so, and works again when there is room',
    () => {
      const script = `mount -t tmpfs -o size=6m tmpfs "$1" && "$2" "$3" "$1" 3`
      const report = run('unshare', '-Urm', 'sh', '-c', script, 'sh', directory, process.execPath, program)
      expect(report.failures).toHaveLength(3)
      for (const { code, message, action } of report.failures) {
        expect(code).toBe('disk_full')
        expect(message).toContain('The disk is full')
        expect(action).toContain('Free some space')
      }
      expect(report.whenFull).toEqual({ count: report.saved - 5, integrity: 'ok', ok: true })
      expect(report).toMatchObject({ there: true, after: report.saved, ok: true })
    },
  )

  it('is the same where SQLite itself may not grow', () => {
    const test = openTestState()
    const id = test.create({ title: 'kept' })
    const pages = Number(test.db.pragma('page_count', { simple: true }))
    test.db.pragma(`max_page_count = ${String(pages + 3)}`)
    const errors: string[] = []
    let made = 1
    for (let n = 0; n < 50; n++)
      try {
        test.create({ title: 'more', body: 'x'.repeat(5000) })
        made += 1
      } catch (thrown) {
        errors.push(toErrorView(thrown, 'en').code)
      }
    expect(new Set(errors)).toEqual(new Set(['disk_full']))
    expect(test.state.get({ schemaUri: NOTE, id }).object['title']).toBe('kept')
    expect(test.state.sync.check()).toMatchObject({ ok: true, objects: made, changes: made })
    test.db.pragma('max_page_count = 1000000')
    test.create({ title: 'there is room again' })
    test.close()
  })
})

/** How many blocks of 512 bytes the largest file of a new store has, with its schemas and one object. */
const blocksOfNew = (): number => {
  const folder = mkdtempSync(join(directory, 'new-'))
  const db = openDatabase({ path: join(folder, 'state.db') })
  const state = plainState({ db })
  const { owner, scope } = noteAccess
  state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
  state.create(noteAccess, { schemaUri: NOTE, object: { title: 'one', body: 'text '.repeat(2000) } })
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  db.close()
  return Math.ceil(Math.max(...sizes) / 512)
}

describe.skipIf(process.platform === 'win32')('a write that is cut short', () => {
  it('in the middle of a change leaves none of it, and the store sound', () => {
    // RLIMIT_FSIZE, in blocks of 512 bytes: the write that crosses it is short, and the next one fails.
    const script = 'ulimit -f "$1"; shift; exec "$@"'
    for (const more of [201, 533, 1248]) {
      const blocks = blocksOfNew() + more
      const at = mkdtempSync(join(directory, 'cut-'))
      const report = run('sh', '-c', script, 'sh', String(blocks), process.execPath, program, at)
      expect(report.failures).toHaveLength(3)
      for (const { code } of report.failures) expect(['disk_failed', 'disk_full']).toContain(code)
      expect(report.whenFull).toEqual({ count: report.saved, integrity: 'ok', ok: true })
      expect(report).toMatchObject({ there: true, ok: true })
      // Without the limit, as at the next start.
      const db = openDatabase({ path: join(at, 'state.db') })
      const state = plainState({ db })
      const { owner, scope } = noteAccess
      state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
      state.create(noteAccess, { schemaUri: NOTE, object: { title: 'again' } })
      expect(state.sync.check()).toMatchObject({ ok: true, objects: report.saved + 1 })
      db.close()
      expect(readFileSync(join(at, 'state.db')).length).toBeGreaterThan(0)
    }
  })
})
