import { describe, expect, it } from 'vitest'
import type { Kind } from '../schema/kinds.ts'
import { kindQuery } from './kind-query.ts'

const text = { type: 'string' }
const task: Kind = {
  schemaUri: 'tasks',
  title: 'Tasks',
  icon: '',
  count: 3,
  bytesEach: 100,
  conflicts: 0,
  invalid: 0,
  keeper: '',
  schema: {
    properties: {
      id: text,
      title: text,
      status: { ...text, enum: ['open', 'done'] },
      due: { ...text, format: 'date' },
      secret: text,
      updatedAt: { ...text, format: 'date-time' },
    },
  },
  presentation: {
    view: 'tasks',
    title: 'title',
    summary: null,
    date: 'due',
    done: { field: 'status', yes: 'done', no: 'open' },
  },
}

describe('what the page of a kind asks for', () => {
  it('is what is still to be done, by its date, also where nothing says that it is open', () => {
    expect(kindQuery(task, 'open')).toMatchObject({
      from: 'tasks',
      where: { status: { $ne: 'done' } },
      order: [{ field: 'due', direction: 'asc' }],
    })
    expect(kindQuery(task, 'done').where).toEqual({ status: 'done' })
    expect(kindQuery(task, 'all').where).toBeUndefined()
  })

  it('is drawn from few fields', () => {
    expect(kindQuery(task, 'all').select?.toSorted()).toEqual(['due', 'status', 'title', 'updatedAt'])
  })

  it('is the last changed of anything else, and the last created where that takes too long', () => {
    const cards: Kind = { ...task, presentation: { ...task.presentation, view: 'cards', done: null } }
    expect(kindQuery(cards, 'all').order).toEqual([{ field: 'updatedAt', direction: 'desc' }])
    expect(kindQuery({ ...cards, count: 100_000 }, 'all').order).toEqual([{ field: 'id', direction: 'desc' }])
    expect(kindQuery({ ...task, count: 100_000 }, 'all').order).toEqual([{ field: 'id', direction: 'desc' }])
  })
})
