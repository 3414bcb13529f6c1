/** Foreign schemas: how long the worst of them block the daemon's thread, and the cost of counting steps. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createSchemaChecker, SchemaRefusal } from '../src-daemon/schemas/index.ts'
import { compileValidator } from '../src-daemon/state/schema/validator.ts'
import { noteSchema } from '../src-daemon/state/testing.ts'
import { toJsonObject } from '../src-daemon/state/base/json.ts'
import type { Benchmark } from './frame.ts'

type Schema = Readonly<Record<string, unknown>>

const list = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at))
const fields = (count: number): Schema => ({
  properties: Object.fromEntries(
    list(count, (at) => [`p${String(at)}`, { type: 'string', maxLength: at + 1 }]),
  ),
})
const branching = (next: Schema, also: Schema = {}): Schema => ({
  anyOf: list(2, () => ({ properties: { x: next }, ...also })),
})
const tree = (depth: number): unknown => list(depth, (at) => at).reduce<unknown>((x) => ({ x }), 1)

const cases: readonly (readonly [what: string, schema: Schema, value: unknown])[] = [
  ['what branches with the depth of the value', branching({ $ref: '#' }), tree(40)],
  ['the same, with an error each time', branching({ $ref: '#' }, { required: ['y'] }), tree(40)],
  ['a schema of 200 fields', fields(200), {}],
  ['a schema of 2000 fields', fields(2000), {}],
  ['a pattern over 50,000 characters', { pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`],
  ['100,000 different objects', { uniqueItems: true }, list(100_000, (a) => ({ a }))],
  ['10 MB of value', { items: fields(1) }, list(100_000, () => ({ p0: 'x'.repeat(80) }))],
]

export const schemas: Benchmark = async (frame, { quick }) => {
  const checker = createSchemaChecker({ deadlineMs: 200 })
  for (const [, schema, value] of cases) await ended(checker, { ...schema }, value) // libraries and worker are there
  for (const [what, schema, value] of cases)
    await frame.compare({
      what: `longest stall: ${what}`,
      unit: 'ms',
      // As if it had not been seen before: compiled validators are kept.
      ours: () => stall(() => ended(createSchemaChecker({ deadlineMs: 200 }), { ...schema }, value)),
      bar: { atMost: 50 },
      runs: 5,
    })
  const validate = compileValidator('did:nuwa:cap:note:state:Note#v1', toJsonObject(noteSchema))
  const at = '2026-01-01T00:00:00Z'
  const id = '01890000-0000-7000-8000-000000000000'
  const note = { id, title: 'A title', body: 'A text', createdAt: at, updatedAt: at }
  await frame.compare({
    what: 'validating a note in state',
    unit: 'ns',
    ours: () => nanoseconds(() => validate(note), quick ? 100_000 : 1_000_000),
    bar: { atMost: 1000 },
  })
}

/** The result doesn't matter. */
const ended = async (
  checker: ReturnType<typeof createSchemaChecker>,
  schema: Schema,
  value: unknown,
): Promise<void> => {
  try {
    await checker.check(schema, value)
  } catch (thrown) {
    if (!(thrown instanceof SchemaRefusal)) throw thrown
  }
}

const stall = async (work: () => Promise<void>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.reset()
  await work()
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.disable()
  return delay.max / 1e6
}

const nanoseconds = (work: () => void, times: number): number => {
  const start = performance.now()
  for (let at = 0; at < times; at += 1) work()
  return ((performance.now() - start) * 1e6) / times
}
