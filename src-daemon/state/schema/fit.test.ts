import { afterEach, expect, it } from 'vitest'
import { openReplicas, type Replica } from '../objects/replicas.testing.ts'
import { noteAccess } from '../testing.ts'
import type { StateObject } from '../../contract/state.ts'

const opened: Replica[] = []
afterEach(() => {
  for (const replica of opened.splice(0)) replica.close()
})

const URI = 'did:nuwa:state:trip#v1'
const access = { ...noteAccess, owner: 'did:nuwa:cap:trip', scope: 'sc:trip' }
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: URI,
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string', maxLength: 10 },
    places: { type: 'array', items: { type: 'string' }, maxItems: 2, 'x-crdt': 'grow_only_set' },
    plan: { type: 'string', maxLength: 12, 'x-crdt': 'rga_text' },
  },
}

const update = ({ state }: Replica, patch: unknown): void => {
  state.update(access, { schemaUri: URI, id: 't', patch })
}
const read = ({ state }: Replica): StateObject => state.get({ schemaUri: URI, id: 't' })

/** Two replicas of an object with one place too many and too long a plan, which no single write could have caused. */
const broken = (): [Replica, Replica] => {
  const [a, b] = openReplicas(2)
  if (a === undefined || b === undefined) throw new Error('no replicas')
  opened.push(a, b)
  for (const { state } of [a, b])
    state.registerSchema({ owner: access.owner, scope: access.scope, title: 'Trip', schema })
  a.state.create(access, { schemaUri: URI, object: { id: 't', places: ['Rome'], plan: 'walk ' } })
  b.integrate(a.outgoing())
  update(a, { $set: { places: ['Rome', 'Oslo'], plan: 'walk a lot' } })
  update(b, { $set: { places: ['Rome', 'Kyiv'], plan: 'walk more' } })
  exchange(a, b)
  expect(read(a).invalid).toContain('/places')
  expect(read(a).invalid).toContain('/plan')
  return [a, b]
}
const exchange = (a: Replica, b: Replica): void => {
  a.integrate(b.outgoing())
  b.integrate(a.outgoing())
  for (const replica of [a, b]) expect(replica.check().differences).toEqual([])
  expect(read(a)).toEqual(read(b))
}

it('a violation by a merge does not prevent writing the rest, and stays marked', () => {
  const [a, b] = broken()
  const before = read(a).invalid
  update(a, { $set: { title: 'South' } })
  expect(read(a)).toMatchObject({ object: { title: 'South' }, invalid: before })
  exchange(a, b)
})

it('is repaired step by step, and a repaired field may not break again', () => {
  const [a, b] = broken()
  update(a, { $set: { plan: 'walk' } })
  expect(read(a).invalid).toContain('/places')
  expect(read(a).invalid).not.toContain('/plan')
  exchange(a, b)
  expect(() => {
    update(b, { $set: { plan: 'walk until evening' } })
  }).toThrow(expect.objectContaining({ code: 'validation_failed' }))
})

it('nothing more may be broken', () => {
  const [a] = broken()
  const before = read(a)
  expect(() => {
    update(a, { $set: { title: 'much too long a title' } })
  }).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  expect(read(a)).toEqual(before)
})
