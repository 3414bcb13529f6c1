import { expect, it } from 'vitest'
import type { JsonRecord, Presentation } from '../../../../src-daemon/contract/state.ts'
import { faceOf } from './object-face.ts'

const presentation: Presentation = {
  view: 'tasks',
  title: 'title',
  summary: 'notes',
  date: 'due',
  done: { field: 'status', yes: 'done', no: 'open' },
}
const schema = {
  properties: {
    title: { type: 'string' },
    notes: { type: 'string' },
    due: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string' } },
    status: { type: 'string', enum: ['open', 'done'] },
  },
}
const face = (object: JsonRecord) =>
  faceOf(
    {
      id: '1',
      schemaUri: 's',
      scope: 's',
      owner: 'o',
      version: 'v',
      updatedAt: '2026-01-01T00:00:00Z',
      object,
    },
    schema,
    presentation,
  )

it('shows title, text, date, tags and whether it is done', () => {
  expect(
    face({ title: 'Milk', notes: 'Oat\nmilk', due: '2026-02-01', tags: ['a', 'b'], status: 'done' }),
  ).toEqual({
    title: 'Milk',
    summary: 'Oat milk',
    date: { value: '2026-02-01', kind: 'day' },
    tags: ['a', 'b'],
    done: true,
  })
})

it('uses the text as the title if there is none', () => {
  expect(face({ notes: 'Only this', due: 7 })).toMatchObject({
    title: 'Only this',
    summary: '',
    date: null,
    done: false,
  })
  expect(face({}).title).toBe('')
})

it('says nothing twice', () => {
  expect(face({ title: 'The spare key', notes: 'The spare key' })).toMatchObject({
    title: 'The spare key',
    summary: '',
  })
})
