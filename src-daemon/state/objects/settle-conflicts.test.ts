import { afterEach, expect, it } from 'vitest'
import { openReplicas, type Replica } from './replicas.testing.ts'
import { noteAccess } from '../testing.ts'
import type { StateObject } from '../../contract/state.ts'

const opened: Replica[] = []
afterEach(() => {
  for (const replica of opened.splice(0)) replica.close()
})

const URI = 'did:nuwa:state:mood#v1'
const access = { ...noteAccess, owner: 'did:nuwa:cap:mood', scope: 'sc:mood' }
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: URI,
  type: 'object',
  properties: {
    id: { type: 'string' },
    mood: { type: 'string', 'x-crdt': 'mv_register' },
    other: { type: 'string' },
  },
}

/** Two replicas whose owner wrote two moods at once. */
const inConflict = (): [Replica, Replica] => {
  const [a, b] = openReplicas(2)
  if (a === undefined || b === undefined) throw new Error('no replicas')
  opened.push(a, b)
  for (const { state } of [a, b])
    state.registerSchema({ owner: access.owner, scope: access.scope, title: 'Mood', schema })
  a.state.create(access, { schemaUri: URI, object: { id: 'm', mood: 'calm' } })
  b.integrate(a.outgoing())
  write(a, { $set: { mood: 'glad' } })
  write(b, { $set: { mood: 'sad' } })
  exchange(a, b)
  expect(read(a).conflicts).toEqual({ '/mood': expect.arrayContaining(['glad', 'sad']) as unknown })
  return [a, b]
}
const write = ({ state }: Replica, patch: unknown): void => {
  state.update(access, { schemaUri: URI, id: 'm', patch })
}
const read = ({ state }: Replica): StateObject => state.get({ schemaUri: URI, id: 'm' })
const exchange = (a: Replica, b: Replica): void => {
  a.integrate(b.outgoing())
  b.integrate(a.outgoing())
}

it.each([
  ['$set', (mood: unknown) => ({ $set: { mood } })],
  ['a JSON Patch', (mood: unknown) => [{ op: 'replace', path: '/mood', value: mood }]],
])(
  'concurrent values are settled by writing the one that is shown, with %s, on every replica',
  (_, patch) => {
    const [a, b] = inConflict()
    const { mood } = read(a).object
    write(a, patch(mood))
    exchange(a, b)
    for (const replica of [a, b]) {
      expect(read(replica).object).toMatchObject({ mood })
      expect(read(replica).conflicts).toBeUndefined()
      expect(replica.check().differences).toEqual([])
    }
  },
)

it('they stay where something else is written', () => {
  const [a, b] = inConflict()
  write(a, { $set: { other: 'x' } })
  exchange(a, b)
  for (const replica of [a, b]) {
    expect(read(replica).conflicts).toBeDefined()
    expect(replica.check().differences).toEqual([])
  }
})
