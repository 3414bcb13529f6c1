import { describe, expect, it } from 'vitest'
import { conformanceCases, runConformance } from './run.ts'
import type { Manifest, Result } from './shapes.ts'
import type { CapAdapter } from './types.ts'
import { createModelSource, HIDDEN, MODEL_EXERCISES, type Mutation } from './testing/model-source.ts'
import { conformanceReportSchema, type ConformanceReport } from '../../contract/conformance.ts'

/** With servers where those are what is judged: they take their time. */
const judge = (mutation: Mutation = {}, servers: readonly string[] = []): Promise<ConformanceReport> =>
  runConformance({
    source: 'model',
    adapter: createModelSource(mutation, servers),
    exercises: {
      ...MODEL_EXERCISES,
      mcp: servers.length === 0 ? {} : { stdio: servers[0], http: servers[1] },
    },
    now: () => new Date(),
    timeoutMs: 10_000,
  })

const idsOf = ({ cases }: ConformanceReport, ...outcomes: readonly string[]): string[] =>
  cases.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id)

const on = (
  id: string,
  change: (manifest: Manifest) => Record<string, unknown>,
): Pick<Mutation, 'manifests'> => ({
  manifests: (all) => all.map((one) => (one.capability_id === id ? change(one) : one)),
})
const result = (id: string, change: (result: Result) => unknown): Pick<Mutation, 'invoke'> => ({
  invoke: (found, ref) => (ref.capability_id === id ? change(found) : found),
})
const code = (found: Result, wanted: string): unknown => ({
  ...found,
  error: { ...found.error, code: wanted },
})
/** The same for every tool of both servers. */
const served = (change: (manifest: Manifest) => Partial<Manifest>): Pick<Mutation, 'manifests'> => ({
  manifests: (all) =>
    all.map((one) => (one.capability_id.startsWith('mcp:') ? { ...one, ...change(one) } : one)),
})
const more = (id: string, change: Record<string, unknown>): Pick<Mutation, 'manifests'> => ({
  manifests: (all) => [...all, ...all.slice(1, 2).map((one) => ({ ...one, ...change, capability_id: id }))],
})
const SERVERS = ['mcp:one', 'mcp:two']
const ECHO = 'acp:demo/echo'
const FAILS = 'acp:demo/fails'
const WRITER = 'skill:demo/writer'
const message = (text: string) =>
  result(FAILS, (found) => ({ ...found, error: { ...found.error, message: text } }))

/** A broken source each, and exactly the cases that must say so. */
const mutants: readonly (readonly [string, Mutation, readonly string[]])[] = [
  ['lists an object', { list: (all) => ({ items: all }) }, ['C1']],
  ['lists something that is not a manifest', { list: (all) => [...all, 'acp:demo/text'] }, ['C1']],
  ['forgets a field', more('acp:demo/odd', { required_permissions: undefined }), ['C1']],
  ['lists a pair twice', { manifests: (all) => [...all, ...all.slice(0, 1)] }, ['C2']],
  ['has a field of its own', on(ECHO, (one) => ({ ...one, colour: 'red' })), ['C3']],
  [
    'takes schemas from the network',
    on(FAILS, (one) => ({ ...one, output_schema: { $ref: 'https://example.org/a.json' } })),
    ['C5'],
  ],
  ['has a tool with a prompt', on(ECHO, (one) => ({ ...one, prompt_template: 'Hello' })), ['C6']],
  ['has ids of its own', { manifests: (all) => [...all, { ...all[1], capability_id: 'echo' }] }, ['C7']],
  [
    'lists something else each time',
    { list: (all, nth) => (nth % 2 === 0 ? all.toReversed() : all) },
    ['C8'],
  ],
  [
    'describes with less',
    {
      describe: (found, id, version) =>
        id === ECHO && version === '1.0.0' ? { ...(found as object), description: 'short' } : found,
    },
    ['D1'],
  ],
  [
    'describes the unknown as null',
    { describe: (found, id) => (id === 'acp:nobody/nothing' ? null : found) },
    ['D2'],
  ],
  [
    'describes any version',
    { describe: (found, _id, version) => (version === '999999.0.0' ? { ok: true } : found) },
    ['D3'],
  ],
  ['trips over odd references', { describe: (found, id) => (id === '' ? undefined : found) }, ['D4']],
  [
    'changes a version over a restart',
    { manifests: (all, life) => all.map((one) => ({ ...one, description: `life ${String(life)}` })) },
    ['D5'],
  ],
  [
    'fails good calls',
    result(ECHO, (found) => (found.ok ? { ...found, output: { text: 'y' } } : found)),
    ['I1'],
  ],
  [
    'returns what its schema forbids',
    result(ECHO, (found) => (found.ok ? { ...found, output: { text: 1 } } : found)),
    ['I1', 'I2'],
  ],
  [
    'checks the input before the reference',
    { invoke: (found, _ref, input) => (input === null ? code(found, 'INVALID_INPUT') : found) },
    ['I3'],
  ],
  [
    'says NOT_FOUND of nothing',
    result('acp:nobody/nothing', (found) => code(found, 'EXECUTION_FAILED')),
    ['I3'],
  ],
  ['takes any input', { without: ['input check'] }, ['I4', 'I5', 'I6', 'I8', 'M11', 'S6']],
  ['runs before it checks the input', { without: ['input before run'] }, ['I6']],
  ['asks for no permission', { without: ['permission'] }, ['I7', 'I8', 'I9'].filter((id) => id !== 'I8')],
  ['asks for permission first', { without: ['input before permission'] }, ['I8']],
  ['runs without permission', { without: ['permission before run'] }, ['I9']],
  ['calls failures by another code', result(FAILS, (found) => code(found, 'TIMEOUT')), ['I10']],
  ['passes any output', { without: ['output check'] }, ['I11', 'M9']],
  ['knows no deadline', { without: ['deadline'] }, ['I12', 'M12']],
  ['returns late results', { without: ['dropping'] }, ['I13']],
  ['wraps outputs in its own way', { without: ['wrapping'] }, ['I14']],
  ['invents a code', result(FAILS, (found) => code(found, 'BROKEN')), ['I10', 'I15']],
  ['returns an output beside an error', result(FAILS, (found) => ({ ...found, output: {} })), ['I10', 'I15']],
  ['returns no duration', result(FAILS, ({ duration_ms: _left, ...rest }) => rest), ['I10', 'I15']],
  [
    'measures in parts of a millisecond',
    result(FAILS, (found) => ({ ...found, duration_ms: 0.5 })),
    ['I10', 'I15'],
  ],
  ['says where a tool is', on(ECHO, (one) => ({ ...one, x_source: { command: 'node' } })), ['T1']],
  [
    'has addresses in its ids',
    { manifests: (all) => [...all, { ...all[1], capability_id: 'acp:127.0.0.1:8080/echo' }] },
    ['T2'],
  ],
  ['tells addresses', message('connect https://10.0.0.1/x'), ['T3']],
  ['tells ports', message('connect example.org:8443'), ['T3']],
  ['tells paths', message('cannot read /home/ann/notes.txt'), ['T3']],
  ['shows its stack', message('broken\n    at run (index.js:1:1)'), ['T3']],
  ['gives a secret away', on(ECHO, (one) => ({ ...one, description: `by ${HIDDEN}` })), ['T4']],
  [
    'takes arguments by a schema from the network',
    more('acp:demo/odd', { input_schema: { $ref: 'https://example.org/a.json' } }),
    ['C4'],
  ],
  [
    'hides a tool of a server',
    { manifests: (all) => all.filter(({ capability_id: id }) => !id.endsWith('/counts')) },
    ['M1', 'M11', 'M14'],
  ],
  [
    'tidies input schemas',
    served(({ input_schema: schema }) => ({ input_schema: { ...schema, title: 'Input' } })),
    ['M2'],
  ],
  ['promises what the server does not', served(() => ({ output_schema: { type: 'object' } })), ['M3', 'M9']],
  [
    'has versions of its own for tools of servers',
    { ...served(({ version }) => ({ version: `${version}0` })), without: ['pins'] },
    ['M4', 'M14'],
  ],
  [
    'returns content where there is something structured',
    result('mcp:one/echo', (found) => (found.ok ? { ...found, output: { content: [] } } : found)),
    ['M5'],
  ],
  ['reads content', result('mcp:one/plain', (found) => ({ ...found, output: { text: 'plain' } })), ['M6']],
  [
    'takes isError for a result',
    result('mcp:one/fails', (found) => ({ ...found, ok: true, output: {}, error: null })),
    ['M7'],
  ],
  ['passes codes of servers on', result('mcp:one/breaks', (found) => code(found, 'INVALID_INPUT')), ['M8']],
  ['knows all tools', result('mcp:one/nothing', (found) => code(found, 'EXECUTION_FAILED')), ['M10']],
  [
    'calls a late server broken',
    result('mcp:one/waits', (found) => code(found, 'EXECUTION_FAILED')),
    ['M12'],
  ],
  [
    'takes 403 for a failure',
    result('mcp:two/forbidden', (found) => code(found, 'EXECUTION_FAILED')),
    ['M13'],
  ],
  ['runs what has changed', { without: ['pins'] }, ['M14']],
  ['takes a lost server for a late one', result('mcp:two/exits', (found) => code(found, 'TIMEOUT')), ['M15']],
  ['has skills without permissions', on(WRITER, (one) => ({ ...one, required_permissions: null })), ['S1']],
  [
    'has skills with inputs of their own',
    on(WRITER, (one) => ({ ...one, input_schema: { type: 'object' } })),
    ['S2'],
  ],
  [
    'has skills with any output',
    on(WRITER, (one) => ({ ...one, output_schema: { type: 'object' } })),
    ['S3'],
  ],
  [
    'has files with paths',
    on(WRITER, (one) => ({ ...one, resources: [{ uri: 'file:///home/ann/style.md' }] })),
    ['S4'],
  ],
  ['names skills by their version alone', on(WRITER, (one) => ({ ...one, version: '2.0.0' })), ['S5']],
  [
    'asks a skill without a task',
    result('acp:demo', (found) =>
      found.error?.code === 'INVALID_INPUT' ? code(found, 'EXECUTION_FAILED') : found,
    ),
    ['S6'],
  ],
  ['returns a skill as it comes', result(WRITER, (found) => ({ ...found, output: { value: 'x' } })), ['S7']],
  [
    'tells HTTP from stdio',
    {
      manifests: (all) =>
        all.map((one) => (one.capability_id === 'mcp:two/plain' ? { ...one, name: 'Plain (HTTP)' } : one)),
    },
    ['T5'],
  ],
]

it('passes a source that keeps every rule', async () => {
  const report = await judge({}, SERVERS)
  expect(report.cases.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'warned')).toEqual([])
  expect(conformanceReportSchema.parse(report)).toEqual(report)
  expect(report).toMatchObject({ conforms: true, not_shown: [] })
})

describe('without exercises', () => {
  const bare = (adapter: CapAdapter) =>
    runConformance({ source: 'model', adapter, now: () => new Date(), timeoutMs: 10_000 })

  it('the report is inconclusive, and names the rules that were not shown', async () => {
    const report = await bare(createModelSource())
    expect(report).toMatchObject({ conforms: null, totals: { failed: 0 } })
    expect(report.not_shown.map(({ id }) => id)).toEqual(idsOf(report, 'skipped'))
    expect(report.not_shown.map(({ id }) => id)).toContain('I5')
    expect(idsOf(report, 'inapplicable')).toEqual(
      idsOf(report, 'inapplicable').filter((id) => /^M|^T5/.test(id)),
    )
  })

  it.concurrent.each(mutants)('a source that %s never conforms', async (_name, mutation, expected) => {
    const report = await bare(
      createModelSource(mutation, expected.some((id) => id.startsWith('M')) ? SERVERS : []),
    )
    expect(report.conforms).not.toBe(true)
  })

  it('an empty source is inconclusive', async () => {
    const report = await bare(createModelSource({ manifests: () => [] }))
    expect(report).toMatchObject({ conforms: null, totals: { failed: 0 } })
    expect(idsOf(report, 'passed')).toEqual(['C1', 'C8', 'D2', 'D4', 'D5', 'I3', 'I15', 'T3'])
  })
})

describe('a source that', () => {
  it.concurrent.each(mutants)('%s', async (_name, mutation, expected) => {
    const servers = expected.some((id) => id.startsWith('M') || id === 'T5') ? SERVERS : []
    const report = await judge(mutation, servers)
    expect(idsOf(report, 'failed').toSorted()).toEqual(expected.toSorted())
  })

  it('breaks no rule, but a good custom, is warned', async () => {
    const report = await judge(more('acp:demo/odd', { version: 'two', output_schema: null }))
    expect(idsOf(report, 'warned')).toEqual(['C9', 'C10'])
    // Of servers it has none, so nothing of them is missing.
    expect(report).toMatchObject({ conforms: true, not_shown: [] })
  })

  it('throws, or does not answer, fails where it does', async () => {
    const broken = createModelSource()
    const report = await runConformance({
      source: 'model',
      adapter: {
        ...broken,
        describe: () => Promise.reject(new Error('x'.repeat(10_000))),
        invoke: () => new Promise(() => undefined),
      },
      exercises: { failing: [{ capability_id: FAILS, input: { text: 'x' } }] },
      now: () => new Date(),
      timeoutMs: 50,
    })
    expect(idsOf(report, 'failed')).toEqual(['D1', 'D2', 'D3', 'D4', 'I3', 'I10', 'S6'])
    expect(report.cases.flatMap(({ notes }) => notes).every((note) => note.length <= 500)).toBe(true)
  })
})

it('has a mutant for every case', () => {
  const caught = new Set(mutants.flatMap(([, , ids]) => ids))
  const unseen = conformanceCases.filter(({ id, level }) => level === 'must' && !caught.has(id))
  expect(unseen.map(({ id }) => id)).toEqual([])
})
