import { describe, expect, it } from 'vitest'
import {
  fieldsOf,
  fromLocalInput,
  labelOf,
  problemsOf,
  toLocalInput,
  withFixedValues,
  withValue,
} from './schema-form.ts'

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
    expect(fieldsOf(task).map(({ name, kind }) => `${name}:${kind}`)).toEqual([
      'title:text',
      'notes:lines',
      'due:date',
      'at:dateTime',
      'priority:choice',
      'effort:integer',
      'done:boolean',
      'tags:tags',
      'link:text',
      'place:object',
      'extra:json',
      'size:choice',
      'colours:choices',
    ])
  })

  it('fill in a field with one possible answer, without asking', () => {
    expect(fieldsOf(task).some(({ name }) => name === 'kind')).toBe(false)
    expect(withFixedValues(task, { title: 'Milk' })).toEqual({ title: 'Milk', kind: 'task' })
  })

  it('survive a reference that leads to itself', () => {
    const loop = { type: 'object', properties: { a: { $ref: '#/properties/a' } } }
    expect(fieldsOf(loop).map(({ kind }) => kind)).toEqual(['json'])
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

describe('values', () => {
  it('leave out what was emptied', () => {
    expect(withValue({ title: 'Milk', notes: 'x' }, 'notes', '')).toEqual({ title: 'Milk' })
  })

  it('keep a moment through the field that shows it in local time', () => {
    expect(fromLocalInput(toLocalInput('2026-11-20T19:30:00.000Z'))).toBe('2026-11-20T19:30:00.000Z')
    expect(toLocalInput('not a time')).toBe('')
    expect(fromLocalInput('')).toBeUndefined()
  })
})
