import { reactive } from 'vue'
import { describe, expect, it } from 'vitest'
import { editableSchema, editableValues, patchOf } from './object-patch.ts'

const object = { id: '1', title: 'Milk', tags: ['a'], createdAt: 'x', updatedAt: 'y' }

describe('the patch of an edit', () => {
  it('is empty when nothing was changed', () => {
    expect(patchOf(object, editableValues(object))).toEqual([])
  })

  it('replaces what changed, adds what is new, removes what was cleared away', () => {
    expect(patchOf(object, { title: 'Oat milk', tags: ['a'] })).toEqual([
      { op: 'replace', path: '/title', value: 'Oat milk' },
    ])
    expect(patchOf(object, { title: 'Milk', tags: ['a', 'b'] })).toEqual([
      { op: 'add', path: '/tags/-', value: 'b' },
    ])
    expect(patchOf(object, { tags: ['a'] })).toEqual([{ op: 'remove', path: '/title' }])
  })

  it('never touches what the runtime fills', () => {
    expect(patchOf(object, { id: '2', title: 'Milk', tags: ['a'], updatedAt: 'z' })).toEqual([])
  })

  it('does not turn an empty optional field into an edit, but lets text be emptied', () => {
    expect(patchOf(object, { title: 'Milk', tags: ['a'], body: '', place: undefined })).toEqual([])
    expect(patchOf(object, { title: '', tags: ['a'] })).toEqual([
      { op: 'replace', path: '/title', value: '' },
    ])
  })

  it('takes reactive values', () => {
    const values = reactive({ title: 'Milk', tags: ['a', 'b'] })
    expect(structuredClone(patchOf(reactive(object), values))).toHaveLength(1)
  })

  it('leaves the object alone', () => {
    const values = editableValues(object)
    if (Array.isArray(values['tags'])) values['tags'].push('b')
    expect(object.tags).toEqual(['a'])
  })
})

describe('the schema of the edit form', () => {
  it('leaves out what the runtime fills, also from what is required', () => {
    const schema = {
      properties: { id: {}, title: { type: 'string' }, createdAt: {} },
      required: ['id', 'title', 'createdAt'],
    }
    expect(editableSchema(schema)).toEqual({ properties: { title: { type: 'string' } }, required: ['title'] })
  })
})
