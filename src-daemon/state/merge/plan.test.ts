import { describe, expect, it } from 'vitest'
import { toJsonObject } from '../base/json.ts'
import { coreModels } from '../schema/core-models.ts'
import { effectiveSchema } from '../schema/effective.ts'
import { createShape } from '../schema/shape.ts'
import { noteSchema } from '../testing.ts'
import { planOf, type Plan } from './plan.ts'

const planFor = (schema: unknown): Plan => planOf(createShape(effectiveSchema(toJsonObject(schema))))
const ruleAt = (plan: Plan, path: string): string | null => {
  const node = plan.at(path.split('.'))
  return node?.kind === 'field' ? node.policy : (node?.kind ?? null)
}

describe('the plan of a schema', () => {
  const plan = planFor({
    type: 'object',
    properties: {
      ...noteSchema.properties,
      union: { type: ['string', 'null'] },
      either: { anyOf: [{ type: 'object' }, { type: 'array' }] },
      values: { type: ['array', 'null'] },
      whole: { type: 'object', 'x-crdt': 'lww_register' },
      map: { type: 'object', 'x-crdt': 'or_map', additionalProperties: { $ref: '#/$defs/item' } },
      named: {
        type: 'object',
        patternProperties: {
          '^n_': { type: 'integer', 'x-crdt': 'counter' },
          _set$: { type: 'array', 'x-crdt': 'grow_only_set' },
        },
        additionalProperties: { type: 'array' },
      },
      free: { type: 'object' },
      tree: { $ref: '#/$defs/tree' },
    },
    $defs: {
      item: { type: 'object', properties: { on: { type: 'boolean', 'x-crdt': 'flag' } } },
      tree: {
        type: 'object',
        properties: { n: { type: 'integer', 'x-crdt': 'counter' }, next: { $ref: '#/$defs/tree' } },
      },
    },
  })

  it.each([
    ['title', 'lww_register'],
    ['body', 'rga_text'],
    ['tags', 'grow_only_set'],
    ['stars', 'counter'],
    ['rating', 'lww_register'],
    ['done', 'flag'],
    ['place', 'object'],
    ['place.city', 'lww_register'],
    ['parts', 'ordered_list'],
    ['journal', 'log_rga'],
    ['extra', 'lww_register'],
    ['extra.deep', null],
    ['unknown', 'lww_register'],
    ['union', 'lww_register'],
    ['either', 'lww_register'],
    ['values', 'lww_register'],
    ['whole', 'lww_register'],
    ['map', 'object'],
    ['map.any', 'object'],
    ['map.constructor.on', 'flag'],
    ['named.n_1', 'counter'],
    ['named.a_set', 'grow_only_set'],
    ['named.other', 'ordered_list'],
    ['free', 'object'],
    ['free.any', 'lww_register'],
    ['tree.next.next.next.n', 'counter'],
  ])('merges %s by %s', (path, rule) => {
    expect(ruleAt(plan, path)).toBe(rule)
    // Computed once, and returned from the cache afterwards.
    expect(plan.at(path.split('.'))).toBe(plan.at(path.split('.')))
  })

  it('takes what the container says for what it holds', () => {
    const log = planFor({
      type: 'object',
      'x-asm': { container: 'log' },
      properties: { entries: { type: 'array' }, name: { type: 'string' } },
    })
    expect(['entries', 'name'].map((name) => ruleAt(log, name))).toEqual(['log_rga', 'lww_register'])
    const map = planFor({
      type: 'object',
      'x-asm': { container: 'map', valueRef: '#/$defs/Item' },
      properties: { items: { type: 'object' } },
      $defs: { Item: { type: 'object', properties: { n: { type: 'integer', 'x-crdt': 'counter' } } } },
    })
    expect(ruleAt(map, 'items.any.n')).toBe('counter')
  })

  it('knows the core models', () => {
    const rules = coreModels.map(({ schema }) => {
      const core = planFor(schema)
      return ['language', 'items', 'items.k', 'items.k.importance', 'entries'].map((path) =>
        ruleAt(core, path),
      )
    })
    expect(rules[0]?.[0]).toBe('lww_register')
    expect(rules.flat()).toContain('log_rga')
    expect(
      rules.some(
        ([, items, item, importance]) =>
          items === 'object' && item === 'object' && importance === 'lww_register',
      ),
    ).toBe(true)
  })
})
