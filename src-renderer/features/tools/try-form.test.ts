import { describe, expect, it } from 'vitest'
import { known, tryForm } from './try-form.ts'

const create = {
  type: 'object',
  properties: {
    schema_uri: { type: 'string', enum: ['did:nuwa:state:note#v1'] },
    object: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    mode: { type: 'string', enum: ['soft'] },
  },
  required: ['schema_uri', 'object'],
}

describe('the form to try a tool', () => {
  it('sets a field with one possible value, and leaves an optional one alone', () => {
    const { schema, values } = tryForm(create)
    expect(values).toEqual({ schema_uri: 'did:nuwa:state:note#v1' })
    expect(schema).toMatchObject({ properties: { schema_uri: { const: 'did:nuwa:state:note#v1' } } })
    expect(schema).toHaveProperty('properties.object', create.properties.object)
    expect(schema).not.toHaveProperty('properties.mode.const')
  })

  it('drops what another choice has no field for', () => {
    const values = { object: { title: 'A', size: 'L' }, mode: 'soft', colour: 'red' }
    expect(known(create, values)).toEqual({ object: { title: 'A' }, mode: 'soft' })
  })

  it('survives a schema without properties', () => {
    expect(tryForm({})).toEqual({ schema: { properties: {} }, values: {} })
  })
})
