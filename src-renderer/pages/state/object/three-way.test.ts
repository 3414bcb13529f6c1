import { describe, expect, it } from 'vitest'
import { merged, threeWay } from './three-way.ts'

const before = { title: 'a', body: 'b', tags: ['x'], place: { city: 'Rome', at: 1 } }

describe('two edits of one object', () => {
  it('leave a choice only where both changed a field differently', () => {
    const mine = { ...before, title: 'mine', body: 'same' }
    const theirs = { ...before, title: 'theirs', body: 'same', tags: ['y'] }
    const found = threeWay(before, mine, theirs)
    expect(found).toEqual({
      both: [{ key: 'title', before: 'a', mine: 'mine', theirs: 'theirs' }],
      theirsOnly: ['tags'],
    })
    expect(merged(found, mine, theirs, { title: 'mine' })).toEqual({ ...mine, tags: ['y'] })
    expect(merged(found, mine, theirs, { title: 'theirs' })).toEqual(theirs)
  })

  it('count a removed field as changed, and the order of names as nothing', () => {
    const { tags: _, ...theirs } = { ...before, place: { at: 1, city: 'Rome' } }
    const found = threeWay(before, before, theirs)
    expect(found).toEqual({ both: [], theirsOnly: ['tags'] })
    expect(merged(found, before, theirs, {})).toEqual({ title: 'a', body: 'b', place: before.place })
  })
})
