import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import type { StateAccess, StateService } from '../../state/types.ts'
import { packageOf } from '../../testing/chat.ts'
import { createStateSecrets } from './state-secrets.ts'
import { prepareStateTool } from './state-tools.ts'
import { plainState } from '../../state/testing.ts'

const VERBS = ['state.create', 'state.update', 'state.query']
const note = packageOf('note', [], VERBS, {
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'did:nuwa:state:note#v1',
    type: 'object',
    properties: {
      id: { type: 'string' },
      colour: { type: 'string', 'x-crdt': 'mv_register' },
      from: { type: 'integer' },
      to: { type: 'integer' },
    },
    required: ['id'],
    // Each device keeps to it, and both together do not.
    not: { required: ['from', 'to'] },
  },
})
const access: StateAccess = {
  owner: note.capUri,
  scope: note.memoryScope,
  origin: { kind: 'system', reason: 'test' },
}

interface Device {
  readonly db: Database
  readonly state: StateService
}
let directory = ''
let phone: Device
let laptop: Device

const openDevice = (name: string): Device => {
  const db = openDatabase({ path: join(directory, `${name}.db`) })
  const state = plainState({ db })
  state.registerSchema({ ...access, title: note.title, schema: note.schema })
  return { db, state }
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-tools-'))
  phone = openDevice('phone')
  laptop = openDevice('laptop')
})
afterEach(async () => {
  for (const { db, state } of [phone, laptop]) {
    await state.close()
    db.close()
  }
  rmSync(directory, { recursive: true, force: true })
})

const secrets = createStateSecrets({ schemaOf: () => null, hide: () => undefined })

const send = (from: Device, to: Device): void => {
  to.state.sync.import(from.state.sync.export({ scopes: null, since: null }).bytes)
}
const call = async ({ state }: Device, name: string, input: Record<string, unknown>): Promise<unknown> =>
  (await prepareStateTool({ state, acp: note, name, input, secrets }).run(access)).output

it('show a model concurrent values, and why what was merged does not fit, beside the object', async () => {
  await call(phone, 'state.create', { object: { id: 'n' } })
  send(phone, laptop)
  await call(phone, 'state.update', { id: 'n', patch: { $set: { colour: 'red', from: 1 } } })
  await call(laptop, 'state.update', { id: 'n', patch: { $set: { colour: 'blue', to: 2 } } })
  send(laptop, phone)

  expect(await call(phone, 'state.query', { query: { id: 'n' } })).toMatchObject({
    items: [
      {
        id: 'n',
        object: { from: 1, to: 2 },
        _conflicts: { '/colour': ['blue', 'red'] },
        _invalid: expect.stringContaining('must NOT be valid') as unknown,
      },
    ],
  })

  await call(phone, 'state.update', { id: 'n', patch: { $set: { colour: 'red' }, $unset: ['to'] } })
  const { items } = (await call(phone, 'state.query', { query: { id: 'n' } })) as { items: object[] }
  expect(Object.keys(items[0] ?? {})).toEqual(['id', 'version', 'object'])
})

const failureOf = async (made: Promise<unknown>): Promise<{ code: unknown; message: string }> => {
  const thrown: unknown = await made.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof Error) || !('code' in thrown)) throw new Error('nothing was refused')
  return { code: thrown.code, message: thrown.message }
}

it.each([
  ['state.create', { object: { id: 'n' }, schemaUri: note.schemaUri }, '/schemaUri', 'schema_uri'],
  [
    'state.update',
    { id: 'n', patch: { $set: { colour: 'red' } }, ifVersion: 'x' },
    '/ifVersion',
    'if_version',
  ],
  ['state.delete', { id: 'n', mod: 'soft' }, '/mod', 'mode'],
  ['state.query', { query: {}, order: [] }, '/order', ''],
])('%s refuses arguments it does not know', async (name, input, pointer, near) => {
  const { code, message } = await failureOf(call(phone, name, input))
  expect(code).toBe('INVALID_INPUT')
  expect(message).toContain(pointer)
  if (near !== '') expect(message).toContain(`did you mean ${near}?`)
})

it('counts and adds up by group', async () => {
  for (const [id, colour, from] of [
    ['a', 'red', 1],
    ['b', 'red', 2],
    ['c', 'blue', 4],
  ] as const)
    await call(phone, 'state.create', { object: { id, colour, from } })
  const query = { group: ['colour'], aggregate: { sum: { $sum: 'from' }, n: { $count: true } } }
  expect(await call(phone, 'state.query', { query })).toEqual({
    items: [],
    groups: [
      { colour: 'blue', sum: 4, n: 1 },
      { colour: 'red', sum: 3, n: 2 },
    ],
    cursor: null,
  })
})

describe('a query without its frame', () => {
  beforeEach(async () => {
    await call(phone, 'state.create', { object: { id: 'a', colour: 'red', from: 1 } })
    await call(phone, 'state.create', { object: { id: 'b', colour: 'red', from: 2 } })
  })
  const ids = async (query: Record<string, unknown>): Promise<string[]> => {
    const { items } = (await call(phone, 'state.query', query)) as { items: { id: string }[] }
    return items.map(({ id }) => id)
  }

  it('is a filter if all its members are fields, also one that is called like a part of a query', async () => {
    expect(await ids({ colour: 'red' })).toEqual(['a', 'b'])
    expect(await ids({ query: { colour: 'red', from: 2 } })).toEqual(['b'])
  })

  it('may stand beside the schema it is of, as with the other verbs', async () => {
    const uri = phone.state.scopes()[0]?.schemas[0]?.schemaUri
    expect(await ids({ schema_uri: uri, query: { colour: 'red' } })).toEqual(['a', 'b'])
  })

  it.each([
    [{ where: { colour: 'red' }, orderBy: [{ field: 'from' }] }, 'orderBy'],
    [{ colour: 'red', limit: 1 }, 'colour'],
    [{ query: { colour: 'red', limit: 1 } }, 'colour'],
  ])('%j: is refused if it is a mixture', async (query, path) => {
    const { code, message } = await failureOf(call(phone, 'state.query', query))
    expect(code).toBe('asmql_unknown_member')
    expect(message).toContain(path)
  })
})
