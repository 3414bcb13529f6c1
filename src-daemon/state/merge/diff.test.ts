import { describe, expect, it } from 'vitest'
import { type JsonObject, toJsonObject } from '../base/json.ts'
import type { Op } from '../log/types.ts'
import { createShape } from '../schema/shape.ts'
import { failureOf, noteSchema } from '../testing.ts'
import { diffObject } from './diff.ts'
import { planOf } from './plan.ts'
import { touchedPaths } from '../log/reading.ts'

describe('a difference', () => {
  const plan = planOf(createShape(toJsonObject(noteSchema)))
  const edit = (): Op & { op: 'edit' } => ({ op: 'edit', path: [], on: 'x', change: new Uint8Array() })

  it('says what was meant', () => {
    const before = {
      title: 'a',
      stars: 3,
      tags: ['x'],
      journal: [{ id: '1' }],
      place: { city: 'Rome', zip: '1' },
      parts: [],
      body: 'a',
      extra: { a: 1, b: 1 },
    }
    const after = {
      title: 'b',
      stars: 5,
      tags: ['x', 'y'],
      journal: [{ id: '1' }, { id: '2' }],
      place: { city: 'Oslo' },
      parts: [1],
      body: 'b',
      extra: { a: 2, b: 1 },
    }
    const ops = diffObject(plan, before, after, edit)
    expect(ops).toEqual([
      { op: 'set', path: ['title'], value: 'b' },
      { op: 'add', path: ['stars'], by: 2 },
      { op: 'insert', path: ['tags'], values: ['y'] },
      { op: 'append', path: ['journal'], entries: [{ id: '2' }] },
      { op: 'set', path: ['place', 'city'], value: 'Oslo' },
      { op: 'remove', path: ['place', 'zip'] },
      { ...edit(), path: ['parts'] },
      { ...edit(), path: ['body'] },
      { op: 'set', path: ['extra'], value: { a: 2, b: 1 } },
    ])
    expect(touchedPaths(ops)).toContain('/place/city')
  })

  it('says an object that comes or goes in one op', () => {
    const place = { city: 'Rome' }
    expect(diffObject(plan, {}, { place }, edit)).toEqual([{ op: 'set', path: ['place'], value: place }])
    expect(diffObject(plan, { place }, {}, edit)).toEqual([{ op: 'remove', path: ['place'] }])
    expect(diffObject(plan, { place }, { place: { ...place } }, edit)).toEqual([])
  })

  it('writes again what it is told to, and nothing else that stays', () => {
    const object = { title: 't', place: { city: 'Rome', zip: '1' } }
    const rewritten = new Set(['/place/city', '/rating'])
    expect(diffObject(plan, object, structuredClone(object), edit, rewritten)).toEqual([
      { op: 'set', path: ['place', 'city'], value: 'Rome' },
    ])
  })

  it.each<[JsonObject, JsonObject, string]>([
    [{ tags: ['x'] }, {}, 'grow_only_set'],
    [{ tags: ['x'] }, { tags: ['y'] }, 'grow_only_set'],
    [{ journal: [{ id: '1' }, { id: '2' }] }, { journal: [{ id: '2' }, { id: '1' }] }, 'log_rga'],
    [{ journal: [{ id: '1' }] }, { journal: [{ id: '1', text: 'x' }] }, 'log_rga'],
    [{ journal: [{ id: '1' }] }, {}, 'log_rga'],
    [{ stars: 1 }, { stars: 2 ** 60 }, 'counter'],
  ])('from %j to %j is a crdt_violation', (before, after, policy) => {
    const failure = failureOf(() => diffObject(plan, before, after, edit))
    expect(failure).toMatchObject({ code: 'crdt_violation', details: { policy } })
    expect(failure.details).toMatchObject({ pointers: [`/${Object.keys(before).join('')}`] })
  })
})
