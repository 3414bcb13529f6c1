import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StateAccess } from '../schema/schema.ts'
import { failureOf, noteAccess, openTestState, rejectionOf, type TestState } from '../testing.ts'

const URI = 'did:nuwa:state:note#cached'
const schema = {
  $id: URI,
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, size: { type: 'integer' } },
}
const HOUR = 3_600_000

let test: TestState
let now = Date.parse('2026-05-01T00:00:00Z')
beforeEach(() => {
  test = openTestState(() => now)
})
afterEach(async () => {
  await test.state.close()
  test.close()
})

const register = (body: object): void => {
  test.state.registerSchema({
    owner: noteAccess.owner,
    scope: noteAccess.scope,
    title: 'x',
    schema: { ...schema, ...body },
  })
}
const create = (object: object): void => {
  test.state.create(noteAccess, { schemaUri: URI, object: { ...object } })
}
const ask = (query: object, access: StateAccess = noteAccess) =>
  test.state.query(access, { from: URI, ...query })
const idsOf = async (query: object): Promise<string[]> => (await ask(query)).items.map(({ id }) => id)

describe('a plan that was kept', () => {
  it('is not used for a schema that was removed and registered again with another index', async () => {
    const query = { where: { name: 'b' }, order: [{ field: 'name' }], explain: true }
    register({})
    create({ id: '1', name: 'b' })
    expect((await ask(query)).explain?.indexes).toEqual([])
    test.state.purgeOwner(noteAccess.owner)
    expect((await rejectionOf(ask(query))).code).toBe('schema_unknown')
    register({ properties: { ...schema.properties, name: { type: 'string', 'x-index': true } } })
    create({ id: '2', name: 'b' })
    create({ id: '3', name: 'c' })
    const { items, explain } = await ask(query)
    expect(items.map(({ id }) => id)).toEqual(['2'])
    expect(explain?.indexes).toEqual(['name'])
  })

  it('is not used for a re-registered schema in which a field has another meaning, or is missing', async () => {
    register({})
    create({ id: '1', name: '2026-05-01T01:00:00+01:00' })
    const where = { name: '2026-05-01T00:00:00Z' }
    expect(await idsOf({ where })).toEqual([])
    test.state.purgeOwner(noteAccess.owner)
    register({ properties: { ...schema.properties, name: { type: 'string', format: 'date-time' } } })
    create({ id: '1', name: '2026-05-01T01:00:00+01:00' })
    expect(await idsOf({ where })).toEqual(['1'])
    test.state.purgeOwner(noteAccess.owner)
    register({ properties: { id: { type: 'string' } }, additionalProperties: false })
    expect((await rejectionOf(ask({ where }))).code).toBe('asmql_unknown_field')
  })

  it('does not answer who may not read', async () => {
    register({})
    create({ id: '1', name: 'b', size: 1 })
    const query = { where: { name: 'b' } }
    expect(await idsOf(query)).toEqual(['1'])
    const stranger: StateAccess = { ...noteAccess, owner: 'did:nuwa:cap:other', scope: 'sc:other' }
    expect((await rejectionOf(ask(query, stranger))).code).toBe('permission_denied')
  })

  it('goes by the clock of each call', async () => {
    register({
      'x-ttl': 'PT1H',
      properties: { ...schema.properties, size: { type: 'integer', 'x-index': true } },
    })
    create({ id: '1', name: 'b', size: 1 })
    now += HOUR / 2
    create({ id: '2', name: 'b', size: 2 })
    const queries = [
      { where: { name: 'b' } },
      { where: { size: { $gt: 0 } }, order: [{ field: 'size' }] },
      { order: [{ field: 'size', direction: 'desc' }], where: { size: { $lt: 5 } } },
    ]
    for (const query of queries) expect((await idsOf(query)).toSorted()).toEqual(['1', '2'])
    now += HOUR / 2 + 1
    for (const query of queries) expect(await idsOf(query)).toEqual(['2'])
    now += HOUR
    for (const query of queries) expect(await idsOf(query)).toEqual([])
  })

  it('binds the values of each call, even if the number of matching rows has changed', async () => {
    register({
      properties: {
        ...schema.properties,
        name: { type: 'string', 'x-index': true },
        size: { type: 'integer', 'x-index': true },
      },
    })
    const query = (name: string) => ({
      where: { name },
      order: [{ field: 'size', direction: 'desc' }],
      limit: 2,
    })
    create({ id: '0', name: 'a', size: 0 })
    expect(await idsOf(query('a'))).toEqual(['0'])
    for (let n = 1; n < 300; n++) create({ id: String(n), name: n % 2 === 0 ? 'a' : 'b', size: n })
    expect(await idsOf(query('a'))).toEqual(['298', '296'])
    expect(await idsOf(query('b'))).toEqual(['299', '297'])
    expect(await idsOf(query('none'))).toEqual([])
  })

  it('is found again where only values differ, and its cursor fits no other values', async () => {
    register({ properties: { ...schema.properties, name: { type: 'string', 'x-index': true } } })
    for (let n = 0; n < 6; n++) create({ id: String(n), name: n < 3 ? 'a' : 'b' })
    const first = await ask({ where: { name: 'a' }, limit: 2 })
    const again = { where: { name: 'a' }, limit: 2, cursor: first.cursor }
    expect(await idsOf(again)).toEqual(['2'])
    expect(await idsOf(again)).toEqual(['2'])
    const other = { where: { name: 'b' }, limit: 2, cursor: first.cursor }
    expect((await rejectionOf(ask(other))).code).toBe('asmql_cursor_invalid')
    const forged = { ...again, cursor: `${first.cursor?.slice(0, -1) ?? ''}A` }
    expect((await rejectionOf(ask(forged))).code).toBe('asmql_cursor_invalid')
  })

  it('is checked for errors as the first time', async () => {
    register({})
    for (let n = 0; n < 2; n++) {
      expect((await rejectionOf(ask({ where: { other: { $like: 1 } } }))).code).toBe('asmql_unknown_operator')
      expect((await rejectionOf(ask({ where: { name: { $regex: '(' } } }))).code).toBe('asmql_invalid')
    }
    expect(failureOf(() => test.state.get({ schemaUri: URI, id: 'x' })).code).toBe('not_found')
  })
})
