import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteAccess, openTestState, type TestState } from '../testing.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/query-language.md'), 'utf8')
const [, table = ''] = /<!-- operators -->([\s\S]*?)<!-- end -->/.exec(page) ?? []
const rows = table
  .split('\n')
  .filter((line) => line.includes('`{'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
const examples = rows.map((cells) => /^`(.*)`$/.exec(cells[3] ?? '')?.[1] ?? '')

const uri = 'did:nuwa:state:note#examples'
const schema = {
  $id: uri,
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string', 'x-index': true },
    body: { type: 'string', 'x-search': true },
    tags: { type: 'array', items: { type: 'string' }, 'x-index': true },
    due: { type: 'string', format: 'date-time' },
    rating: { type: 'number' },
    done: { type: 'boolean' },
    parts: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, n: { type: 'integer' } } },
    },
  },
}

let test: TestState
beforeAll(() => {
  test = openTestState()
  test.state.registerSchema({ owner: noteAccess.owner, scope: noteAccess.scope, title: 'x', schema })
  for (const object of [
    {
      id: 'milk',
      title: 'Milk',
      body: 'Fresh, two litres, organic',
      tags: ['shop', 'food'],
      due: '2025-12-31T00:00:00Z',
      rating: 4,
      parts: [{ name: 'lid', n: 2 }],
    },
    { id: 'tax', title: 'Tax return', tags: ['home'], rating: 5, done: false },
  ])
    test.state.create(noteAccess, { schemaUri: uri, object })
})
afterAll(async () => {
  await test.state.close()
  test.close()
})

it('has an example for every operator', () => {
  const operators = [
    '$eq',
    '$ne',
    '$gt',
    '$gte',
    '$lt',
    '$lte',
    '$in',
    '$nin',
    '$contains',
    '$startsWith',
    '$exists',
  ]
  const others = ['$and', '$or', '$nor', '$not', '$elemMatch', '$size', '$regex', '$text']
  for (const operator of [...operators, ...others]) expect(table).toContain(`\`${operator}\``)
  expect(examples.length).toBe(13)
})

it.each(examples)('an example of the manual finds one of two objects: %s', async (example) => {
  const where = JSON.parse(example) as object
  const { items } = await test.state.query(noteAccess, { from: uri, where })
  const negates = /\$ne|\$exists|\$not/.test(example)
  const found = example.includes('$or') ? ['milk', 'tax'] : negates ? ['tax'] : ['milk']
  expect(items.map(({ id }) => id)).toEqual(example.includes('"$not"') ? [] : found)
})

const [, groupPart = ''] = /<!-- groups -->([\s\S]*?)<!-- end -->/.exec(page) ?? []
const queries = [...groupPart.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json)

it('shows groups as they are', async () => {
  const expenses = 'did:nuwa:state:note#expenses'
  const properties = {
    category: { type: 'string' },
    amount: { type: 'number' },
    date: { type: 'string', format: 'date-time' },
  }
  test.state.registerSchema({
    ...{ owner: noteAccess.owner, scope: noteAccess.scope, title: 'x' },
    schema: { $id: expenses, type: 'object', properties },
  })
  for (const object of [
    { category: 'food', amount: 2.5, date: '2026-05-31T22:00:00Z' },
    { category: 'rent', amount: 300, date: '2026-05-01T08:00:00Z' },
  ])
    test.state.create(noteAccess, { schemaUri: expenses, object })
  const found = await Promise.all(
    queries.map((query) =>
      test.state.query(noteAccess, { ...(JSON.parse(query) as object), from: expenses }),
    ),
  )
  expect(found.map(({ groups }) => groups)).toEqual([
    [{ total: 302.5 }],
    [
      { category: 'rent', month: '2026-05', total: 300, count: 1 },
      { category: 'food', month: '2026-06', total: 2.5, count: 1 },
    ],
  ])
})
