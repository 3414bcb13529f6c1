import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionPaths, readWhere, writeWhere } from './asmql.ts'
import { filterFields, type FilterField } from './fields.ts'
import {
  countConditions,
  operatorsOf,
  valueKind,
  withOperator,
  type FilterNode,
  type Group,
} from './filter-tree.ts'

const schema = {
  properties: {
    title: { type: 'string', 'x-search': true },
    status: { type: 'string', enum: ['open', 'closed'] },
    tags: { type: 'array', items: { type: 'string' } },
    size: { type: 'number' },
    done: { type: 'boolean' },
    due: { type: 'string', format: 'date' },
    updatedAt: { type: 'string', format: 'date-time' },
    extra: {},
    place: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        at: { type: 'object', properties: { lat: { type: 'number' } } },
      },
    },
  },
}
const fields = filterFields(schema)

const valueOf = (kind: ReturnType<typeof valueKind>): fc.Arbitrary<unknown> => {
  const text = fc.string({ minLength: 1 })
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  const date = fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((one) => one.toISOString())
  switch (kind) {
    case 'none':
      return fc.constant(undefined)
    case 'number':
      return number
    case 'flag':
      return fc.boolean()
    case 'texts':
      return fc.array(text, { minLength: 1, maxLength: 4 })
    case 'numbers':
      return fc.array(number, { minLength: 1, maxLength: 4 })
    case 'date':
      return date
    case 'day':
      return date.map((one) => one.slice(0, 10))
    case 'text':
      return text
  }
}

const conditions = fc.constantFrom(...fields).chain((field: FilterField) =>
  fc.constantFrom(...operatorsOf(field.kind)).chain((operator) =>
    valueOf(valueKind(field.kind, operator)).map((value): FilterNode => ({
      kind: 'condition',
      field: field.path,
      operator,
      value,
    })),
  ),
)
const joins = fc.constantFrom('and' as const, 'or' as const, 'nor' as const)
const { group } = fc.letrec<{ node: FilterNode; group: Group }>((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, conditions, tie('group')),
  group: fc.record({
    kind: fc.constant('group' as const),
    join: joins,
    items: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
  }),
}))

describe('a filter', () => {
  it('is the same after it was written as ASM-QL and read again', () => {
    fc.assert(
      fc.property(group, (filter) => {
        const where: unknown = JSON.parse(JSON.stringify(writeWhere(filter)))
        expect(readWhere(where, fields)).toEqual({ filter: JSON.parse(JSON.stringify(filter)) as unknown })
      }),
      { numRuns: 1000 },
    )
  })

  it('names the place of each condition as the daemon does', () => {
    fc.assert(
      fc.property(group, (filter) => {
        const where = { where: writeWhere(filter) }
        for (const [condition, path] of conditionPaths(filter)) {
          // `place.city` is a single name here.
          const parent = path.slice(0, path.length - condition.field.length - 1)
          const at = parent
            .split('.')
            .reduce<unknown>((node, key) => Reflect.get(Object(node) as object, key), where)
          expect(at).toHaveProperty([condition.field])
        }
      }),
    )
  })

  it('leaves out what is not finished', () => {
    const open = { kind: 'condition', field: 'title', operator: 'contains', value: '' } as const
    const empty: Group = { kind: 'group', join: 'or', items: [open] }
    expect(writeWhere({ kind: 'group', join: 'and', items: [open, empty] })).toBeNull()
    expect(countConditions(empty)).toBe(0)
    const done = { ...open, value: 'milk' }
    expect(writeWhere({ kind: 'group', join: 'and', items: [open, done] })).toEqual({
      title: { $contains: 'milk' },
    })
  })

  it('reads what people write shortly', () => {
    expect(readWhere({ title: 'milk', size: { $gte: 1, $lt: 5 } }, fields)).toEqual({
      filter: {
        kind: 'group',
        join: 'and',
        items: [
          { kind: 'condition', field: 'title', operator: 'eq', value: 'milk' },
          { kind: 'condition', field: 'size', operator: 'gte', value: 1 },
          { kind: 'condition', field: 'size', operator: 'lt', value: 5 },
        ],
      },
    })
  })

  it('says which place the builder has no means for', () => {
    const beyond = (where: unknown) => readWhere(where, fields)
    expect(beyond({ nothing: 1 })).toEqual({ beyond: { path: 'where.nothing', why: 'field' } })
    expect(beyond({ $or: [{ tags: { $elemMatch: {} } }] })).toEqual({
      beyond: { path: 'where.$or.0.tags.$elemMatch', why: 'operator' },
    })
    expect(beyond({ $not: {} })).toEqual({ beyond: { path: 'where.$not', why: 'operator' } })
    expect(beyond({ size: { $gt: 'big' } })).toEqual({ beyond: { path: 'where.size.$gt', why: 'value' } })
    expect(beyond([])).toEqual({ beyond: { path: 'where', why: 'shape' } })
  })

  it('keeps a value while the operator changes to one that takes the same', () => {
    const condition = { kind: 'condition', field: 'size', operator: 'gt', value: 3 } as const
    expect(withOperator(condition, 'number', 'lt').value).toBe(3)
    expect(withOperator(condition, 'number', 'in').value).toBeUndefined()
  })
})

describe('the fields of a filter', () => {
  it('reach into objects, and offer words where the schema marks some', () => {
    const paths = fields.map(({ path }) => path)
    expect(paths).toContain('place.at.lat')
    expect(paths[0]).toBe('$text')
    expect(filterFields({ properties: { a: { type: 'string' } } }).map(({ path }) => path)).toEqual(['a'])
  })
})
