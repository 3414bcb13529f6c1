import { OWNER } from './core/principal.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { runConformance } from './conformance/run.ts'
import { serviceAdapter } from './conformance/testing/service-adapter.ts'
import { createSchemaChecker } from '../schemas/index.ts'
import type { CapabilitySource } from './core/types.ts'
import type { CapabilityManifest } from '../contract/capabilities.ts'
import { plainCapabilities } from './testing.ts'

const CONTEXT = { caller: 'internal', principal: OWNER, turn: null } as const
const WITH_TURN = {
  caller: 'internal',
  principal: OWNER,
  turn: { conversationId: 'c', turnId: 't', callId: '1' },
} as const

let directory: string
let db: Database
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-cap-'))
  db = openDatabase({ path: join(directory, 'state.db') })
})
afterEach(() => {
  db.close()
  rmSync(directory, { recursive: true })
})

const tool = (name: string, extra: Partial<CapabilityManifest> = {}): CapabilityManifest => ({
  capability_id: `acp:test/${name}`,
  version: '1.0.0',
  kind: 'tool',
  name,
  description: name,
  input_schema: {
    type: 'object',
    properties: { text: { type: 'string', pattern: '^[^!]*$' } },
    required: ['text'],
  },
  output_schema: { type: 'object' },
  prompt_template: null,
  resources: null,
  required_permissions: [],
  x_effect: 'none',
  ...extra,
})

const handlers: Record<string, (input: Readonly<Record<string, unknown>>) => unknown> = {
  echo: ({ text }) => ({ text }),
  odd: (given) => given,
  promises: ({ text }) => ({ text }),
  plain: () => 42,
  liar: () => ({ number: 'none' }),
  wordy: () => ({
    content: [
      { type: 'text', text: 'three rows' },
      { type: 'text', text: 'and no more' },
    ],
  }),
  crash: () => {
    throw new Error('at /home/ann/secret.ts:12 (https://internal.example:8080/x)')
  },
  refused: () => {
    throw new SatchelError('network_unreachable', {
      params: { host: 'api.example.org:8443', problem: 'connect https://10.0.0.1:8443/key' },
      details: { url: 'https://10.0.0.1:8443/key' },
    })
  },
  slow: () => new Promise((resolve) => setTimeout(() => resolve({ late: true }), 60)),
  huge: () => ({ text: 'x'.repeat(2 * 1024 * 1024) }),
}

/** The inputs of a kind: a file that is dropped in joins. */
const edges = (kind: string): (readonly [string, unknown])[] => {
  const folder = join(import.meta.dirname, 'testing', 'edges', kind)
  return readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))])
}

interface Schemas {
  readonly odd?: Record<string, unknown>
  readonly promise?: Record<string, unknown>
}

const testSource = ({ odd = { $ref: 'https://example.org/schema.json' }, promise }: Schemas) => {
  let runs = 0
  const manifests = [
    ...['echo', 'plain', 'crash', 'refused', 'slow', 'huge', 'denied'].map((name) => tool(name)),
    tool('wordy', { output_schema: { type: 'object', required: ['rows'] } }),
    tool('liar', { output_schema: { type: 'object', properties: { number: { type: 'number' } } } }),
    tool('odd', { input_schema: odd }),
    tool('costly', { input_schema: { $ref: '#' } }),
    ...(promise === undefined ? [] : [tool('promises', { output_schema: promise })]),
  ]
  const source: CapabilitySource = {
    list: () => manifests,
    describe: (id, version) =>
      manifests.find((manifest) => manifest.capability_id === id && manifest.version === version) ?? null,
    permission: ({ capability_id: id }) => (id.endsWith('/denied') ? 'it was not granted' : null),
    definition: ({ capability_id: hash }) => ({
      title: 'Test',
      origin: { kind: 'you', name: '' },
      tool: hash,
      owner: 'test',
      hash,
    }),
    effect: () => ({ effect: 'none', always: false, target: null, sentence: '' }),
    run: async ({ capability_id: id }, input) => {
      runs += 1
      const output = await handlers[id.slice('acp:test/'.length)]?.(input)
      // A source in another language of types may return anything.
      return { output: output as Record<string, unknown>, changes: [] }
    },
  }
  return { source, runs: () => runs }
}

const open = (schemas: Schemas = {}) => {
  const { source, runs } = testSource(schemas)
  const logged: object[] = []
  const log = { error: (data: object) => logged.push(data) }
  const service = plainCapabilities({ sources: [source], db, log })
  return { service, runs, logged }
}

const ref = (name: string) => ({ capability_id: `acp:test/${name}`, version: '1.0.0' })
const input = { text: 'hello' }

it('passes the conformance suite, whatever the source', async () => {
  const { service, runs } = open()
  const call = (name: string) => ({ capability_id: `acp:test/${name}`, input })
  const report = await runConformance({
    source: 'test',
    adapter: serviceAdapter(() => ({ service }), runs),
    exercises: {
      good: [call('echo')],
      denied: [call('denied')],
      failing: [call('crash'), call('refused'), call('huge')],
      violating: [call('liar')],
      wrapped: [{ ...call('plain'), value: 42 }],
      slow: [{ ...call('slow'), settlesMs: 60 }],
      hidden: ['secret.ts', 'internal.example', '10.0.0.1', '8443'],
    },
    now: () => new Date(),
  })
  const failed = report.cases.filter(({ outcome }) => outcome === 'failed')
  // The tool “odd” has a schema from a network, which the suite is right to refuse.
  expect(failed.map(({ id }) => id)).toEqual(['C4'])
  const skipped = report.cases.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id)
  expect(skipped.filter((id) => !/^[MS]|^T5$/.test(id))).toEqual([])
})

describe('invoke', () => {
  it('is written down, as it ended', async () => {
    const { service } = open()
    const result = await service.invoke(ref('echo'), input, CONTEXT)
    expect(service.activity({ limit: 1 })[0]).toMatchObject({ capabilityId: 'acp:test/echo', result })
  })

  it('wraps an output that is not an object', async () => {
    expect(await open().service.invoke(ref('plain'), input, CONTEXT)).toMatchObject({ output: { value: 42 } })
  })

  it('never passes an output that breaks its schema', async () => {
    const result = await open().service.invoke(ref('liar'), input, CONTEXT)
    expect(result.error).toMatchObject({
      code: 'EXECUTION_FAILED',
      details: { reason: 'output_schema_violation', said: '{"number":"none"}' },
    })
    // It ran, so the caller still gets its result.
    expect(result.error?.message).toContain('It said: {"number":"none"}')
  })

  it('passes on the words of a server that declares a schema and answers with text alone', async () => {
    const result = await open().service.invoke(ref('wordy'), input, CONTEXT)
    expect(result.error?.message).toContain('It said: three rows\nand no more')
  })

  it('keeps an output within bounds', async () => {
    const result = await open().service.invoke(ref('huge'), input, CONTEXT)
    expect(result.error?.details).toMatchObject({ reason: 'output_too_large' })
  })

  it('fetches no schema from a network, and runs what cannot be checked by it', async () => {
    const { service, runs } = open()
    expect(await service.invoke(ref('odd'), input, CONTEXT)).toMatchObject({ ok: true })
    expect(runs()).toBe(1)
  })

  it('is refused in words where the schema costs too much, also when it is only looked at', async () => {
    const { service } = open()
    expect((await service.invoke(ref('costly'), input, CONTEXT)).error?.details).toMatchObject({
      reason: 'schema_costly',
    })
    expect(await service.preview(ref('costly'), input)).toBeNull()
  })

  it('gets the default of a required argument that is missing, and shows it', async () => {
    const odd = { properties: { text: { type: 'string', default: 'hi' } }, required: ['text'] }
    const { service, runs } = open({ odd })
    expect(await service.invoke(ref('odd'), {}, CONTEXT)).toMatchObject({ ok: true, output: { text: 'hi' } })
    expect(await service.invoke(ref('odd'), { text: 1 }, CONTEXT)).toMatchObject({ ok: false })
    expect(runs()).toBe(1)
  })

  it.each(edges('schemas'))('is about the input where the schema is odd: %s', async (_name, given) => {
    const { schema, input: odd, ok } = given as { schema: unknown; input: unknown; ok: boolean }
    const { service, runs, logged } = open({ odd: schema as Record<string, unknown> })
    const result = await service.invoke(ref('odd'), odd, CONTEXT)
    expect(result.error?.code ?? 'ok').toBe(ok ? 'ok' : 'INVALID_INPUT')
    expect(await service.preview(ref('odd'), odd)).toBeNull()
    expect({ runs: runs(), logged }).toEqual({ runs: ok ? 1 : 0, logged: [] })
  })

  it('is not about the output where the schema of that cannot be used', async () => {
    const { service } = open({ promise: { $ref: 'https://example.org/schema.json' } })
    expect(await service.invoke(ref('promises'), input, CONTEXT)).toMatchObject({ ok: true, output: input })
  })

  it('points at each argument that does not fit', async () => {
    const result = await open().service.invoke(ref('echo'), {}, CONTEXT)
    expect(result.error?.details).toMatchObject({ problems: [{ pointer: '/text' }] })
    expect((await open().service.invoke(ref('echo'), { text: 'no!' }, CONTEXT)).error?.code).toBe(
      'INVALID_INPUT',
    )
  })

  it('gives each pattern its own meaning', () => {
    const checker = createSchemaChecker()
    const matching = (pattern: string) => ({ type: 'string', pattern })
    for (const [pattern, fits, unfit] of [
      ['^a+$', 'aa', 'b'],
      ['^b+$', 'b', 'aa'],
      ['^(a+)+$', 'aa', `${'a'.repeat(50)}!`],
    ] as const) {
      expect(checker.checkAtOnce(matching(pattern), fits)).toEqual([])
      expect(checker.checkAtOnce(matching(pattern), unfit)).toHaveLength(1)
    }
  })

  it('keeps the code of a known failure, without its address and port', async () => {
    const { error } = await open().service.invoke(ref('refused'), input, CONTEXT)
    expect(error).toMatchObject({
      code: 'EXECUTION_FAILED',
      retryable: true,
      details: { code: 'network_unreachable' },
    })
    expect(JSON.stringify(error)).not.toMatch(/8443|10\.0\.0\.1/)
  })

  it('sends an unknown failure to the log and keeps it from the caller', async () => {
    const { service, logged } = open()
    const { error } = await service.invoke(ref('crash'), input, CONTEXT)
    expect(JSON.stringify(error)).not.toContain('ann')
    expect(logged).toHaveLength(1)
  })

  it('stops when the caller does', async () => {
    const { service } = open()
    const controller = new AbortController()
    const pending = service.invoke(ref('slow'), input, { ...CONTEXT, signal: controller.signal })
    controller.abort()
    expect((await pending).error?.details).toEqual({ reason: 'cancelled' })
    const { runs, service: next } = open()
    await next.invoke(ref('echo'), input, { ...CONTEXT, signal: AbortSignal.abort() })
    expect(runs()).toBe(0)
  })
})

describe('the activity log', () => {
  it('pages from the newest, and finds the call of a turn', async () => {
    const { service } = open()
    const texts = Array.from({ length: 40 }, (_, n) => String(n))
    for (const text of texts) await service.invoke(ref('echo'), { text }, CONTEXT)
    expect(service.activity({ limit: 100 }).map((one) => one.arguments)).toEqual(
      texts.toReversed().map((text) => ({ text })),
    )
    await service.invoke(ref('denied'), input, WITH_TURN)
    const [newest, second] = service.activity({ limit: 2 })
    expect(newest).toMatchObject({ turnId: 't', result: { ok: false } })
    expect(second).toMatchObject({ arguments: { text: '39' } })
    expect(service.activity({ limit: 99, before: second?.id })).toHaveLength(39)
    expect(service.recorded({ turnId: 't', callId: '1' })?.id).toBe(newest?.id)
    expect(service.recorded({ turnId: 't', callId: '2' })).toBeNull()
  })

  it('cannot be rewritten or deleted', async () => {
    await open().service.invoke(ref('echo'), input, CONTEXT)
    expect(() => db.exec("UPDATE activity SET caller = 'mcp'")).toThrow(/append-only/)
    expect(() => db.exec('DELETE FROM activity')).toThrow(/append-only/)
  })

  it('records the size of a value that is too large to keep', async () => {
    const { service } = open()
    await service.invoke(ref('echo'), { text: 'x'.repeat(100_000) }, CONTEXT)
    expect(service.activity({ limit: 1 })[0]?.arguments).toMatchObject({ x_truncated: true })
  })
})
