import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { failureOf, NOTE, openTestState, type TestState } from '../testing.ts'
import { findParts } from './parts.ts'

/** More than two parts. */
const OBJECTS = 350

let from: TestState
let parts: Uint8Array[]
const opened: TestState[] = []

const open = (): TestState => {
  const test = openTestState()
  test.db.pragma('synchronous = OFF')
  opened.push(test)
  return test
}

const partsOf = ({ state }: TestState, since: unknown = null): Uint8Array[] => {
  const found: Uint8Array[] = []
  for (let after: string | null = null; ;) {
    const part: ReturnType<typeof state.sync.export> = state.sync.export({ scopes: null, since, after })
    found.push(part.bytes)
    if (part.next === null) return found
    after = part.next
  }
}

const objectsOf = ({ db }: TestState): unknown =>
  db
    .prepare(
      `SELECT id, object FROM ${String(db.prepare('SELECT view_name FROM state_schemas WHERE schema_uri = ?').pluck().get(NOTE))} ORDER BY id`,
    )
    .all()

beforeAll(async () => {
  from = openTestState()
  from.db.pragma('synchronous = OFF')
  await Promise.all(
    Array.from({ length: OBJECTS }, (_, n) =>
      from.state.together(() => from.create({ title: `note ${String(n)}` })),
    ),
  )
  parts = partsOf(from)
})
afterAll(() => {
  from.close()
})
afterEach(() => {
  for (const test of opened.splice(0)) test.close()
})

describe('an export in parts', () => {
  it('says the same as one in one part', () => {
    expect(parts.length).toBeGreaterThan(2)
    const to = open()
    const reports = parts.map((part) => to.state.sync.import(part))
    for (const report of reports) expect(report).toMatchObject({ known: 0, waiting: 0 })
    expect(reports.reduce((sum, { applied }) => sum + applied, 0)).toBe(OBJECTS)
    expect(objectsOf(to)).toEqual(objectsOf(from))
    expect(to.state.sync.check()).toMatchObject({ ok: true, objects: OBJECTS })
  })

  it('is taken in part by part in reverse order: what comes too early waits', () => {
    const to = open()
    const reports = parts.toReversed().map((part) => to.state.sync.import(part))
    expect(reports[0]).toMatchObject({ applied: 0 })
    expect(reports[0]?.waiting).toBeGreaterThan(0)
    expect(reports.at(-1)).toMatchObject({ applied: OBJECTS, waiting: 0 })
    expect(objectsOf(to)).toEqual(objectsOf(from))
  })

  it('of which one part is missing waits for it', () => {
    const to = open()
    const [first, second, ...rest] = parts
    if (first === undefined || second === undefined) throw new Error('there are parts')
    for (const part of [first, ...rest]) to.state.sync.import(part)
    const before = to.state.sync.check().objects
    expect(before).toBeLessThan(OBJECTS)
    // It asks for what it lacks; the part itself works as well.
    const missing = partsOf(from, to.state.sync.vectors())
    expect(missing.length).toBe(parts.length - 1)
    expect(to.state.sync.import(second)).toMatchObject({ applied: OBJECTS - before, waiting: 0 })
    expect(objectsOf(to)).toEqual(objectsOf(from))
  })

  it('goes on where changes come in meanwhile', () => {
    const to = open()
    const source = open()
    to.state.sync.import(source.state.sync.export({ scopes: null, since: null }).bytes)
    for (let n = 0; n < 150; n++) source.create({ title: String(n) })
    const first = source.state.sync.export({ scopes: null, since: null, after: null })
    const late = source.create({ title: 'while it is exported' })
    const second = source.state.sync.export({ scopes: null, since: null, after: first.next })
    expect(second.next).toBeNull()
    for (const { bytes } of [first, second]) to.state.sync.import(bytes)
    expect(to.state.get({ schemaUri: NOTE, id: late }).object['title']).toBe('while it is exported')
  })
})

describe('a file of several parts', () => {
  const sourceOf = (bytes: Buffer) => ({
    size: bytes.length,
    read: (at: number, length: number) => bytes.subarray(at, at + length),
  })

  it('is found to have them, whatever their content', () => {
    const found = findParts(sourceOf(Buffer.concat(parts)))
    expect(found.map(({ length }) => length)).toEqual(parts.map(({ length }) => length))
    expect(found.map(({ at }) => at)).toEqual(
      parts.map((_, n) => parts.slice(0, n).reduce((sum, { length }) => sum + length, 0)),
    )
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['something else', Buffer.from('SQLite format 3\0')],
    ['something else after a part', null],
  ])('is refused where it is %s', (_what, bytes) => {
    const file =
      bytes ?? Buffer.concat([parts[0] ?? Buffer.alloc(0), Buffer.from('something else, long enough')])
    expect(failureOf(() => findParts(sourceOf(file))).code).toBe('change_set_invalid')
  })

  it('is refused wherever it is cut off, but between parts', () => {
    const whole = Buffer.concat(parts.slice(0, 2))
    const boundary = parts[0]?.length ?? 0
    for (let at = 1; at < whole.length; at += 997) {
      if (at === boundary) continue
      const file = whole.subarray(0, at)
      const read = (): void => {
        for (const part of findParts(sourceOf(file)))
          open().state.sync.import(file.subarray(part.at, part.at + part.length))
      }
      expect(failureOf(read).code).toBe('change_set_invalid')
    }
  })
})
