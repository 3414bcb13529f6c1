import { expect, it } from 'vitest'
import { shownOf } from './fields.ts'

it('labels fields with the titles of the schema, else with their names in words', () => {
  const schema = { properties: { dueAt: { type: 'string', title: 'Due' } } }
  expect(shownOf({ dueAt: '2026-11-28', firstName: 'Ana' }, schema)).toMatchObject({
    kind: 'fields',
    fields: [
      { name: 'dueAt', label: 'Due', value: '2026-11-28' },
      { name: 'firstName', label: 'First name', value: 'Ana' },
    ],
  })
})

it('says values in words, and leaves ids and addresses as they are', () => {
  expect(shownOf(null)).toEqual({ kind: 'none' })
  expect(shownOf(false)).toEqual({ kind: 'no' })
  expect(shownOf('2026-11-28')).toEqual({ kind: 'day', at: '2026-11-28' })
  expect(shownOf('2026-11-28T10:00:00Z')).toEqual({ kind: 'moment', at: '2026-11-28T10:00:00Z' })
  expect(shownOf('2026-99-99')).toEqual({ kind: 'text', text: '2026-99-99' })
  expect(shownOf('did:nuwa:state:note#v1')).toEqual({ kind: 'code', text: 'did:nuwa:state:note#v1' })
  expect(shownOf('Note: buy milk')).toEqual({ kind: 'text', text: 'Note: buy milk' })
  expect(shownOf(['milk', 'bread'])).toEqual({ kind: 'words', words: ['milk', 'bread'] })
})

it('makes a table of a list of flat records, with the columns of all of them', () => {
  const schema = { items: { properties: { title: { title: 'Name' } } } }
  expect(
    shownOf(
      [
        { title: 'A', tags: ['x'] },
        { title: 'B', done: true },
      ],
      schema,
    ),
  ).toMatchObject({
    kind: 'table',
    columns: [{ label: 'Name' }, { label: 'Tags' }, { label: 'Done' }],
    more: 0,
  })
  expect(shownOf([{ title: 'A', inner: { deep: 1 } }])).toMatchObject({ kind: 'list' })
  const many = Array.from({ length: 60 }, (_, id) => ({ id }))
  expect(shownOf(many)).toMatchObject({ kind: 'table', more: 10 })
})

it('shows stored objects as what they say, the name first and the dates last', () => {
  const item = (title: string) => ({
    ...{ id: 'x', version: 'v' },
    object: { id: 'x', body: 'b', createdAt: '2026-11-27T20:23:26.131Z', title },
  })
  const shown = shownOf([item('A'), item('B')])
  expect(shown).toMatchObject({ kind: 'table', rows: [{ title: 'A' }, { title: 'B' }] })
  expect(shown.kind === 'table' && shown.columns.map(({ name }) => name)).toEqual([
    'title',
    'body',
    'createdAt',
  ])
  expect(shownOf({ items: [], cursor: null })).toMatchObject({ fields: [{ name: 'items' }] })
})

it('ends in JSON where a value is nested too deeply', () => {
  expect(shownOf({ a: 1 }, {}, 4)).toEqual({ kind: 'json' })
  expect(shownOf([{ a: { b: 1 } }], {}, 4)).toEqual({ kind: 'json' })
})
