import { describe, expect, it } from 'vitest'
import { tryForm } from './try-form.ts'

const create = {
  type: 'object',
  properties: {
    schema_uri: { type: 'string', enum: ['did:nuwa:state:note#v1'] },
    object: {
      type: 'object',
      properties: { id: { type: 'string' }, title: { type: 'string' }, createdAt: { type: 'string' } },
      required: ['id', 'title', 'createdAt'],
    },
    mode: { type: 'string', enum: ['soft'] },
  },
  required: ['schema_uri', 'object'],
}

describe('the form to try a tool', () => {
  it('sets what has one possible value, and leaves an optional one alone', () => {
    expect(tryForm('state.create', create).values).toEqual({ schema_uri: 'did:nuwa:state:note#v1' })
  })

  it('does not ask for what the runtime fills in a new object', () => {
    const { schema } = tryForm('state.create', create)
    expect(schema).toMatchObject({
      properties: { object: { properties: { title: {} }, required: ['title'] } },
    })
    expect(JSON.stringify(schema)).not.toContain('createdAt')
  })

  it('asks for the id of an object to change', () => {
    const { schema } = tryForm('state.update', { properties: { id: { type: 'string' } }, required: ['id'] })
    expect(schema).toMatchObject({ properties: { id: { type: 'string' } }, required: ['id'] })
  })

  it('survives a schema without properties', () => {
    expect(tryForm('x', {})).toEqual({ schema: { properties: {} }, values: {} })
  })
})
