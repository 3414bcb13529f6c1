import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formProblems } from './form-problems.ts'
import { labelOf } from './label-of.ts'
import {
  formOfSchema,
  formValuesOf,
  objectOfForm,
  withFixedValues,
  withFormValue,
  type Schema,
  type SchemaValues,
} from './schema-form.ts'

const problemsOf = (schema: Schema, object: SchemaValues) =>
  formProblems(formOfSchema(schema, { object }), formValuesOf(schema, object))
const kindsOf = (schema: Schema) =>
  formOfSchema(schema, { requiredFirst: true }).fields.map(({ id, kind }) => `${id}:${kind}`)

const task = {
  type: 'object',
  required: ['title', 'kind'],
  properties: {
    notes: { type: 'string' },
    title: { type: 'string', minLength: 2, maxLength: 400 },
    kind: { enum: ['task'] },
    due: { type: 'string', format: 'date' },
    at: { type: ['string', 'null'], format: 'date-time' },
    priority: { enum: ['low', 'high'] },
    effort: { type: 'integer', minimum: 1, maximum: 5 },
    done: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    link: { type: 'string', format: 'uri' },
    place: { $ref: '#/$defs/place' },
    extra: { type: 'array', items: { type: 'number' } },
    size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
    colours: { type: 'array', items: { type: 'string', enum: ['r'], enumNames: ['Red'] } },
    made: { type: 'string', readOnly: true },
  },
  $defs: { place: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } } },
}

describe('the fields of a schema', () => {
  it('have the control that fits their type, with the needed ones first', () => {
    expect(kindsOf(task)).toEqual([
      '/title:text',
      '/notes:multiline',
      '/due:date',
      '/at:date_time',
      '/priority:choice',
      '/effort:integer',
      '/done:boolean',
      '/tags:texts',
      '/link:url',
      '/place/city:text',
      '/extra:json',
      '/size:choice',
      '/colours:choices',
    ])
  })

  it('fill in a field with one possible answer, without asking', () => {
    expect(kindsOf(task).some((one) => one.startsWith('/kind'))).toBe(false)
    expect(withFixedValues(task, { title: 'Milk' })).toEqual({ title: 'Milk', kind: 'task' })
  })

  it('survive a reference that leads to itself', () => {
    const loop = { type: 'object', properties: { a: { $ref: '#/properties/a' } } }
    expect(kindsOf(loop)).toEqual(['/a:json'])
  })

  it('are named in words', () => {
    expect(labelOf('dueAt')).toBe('Due at')
    expect(labelOf('schema_uri')).toBe('Schema uri')
  })
})

describe('the problems of values', () => {
  it('name what is missing and what does not fit, by pointer', () => {
    const problems = problemsOf(task, { effort: 9, link: 'nowhere', due: 'soon', place: {} })
    expect([...problems].map(([pointer, { key }]) => `${pointer} ${key}`).toSorted()).toEqual([
      '/due date',
      '/effort maximum',
      '/link uri',
      '/place/city missing',
      '/title missing',
    ])
  })

  it('count characters as a person does', () => {
    expect(problemsOf(task, { title: '🥛' }).get('/title')?.key).toBe('minLength')
    expect(problemsOf(task, { title: '🥛🥛' }).size).toBe(0)
  })

  it('escape names that hold a slash', () => {
    const schema = { type: 'object', required: ['a/b'], properties: { 'a/b': { type: 'string' } } }
    expect([...problemsOf(schema, {}).keys()]).toEqual(['/a~1b'])
  })
})

describe('what is filled in', () => {
  it('becomes the object it was read from, whatever is in it', () => {
    const schema = {
      type: 'object',
      required: ['title', 'kind'],
      properties: {
        ...task.properties,
        count: { enum: [1, 2, true] },
        several: { type: 'array', items: { enum: [1, 2] } },
        'a/b~c': { type: 'number' },
        any: {},
      },
      $defs: task.$defs,
    }
    const text = fc.string({ minLength: 1 }).filter((one) => one.trim() !== '')
    const object = fc.record(
      {
        title: text,
        kind: fc.constant('task'),
        notes: text,
        due: fc.constant('2026-11-27'),
        priority: fc.constantFrom('low', 'high'),
        effort: fc.integer(),
        done: fc.boolean(),
        tags: fc.array(text, { minLength: 1 }),
        place: fc.record({ city: text }),
        extra: fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0)),
        size: fc.constant('s'),
        count: fc.constantFrom(1, 2, true),
        several: fc.subarray([1, 2], { minLength: 1 }),
        'a/b~c': fc.integer(),
        any: fc.jsonValue().map((one) => JSON.parse(JSON.stringify(one)) as unknown),
      },
      { requiredKeys: ['title', 'kind'] },
    )
    fc.assert(
      fc.property(object, (given) => {
        expect(objectOfForm(schema, formValuesOf(schema, given))).toEqual(given)
      }),
    )
  })

  it('leaves alone what has no field, and takes away what was emptied', () => {
    const object = { title: 'Milk', made: 'then', place: { city: 'Oslo', zip: '1' } }
    expect(withFormValue(task, object, '/place/city', 'Bergen')).toEqual({
      ...object,
      place: { city: 'Bergen', zip: '1' },
    })
    expect(withFormValue(task, object, '/place/city', undefined)).toEqual({ ...object, place: { zip: '1' } })
    expect(withFormValue(task, object, '/nothing', 'x')).toBe(object)
  })

  it('keeps names of methods as ordinary ones', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}',
    ) as Schema
    const object = objectOfForm(
      schema,
      Object.fromEntries([
        ['/__proto__', 'a'],
        ['/toString', 'b'],
      ]),
    )
    expect(Object.entries(object)).toEqual([
      ['__proto__', 'a'],
      ['toString', 'b'],
    ])
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
    expect(formValuesOf(schema, {})).toEqual({})
  })

  it('is asked of a section that may be left out only once anything in it is filled in', () => {
    const schema = {
      properties: {
        to: {
          type: 'object',
          required: ['city'],
          properties: { city: { type: 'string' }, zip: { type: 'string' } },
        },
      },
    }
    expect([...problemsOf(schema, {}).keys()]).toEqual([])
    expect([...problemsOf(schema, { to: { zip: '1' } }).keys()]).toEqual(['/to/city'])
    expect([...problemsOf({ ...schema, required: ['to'] }, {}).keys()]).toEqual(['/to/city'])
  })

  it('is one of what is offered, and JSON where it is JSON', () => {
    const form = formOfSchema(task)
    const problems = formProblems(form, {
      '/title': 'Milk',
      '/priority': 'x',
      '/colours': ['g'],
      '/extra': '[1',
    })
    expect([...problems].map(([id, { key }]) => `${id} ${key}`)).toEqual([
      '/priority choice',
      '/extra json',
      '/colours choice',
    ])
  })
})
