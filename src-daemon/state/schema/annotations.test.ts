import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toJsonObject } from '../base/json.ts'
import { failureOf, noteAccess, openTestState, type TestState } from '../testing.ts'
import { ASM_KEYWORDS, readAnnotations } from './annotations.ts'
import type { StateAccess } from './schema.ts'
import { schemaProblems } from './check.ts'
import { addDuration, parseDuration } from './duration.ts'
import { effectiveSchema } from './effective.ts'
import { POLICIES } from './shape.ts'
import { namespaceProblem } from './uri.ts'
import { validatorOf } from './validator.ts'

const OWNER = 'did:nuwa:cap:note'
const schemaWith = (rest: object): Record<string, unknown> => {
  return { $id: 'did:nuwa:state:note#v9', type: 'object', properties: {}, ...rest }
}
const field = (schema: object): Record<string, unknown> => schemaWith({ properties: { field: schema } })
/** Places of the refused annotations. */
const places = (schema: Record<string, unknown>): string[] =>
  schemaProblems(schema, OWNER)
    .filter(({ severity }) => severity === undefined)
    .map(({ at }) => at.join('/'))
const read = (rest: object) => readAnnotations(toJsonObject(schemaWith(rest))).annotations

describe('annotations', () => {
  it('are read from x-asm and from beside it into one value', () => {
    const inside = read({
      'x-asm': {
        container: 'log',
        crdt: 'append_only',
        'x-ttl': 'P14D',
        'x-retention': { window: 'P1M', strategy: 'evict_low_importance' },
        'x-compression': 'br',
        'x-visibility': 'shared',
      },
    })
    expect(inside).toMatchObject({
      container: 'log',
      policy: 'log_rga',
      ttl: { text: 'P14D', milliseconds: 14 * 86_400_000 },
      retention: { window: { months: 1 }, strategy: 'evict_low_importance', known: true },
      compression: 'br',
      visibility: 'shared',
    })
    expect(read({ 'x-ttl': 'P14D', 'x-visibility': 'public' })).toMatchObject({
      container: 'object',
      ttl: { text: 'P14D' },
      visibility: 'public',
    })
    expect(read({})).toMatchObject({ container: 'object', policy: null, ttl: null, visibility: 'private' })
  })

  it.each<[string, object, string]>([
    ['an unknown keyword', { 'x-asm': { containr: 'log' } }, 'x-asm/containr'],
    ['an unknown container', { 'x-asm': { container: 'bag' } }, 'x-asm/container'],
    ['an unknown container rule', { 'x-asm': { crdt: 'magic' } }, 'x-asm/crdt'],
    ['a container rule of another type', { 'x-asm': { container: 'map', crdt: 'log_rga' } }, 'x-asm/crdt'],
    ['keys that are no strings', { 'x-asm': { container: 'map', keyType: 'integer' } }, 'x-asm/keyType'],
    ['a reference to nowhere', { 'x-asm': { valueRef: '#/$defs/none' } }, 'x-asm/valueRef'],
    ['a lifetime in words', { 'x-ttl': '14 days' }, 'x-ttl'],
    ['a lifetime of nothing', { 'x-asm': { 'x-ttl': 'P' } }, 'x-asm/x-ttl'],
    [
      'retention without a window',
      { 'x-retention': { strategy: 'evict_low_importance' } },
      'x-retention/window',
    ],
    ['retention without a strategy', { 'x-retention': { window: 'P1D' } }, 'x-retention/strategy'],
    ['retention with more', { 'x-retention': { window: 'P1D', strategy: 'x', most: 1 } }, 'x-retention/most'],
    ['an unknown compression', { 'x-compression': 'lzma' }, 'x-compression'],
    ['an unknown visibility', { 'x-asm': { 'x-visibility': 'world' } }, 'x-asm/x-visibility'],
    ['an unknown view', { 'x-view': 'list' }, 'x-view'],
    ['a title that is no field', { 'x-title': 'name' }, 'x-title'],
    [
      'a summary that is no text',
      { 'x-asm': { 'x-summary': 'n' }, properties: { n: { type: 'integer' } } },
      'x-asm/x-summary',
    ],
    ['a view of a field', { properties: { a: { 'x-view': 'note' } } }, 'properties/a/x-view'],
    ['two lifetimes', { 'x-ttl': 'P1D', 'x-asm': { 'x-ttl': 'P2D' } }, 'x-asm/x-ttl'],
    ['a lifetime of a field', { properties: { a: { 'x-ttl': 'P1D' } } }, 'properties/a/x-ttl'],
    ['a container of a field', { properties: { a: { 'x-asm': {} } } }, 'properties/a/x-asm'],
  ])('that are wrong are refused by their place: %s', (_what, rest, place) => {
    expect(places(schemaWith(rest))).toEqual([place])
  })

  it('that say the same twice, in whatever order, do not contradict', () => {
    const retention = { window: 'P1D', strategy: 'evict_low_importance' }
    const turned = { strategy: 'evict_low_importance', window: 'P1D' }
    expect(places(schemaWith({ 'x-retention': retention, 'x-asm': { 'x-retention': turned } }))).toEqual([])
  })

  it('of an unknown strategy are a warning', () => {
    const schema = schemaWith({ 'x-retention': { window: 'P1D', strategy: 'summarise' } })
    expect(schemaProblems(schema, OWNER)).toMatchObject([
      { at: ['x-retention', 'strategy'], severity: 'warning' },
    ])
  })

  it('and no others are in docs/reference/schemas.md', () => {
    const docs = readFileSync(new URL('../../../docs/reference/schemas.md', import.meta.url), 'utf8')
    const table = /<!-- annotations -->([\s\S]*?)<!-- end -->/.exec(docs)?.[1] ?? ''
    const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual([...ASM_KEYWORDS, 'x-crdt', 'x-index', 'x-search'].toSorted())
    expect(POLICIES.filter((policy) => !table.includes(`\`${policy}\``))).toEqual([])
  })
})

describe('the type matrix', () => {
  const types = ['string', 'array', 'integer', 'number', 'boolean', 'object']
  const fits: Readonly<Record<string, readonly string[]>> = {
    lww_register: types,
    mv_register: types,
    rga_text: ['string'],
    grow_only_set: ['array'],
    or_map: ['object'],
    counter: ['integer'],
    flag: ['boolean'],
    log_rga: ['array'],
  }

  it.each(POLICIES)('of %s holds, directly and through a reference', (policy) => {
    for (const type of types) {
      const expected = fits[policy]?.includes(type) === true ? [] : ['properties/field/x-crdt']
      expect(places(field({ type, 'x-crdt': policy }))).toEqual(expected)
      const referring = schemaWith({
        $defs: { A: { $ref: '#/$defs/B' }, B: { type } },
        properties: { field: { $ref: '#/$defs/A', 'x-crdt': policy } },
      })
      expect(places(referring)).toEqual(expected)
    }
  })

  it.each<[string, object, boolean]>([
    ['text', { type: 'string' }, true],
    ['a number or null', { type: ['number', 'null'] }, true],
    ['one of some values', { enum: ['a', 1] }, true],
    ['one of two scalars', { anyOf: [{ type: 'string' }, { type: 'null' }] }, true],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, true],
    ['a list of anything', { type: 'array' }, false],
    ['a list of objects', { type: 'array', items: { type: 'object' } }, false],
    ['an object', { type: 'object' }, false],
    ['anything', {}, false],
  ])('of x-index: %s', (_what, schema, isFit) => {
    expect(places(field({ ...schema, 'x-index': true }))).toEqual(isFit ? [] : ['properties/field/x-index'])
  })

  it('of x-search: texts and lists of texts only, and nothing inside a list', () => {
    expect(places(field({ type: 'string', 'x-search': true }))).toEqual([])
    expect(places(field({ type: 'array', items: { type: 'string' }, 'x-search': true }))).toEqual([])
    for (const schema of [{ type: 'number' }, { type: 'array', items: { type: 'integer' } }, {}])
      expect(places(field({ ...schema, 'x-search': true }))).toEqual(['properties/field/x-search'])
    expect(places(field({ type: 'array', items: { type: 'string', 'x-search': true } }))).toEqual([
      'properties/field/items/x-search',
    ])
  })
})

describe('a container', () => {
  it('gives its members their merge rule, and their values a type, where they say none', () => {
    const schema = toJsonObject(
      schemaWith({
        'x-asm': { container: 'map', valueRef: '#/$defs/Item' },
        properties: {
          items: { type: 'object' },
          own: { type: 'object', 'x-crdt': 'lww_register' },
          n: { type: 'integer' },
        },
        $defs: { Item: { type: 'object', required: ['value'] } },
      }),
    )
    expect(effectiveSchema(schema)['properties']).toEqual({
      items: { type: 'object', 'x-crdt': 'or_map', additionalProperties: { $ref: '#/$defs/Item' } },
      own: { type: 'object', 'x-crdt': 'lww_register', additionalProperties: { $ref: '#/$defs/Item' } },
      n: { type: 'integer' },
    })
    const validate = validatorOf('did:nuwa:state:note#v9', schema, Buffer.from('one'))
    validate({ items: { a: { value: 1 } } })
    expect(failureOf(() => validate({ items: { a: {} } })).details).toMatchObject({
      pointers: ['/items/a/value'],
    })
  })
})

describe('a duration', () => {
  it.each<[string, string, string]>([
    ['P1M', '2026-01-31T12:00:00.000Z', '2026-02-28T12:00:00.000Z'],
    ['P1Y', '2028-02-29T00:00:00.000Z', '2029-02-28T00:00:00.000Z'],
    ['P2W', '2026-01-01T00:00:00.000Z', '2026-01-15T00:00:00.000Z'],
    ['P1DT1H1M1.5S', '2026-01-01T00:00:00.000Z', '2026-01-02T01:01:01.500Z'],
  ])('%s after %s is %s', (text, from, to) => {
    const duration = parseDuration(text)
    const end = duration && addDuration(Date.parse(from), duration)
    expect(end === null ? null : new Date(end).toISOString()).toBe(to)
  })

  it('beyond what dates can say never ends', () => {
    const duration = parseDuration('P999999999Y')
    expect(duration && addDuration(0, duration)).toBeNull()
  })

  it.each(['', 'P', 'PT', 'P1', '1D', 'P1DT', 'P-1D', 'P1.5D', 'p1d', 5, null])('%j is none', (text) => {
    expect(parseDuration(text)).toBeNull()
  })
})

describe('namespaces', () => {
  it.each<[string, string, object, boolean]>([
    ['did:nuwa:cap:note:state:Note#v1', OWNER, {}, true],
    ['did:nuwa:state:note#v1', OWNER, {}, true],
    ['did:nuwa:cap:other:state:Note#v1', OWNER, {}, false],
    ['did:nuwa:core:Note#v1', OWNER, {}, false],
    ['did:nuwa:app:planner:state:Plan#v1', OWNER, {}, false],
    ['did:nuwa:app:planner:state:Plan#v1', OWNER, { grants: ['did:nuwa:app:planner'] }, true],
    ['did:nuwa:app:planner:state:Plan#v1', OWNER, { grants: ['did:nuwa:app:plan'] }, false],
    ['did:nuwa:user:z6Mk:state:Mine#v1', 'did:key:z6Mk', { ownerDids: new Set(['did:key:z6Mk']) }, true],
    ['did:nuwa:user:z6Mk:state:Mine#v1', OWNER, { ownerDids: new Set(['did:key:z6Mk']) }, false],
    ['did:nuwa:user:z6Mx:state:Mine#v1', 'did:key:z6Mk', { ownerDids: new Set(['did:key:z6Mk']) }, false],
    ['did:nuwa:user:z6Mk:state:Mine#v1', 'did:key:z6Mk', {}, false],
  ])('%s for %s with %j: %s', (uri, owner, rights, isAllowed) => {
    expect(namespaceProblem(uri, owner, rights) === null).toBe(isAllowed)
  })
})

describe('visibility', () => {
  let test: TestState
  beforeEach(() => {
    test = openTestState()
  })
  afterEach(() => {
    test.close()
  })

  const reader = { owner: 'did:nuwa:cap:reader', scope: 'sc:reader', origin: noteAccess.origin }
  const register = (visibility: string): string => {
    const uri = `did:nuwa:cap:note:state:${visibility}#v1`
    const schema = { ...schemaWith({ 'x-visibility': visibility }), $id: uri }
    test.state.registerSchema({ owner: OWNER, scope: 'sc:note', title: '', schema })
    test.state.create(noteAccess, { schemaUri: uri, object: {} })
    return uri
  }
  const found = async (access: StateAccess, uri: string): Promise<number | string> =>
    test.state.query(access, { from: uri }).then(
      ({ items }) => items.length,
      (thrown: unknown) =>
        failureOf(() => {
          throw thrown
        }).message,
    )

  it('private is for its capability alone, public for reading by all, and shared for who was let in', async () => {
    expect(await found(reader, register('private'))).toContain('belongs to')
    expect(await found(reader, register('public'))).toBe(1)
    const shared = register('shared')
    expect(await found(reader, shared)).toContain(
      'needs a delegated authorization for state.query on sc:note',
    )
    expect(await found({ ...reader, delegated: only('state.query') }, shared)).toBe(1)
    expect(await found({ ...reader, delegated: only('state.create') }, shared)).toContain('needs')
    expect(await found({ ...reader, delegated: only('state.query', 'sc:other') }, shared)).toContain('needs')
  })

  const only =
    (action: string, scope = 'sc:note'): NonNullable<StateAccess['delegated']> =>
    (right) =>
      right.owner === OWNER && right.scope === scope && right.action === action
  const denied = (access: StateAccess, call: (access: StateAccess) => unknown): boolean => {
    try {
      call(access)
      return false
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'permission_denied' })
      return true
    }
  }

  it('lets others write only fields that are not private, each action separately', () => {
    const uris = { private: register('private'), shared: register('shared'), public: register('public') }
    for (const [visibility, schemaUri] of Object.entries(uris)) {
      const { id } = test.state.create(noteAccess, { schemaUri, object: {} }).object
      const calls: [string, (access: StateAccess) => unknown][] = [
        ['state.create', (access) => test.state.create(access, { schemaUri, object: {} })],
        ['state.update', (access) => test.state.update(access, { schemaUri, id, patch: { $set: {} } })],
        ['state.delete', (access) => test.state.delete(access, { schemaUri, id, mode: 'soft' })],
        ['state.delete.hard', (access) => test.state.delete(access, { schemaUri, id, mode: 'hard' })],
      ]
      for (const [action, call] of calls) {
        expect(denied(reader, call)).toBe(true)
        for (const [other] of calls)
          if (other !== action) expect(denied({ ...reader, delegated: only(other) }, call)).toBe(true)
        expect(denied({ ...reader, delegated: only(action) }, call)).toBe(visibility === 'private')
      }
    }
  })
})
