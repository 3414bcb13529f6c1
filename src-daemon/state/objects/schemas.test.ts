import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { coreModels, coreObjectId } from '../schema/core-models.ts'
import { sha256 } from '../../platform/sha256.ts'
import { failureOf, noteSchema, openTestState, type TestState } from '../testing.ts'
import { compileValidator } from '../schema/validator.ts'

let test: TestState
beforeEach(() => {
  test = openTestState()
})
afterEach(() => {
  test.close()
})

const owner = 'did:nuwa:cap:note'
const check = (schema: object): void => {
  test.state.checkSchema({ owner, schema: { ...schema } })
}
const withField = (field: object, rest: object = {}): object => ({
  $id: 'did:nuwa:state:note#v2',
  type: 'object',
  properties: { field },
  ...rest,
})

/** `depth` levels of objects, each with `width` members of the next: `width ** depth` fields. */
const spelledOut = (width: number, depth: number): object => {
  const level = (n: number): [string, object] => {
    const next: object = n === depth ? { type: 'string' } : { $ref: `#/$defs/d${String(n + 1)}` }
    const members = Array.from({ length: width }, (_, m): [string, object] => [`m${String(m)}`, next])
    return [`d${String(n)}`, { type: 'object', properties: Object.fromEntries(members) }]
  }
  const $defs = Object.fromEntries(Array.from({ length: depth }, (_, n) => level(n + 1)))
  return { $defs, properties: { field: { $ref: '#/$defs/d1' } } }
}

/** Two objects that contain each other in `width` members. */
const roundabout = (width: number): object => {
  const holder = (other: string): object => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: width }, (_, n) => [`m${String(n)}`, { $ref: `#/$defs/${other}` }]),
    ),
  })
  return { $defs: { a: holder('b'), b: holder('a') }, properties: { field: { $ref: '#/$defs/a' } } }
}

const indexed = (count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`f${String(n)}`, { type: 'string', 'x-index': true }]),
  )

describe('a schema is refused', () => {
  it.each<[string, object]>([
    ['without a Schema URI', { type: 'object' }],
    ['in the reserved namespace', { ...noteSchema, $id: 'did:nuwa:core:Note#v1' }],
    ['in the namespace of another capability', { ...noteSchema, $id: 'did:nuwa:cap:other:state:Note#v1' }],
    ['when its alias names another capability', { ...noteSchema, $id: 'did:nuwa:state:other#v1' }],
    ['that is no object', { $id: 'did:nuwa:state:note#v2', type: 'array' }],
    ['with an unknown merge rule', withField({ type: 'string', 'x-crdt': 'magic' })],
    ['with a counter of text', withField({ type: 'string', 'x-crdt': 'counter' })],
    ['with a text that is a number', withField({ type: 'number', 'x-crdt': 'rga_text' })],
    ['with a flag that may be null', withField({ type: ['boolean', 'null'], 'x-crdt': 'flag' })],
    [
      'with a merge rule deep inside',
      withField({ type: 'array', items: { type: 'string', 'x-crdt': 'log_rga' } }),
    ],
    ['with a reference to elsewhere', withField({ $ref: 'https://example.org/schema' })],
    ['with a reference to nothing', withField({ $ref: '#/definitions/None' })],
    ['with another name inside', withField({ $id: 'https://example.org/x', type: 'string' })],
    ['with an unknown container', withField({ type: 'string' }, { 'x-asm': { container: 'bag' } })],
    [
      'with a lifetime that is no duration',
      withField({ type: 'string' }, { 'x-asm': { 'x-ttl': '14 days' } }),
    ],
    [
      'that contradicts itself',
      withField({ type: 'string' }, { 'x-ttl': 'P1D', 'x-asm': { 'x-ttl': 'P2D' } }),
    ],
    ['with a pattern only backtracking can run', withField({ type: 'string', pattern: '(a)\\1' })],
    ['with a pattern that repeats too much', withField({ type: 'string', pattern: '(a?a?a?a?a?){900}' })],
    ['that a few lines spell out into millions of fields', withField({}, spelledOut(3, 16))],
    ['that goes round through others', withField({}, roundabout(12))],
    ['with too many indexes', withField({}, { properties: indexed(40) })],
    ['that JSON Schema itself refuses', withField({ type: 'strnig' })],
    [
      'in another dialect',
      withField({ type: 'string' }, { $schema: 'http://json-schema.org/draft-07/schema#' }),
    ],
  ])('%s', (_what, schema) => {
    const error = failureOf(() => {
      check(schema)
    })
    expect(error.code).toBe('schema_invalid')
  })
})

describe('a schema', () => {
  it('may use annotations, aliases, local references and its full name', () => {
    check(withField({ $ref: '#/$defs/T' }, { $defs: { T: { type: 'string', 'x-label': 'T' } } }))
    check(
      withField(
        { type: 'array', 'x-crdt': 'log_rga' },
        { 'x-asm': { container: 'log', crdt: 'append_only' } },
      ),
    )
    check({ ...noteSchema, $id: 'did:nuwa:cap:note:state:Note#v1' })
    check(withField({ type: 'object', properties: { self: { $ref: '#' } } }))
  })

  it('is pinned by its body: repeating is free, changing needs a new version', () => {
    const register = (schema: object, by = owner): void => {
      test.state.registerSchema({ owner: by, scope: 'sc:note', title: 'Note', schema: { ...schema } })
    }
    register(structuredClone(noteSchema))
    const changed = { ...noteSchema, description: 'x' }
    expect(
      failureOf(() => {
        register(changed)
      }).code,
    ).toBe('schema_changed_without_version')
    register({ ...changed, $id: 'did:nuwa:state:note#v2' })
    expect(test.state.scopes()[0]?.schemas).toHaveLength(2)
  })
})

describe('the core models', () => {
  it.each(coreModels.map((model) => [model.uri, model] as const))(
    '%s is the one pinned, and what it starts with is valid',
    (uri, model) => {
      expect(sha256(canonicalize(model.schema) ?? '').toString('hex')).toBe(model.sha256)
      compileValidator(uri, model.schema)(model.initial({ language: 'en' }))
      expect(coreObjectId(uri)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
    },
  )

  const published = join(import.meta.dirname, '../../../../shared/examples/asm')
  it.skipIf(!existsSync(published))('are the published ones', () => {
    for (const { uri, schema } of coreModels) {
      const name = /core:(\w+)#/.exec(uri)?.[1] ?? ''
      const text = readFileSync(join(published, `${name}.v1.schema.json`), 'utf8')
      expect(schema).toEqual(JSON.parse(text))
    }
  })
})

describe('a schema of others that costs too much', () => {
  const branching = (next: object): object => ({ anyOf: [next, next] })
  const definitions = Object.fromEntries([
    ...Array.from({ length: 26 }, (_, at) => [
      `d${String(at)}`,
      branching({ $ref: `#/$defs/d${String(at + 1)}` }),
    ]),
    ['d26', { type: 'string' }],
  ]) as object

  it.each<[string, object, RegExp]>([
    [
      'branches too often',
      withField({ $ref: '#/$defs/d0' }, { $defs: definitions }),
      /branches into more than/,
    ],
    [
      'never ends',
      withField({ $ref: '#/$defs/a' }, { $defs: { a: { $ref: '#/$defs/a' } } }),
      /refers to itself/,
    ],
    [
      'is too large',
      withField({ anyOf: Array.from({ length: 600 }, () => ({ type: 'string' })) }),
      /too large/,
    ],
  ])('is refused when it %s', (_why, schema, problem) => {
    expect(
      failureOf(() => {
        check(schema)
      }),
    ).toMatchObject({
      code: 'schema_invalid',
      params: { problem: expect.stringMatching(problem) as unknown },
    })
  })

  it('is stopped if it branches with the depth of an object, and lets every other object pass', () => {
    const deep = (depth: number, x: object = {}): object => (depth === 0 ? x : deep(depth - 1, { x }))
    const validate = compileValidator('did:nuwa:state:note#v2', {
      $id: 'did:nuwa:state:note#v2',
      type: 'object',
      anyOf: ['y', 'z'].map((name) => ({ properties: { x: { $ref: '#' } }, required: [name] })),
    })
    const failure = (object: object) =>
      failureOf(() => {
        validate({ ...object })
      })
    expect(failure(deep(3)).params['problem']).toContain('/y must be there')
    expect(failure(deep(60))).toMatchObject({
      code: 'validation_failed',
      params: { problem: expect.stringContaining('takes too long to check') as unknown },
    })
    validate({ y: 1, z: 1 })
  })

  it('is not one that checks a large object', () => {
    const validate = compileValidator('did:nuwa:state:note#v2', {
      $id: 'did:nuwa:state:note#v2',
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { a: { type: 'string', maxLength: 9, pattern: '^[a-z]+$' } },
            required: ['a'],
            additionalProperties: false,
          },
        },
      },
    })
    validate({ list: Array.from({ length: 100_000 }, () => ({ a: 'letters' })) })
  })
})

describe('patterns of a schema', () => {
  it('are each their own, whatever was compiled before them', () => {
    const validate = compileValidator('did:nuwa:state:note#v2', {
      $id: 'did:nuwa:state:note#v2',
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a+$' }, b: { type: 'string', pattern: '^b+$' } },
    })
    validate({ a: 'aa', b: 'bb' })
    expect(
      failureOf(() => {
        validate({ a: 'zzz' })
      }).code,
    ).toBe('validation_failed')
    expect(
      failureOf(() => {
        validate({ b: 'aa' })
      }).code,
    ).toBe('validation_failed')
  })
})

describe('what does not fit a schema', () => {
  it('is told of the member that lacks, or that no schema knows', () => {
    const validate = compileValidator('did:nuwa:cap:x:state:X#v1', {
      type: 'object',
      properties: { title: { type: 'string' } },
      required: ['title'],
      additionalProperties: false,
    })
    const failure = failureOf(() => {
      validate({ titel: 'Milk' })
    })
    expect(failure.message).toContain('/title must be there')
    expect(failure.message).toContain('/titel is not in the schema')
  })
})
