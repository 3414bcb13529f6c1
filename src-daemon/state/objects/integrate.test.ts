import { afterEach, describe, expect, it } from 'vitest'
import { failureOf, NOTE, noteAccess } from '../testing.ts'
import { openReplicas, type Replica } from './replicas.testing.ts'
import { encodeOps, headerBytes } from '../log/codec.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { IncomingChange, Op } from '../log/types.ts'

const opened: Replica[] = []
const replicas = (count: number): Replica[] => {
  const all = openReplicas(count)
  opened.push(...all)
  return all
}
afterEach(() => {
  for (const replica of opened.splice(0)) replica.close()
})
const two = (): [Replica, Replica] => {
  const [a, b] = replicas(2)
  if (a === undefined || b === undefined) throw new Error('no replicas')
  return [a, b]
}
const exchange = (a: Replica, b: Replica): void => {
  a.integrate(b.outgoing())
  b.integrate(a.outgoing())
}
const edit = (replica: Replica, id: string, patch: unknown): void => {
  replica.update(id, patch)
}

describe('changes of another replica', () => {
  it('merge field by field, and both replicas end the same', () => {
    const [a, b] = two()
    const id = a.create({ title: 'Milk', stars: 1, tags: ['a'], done: false, place: { city: 'Rome' } })
    exchange(a, b)
    edit(a, id, { $set: { title: 'Bread', 'place.zip': '1' }, $inc: { stars: 2 }, $addToSet: { tags: 'x' } })
    edit(b, id, { $set: { done: true, 'place.city': 'Oslo' }, $inc: { stars: 5 }, $addToSet: { tags: 'y' } })
    exchange(a, b)
    expect(a.get(id).object).toMatchObject({
      title: 'Bread',
      stars: 8,
      tags: ['a', 'x', 'y'],
      done: true,
      place: { city: 'Oslo', zip: '1' },
    })
    expect(a.dump()).toEqual(b.dump())
    expect(a.check().differences).toEqual([])
    expect(b.check().differences).toEqual([])
  })

  it('merge texts by characters', () => {
    const [a, b] = two()
    const id = a.create({ title: 't', body: 'one two three' })
    exchange(a, b)
    edit(a, id, { $set: { body: 'ONE two three' } })
    edit(b, id, { $set: { body: 'one two four' } })
    edit(b, id, { $set: { body: 'one two five' } })
    exchange(a, b)
    expect(a.get(id).object['body']).toBe('ONE two five')
    expect(a.dump()).toEqual(b.dump())
    edit(a, id, { $set: { body: 'ONE two five!' } })
    exchange(a, b)
    expect(b.get(id).object['body']).toBe('ONE two five!')
    expect(a.check().ok && b.check().ok).toBe(true)
  })

  it('leave the concurrent values of what they do not write to', () => {
    const [a, b] = two()
    const schemaUri = 'did:nuwa:cap:note:state:Both#v1'
    const properties = { both: { 'x-crdt': 'mv_register' }, title: { type: 'string' } }
    const schema = { $id: schemaUri, type: 'object', properties }
    for (const { state } of [a, b])
      state.registerSchema({ owner: noteAccess.owner, scope: 'sc:note', title: 'Both', schema })
    const { id } = a.state.create(noteAccess, { schemaUri, object: { title: 't', both: 'x' } }).object
    const write = ({ state }: Replica, $set: object): void =>
      void state.update(noteAccess, { schemaUri, id, patch: { $set } })
    exchange(a, b)
    write(a, { both: 'a' })
    write(b, { both: 'b' })
    exchange(a, b)
    const conflicts = { '/both': ['a', 'b'] }
    expect(a.state.get({ schemaUri, id }).conflicts).toEqual(conflicts)
    write(b, { title: 'later' })
    a.integrate(b.outgoing())
    expect(a.state.get({ schemaUri, id })).toMatchObject({ object: { title: 'later' }, conflicts })
    expect(a.check().differences).toEqual([])
  })

  it('have seen what their replica saw before, whatever they say', () => {
    const [a, b, c] = replicas(3)
    if (a === undefined || b === undefined || c === undefined) throw new Error('no replicas')
    const id = b.create({ title: '1' })
    edit(b, id, { $set: { title: '2' } })
    a.integrate(b.outgoing())
    edit(a, id, { $set: { title: 'a' } })
    edit(a, id, { $set: { title: 'b' } })
    const all = a.outgoing()
    const last = all.at(-1)
    if (last === undefined) throw new Error('no changes')
    const forgetful = rehashed({ ...last, seen: { [b.engine.log.actor]: 1 } })
    expect(c.integrate([...all.slice(0, -1), forgetful])).toMatchObject({ applied: 4 })
    const log = c.engine.log.find(noteAccess) ?? 0
    const saw = () =>
      c.engine.log.saw({ log, actor: a.engine.log.actor, seq: 2 }, { actor: b.engine.log.actor, seq: 2 })
    expect(saw()).toBe(true)
    c.restart()
    expect(saw()).toBe(true)
  })

  it('count as known when they come again, and change nothing', () => {
    const [a, b] = two()
    const id = a.create({ title: 't' })
    edit(a, id, { $set: { title: 'x' } })
    expect(b.integrate(a.outgoing())).toMatchObject({ applied: 2, known: 0, waiting: 0, objects: 1 })
    const before = b.dump()
    expect(b.integrate(a.outgoing())).toMatchObject({ applied: 0, known: 2, waiting: 0, objects: 0 })
    expect(b.dump()).toEqual(before)
  })

  it('wait for what their writer had seen, through a restart too', () => {
    const [a, b, c] = replicas(3)
    if (a === undefined || b === undefined || c === undefined) throw new Error('no replicas')
    const id = a.create({ title: 't' })
    b.integrate(a.outgoing())
    edit(b, id, { $set: { title: 'b' } })
    edit(b, id, { $set: { title: 'b2' } })
    const [fromB, later] = b.outgoing().filter(({ actor }) => actor === b.engine.log.actor)
    if (fromB === undefined || later === undefined) throw new Error('no changes')
    expect(c.integrate([later])).toMatchObject({ applied: 0, waiting: 1 })
    expect(c.integrate([fromB])).toMatchObject({ applied: 0, waiting: 1 })
    expect(failureOf(() => c.get(id)).code).toBe('not_found')
    c.restart()
    expect(c.integrate(a.outgoing())).toMatchObject({ applied: 3, waiting: 0 })
    expect(c.dump()).toEqual(b.dump())
    expect(c.engine.db.prepare('SELECT count(*) FROM pending_changes').pluck().get()).toBe(0)
  })

  it('that waited and do not follow what came before them go, and later ones come in', () => {
    const [a, b] = two()
    const id = a.create({ title: '1' })
    for (const title of ['2', '3', '4']) edit(a, id, { $set: { title } })
    const [first, second, third, fourth] = a.outgoing()
    if (first === undefined || second === undefined || third === undefined || fourth === undefined)
      throw new Error('no changes')
    const other = rehashed({ ...third, previous: first.hash })
    const ops = encodeOps([{ op: 'add', path: ['body'], by: 1 }])
    const unfit = rehashed({ ...third, ops, opsHash: sha256(ops) })
    expect(b.integrate([other, unfit])).toMatchObject({ applied: 0, waiting: 2 })
    expect(b.integrate([first, second])).toMatchObject({ applied: 2, waiting: 0 })
    expect(b.reported.map(({ code }) => code)).toEqual(['change_set_invalid', 'change_set_invalid'])
    expect(b.engine.db.prepare('SELECT count(*) FROM pending_changes').pluck().get()).toBe(0)
    // A file that contains it is refused.
    expect(failureOf(() => b.integrate([other])).code).toBe('change_set_invalid')
    expect(b.integrate([third, fourth])).toMatchObject({ applied: 2, waiting: 0 })
    expect(b.dump()).toEqual(a.dump())
  })

  it('wait for their schema, and come in when it is registered', () => {
    const [a, b] = two()
    const uri = 'did:nuwa:cap:note:state:Mark#v1'
    const schema = { $id: uri, type: 'object', properties: { a: { type: 'string' } } }
    const register = { owner: noteAccess.owner, scope: 'sc:note', title: 'Mark', schema }
    a.state.registerSchema(register)
    const { object } = a.state.create(noteAccess, { schemaUri: uri, object: { a: 'x' } })
    expect(b.integrate(a.outgoing())).toMatchObject({ applied: 0, waiting: 1 })
    b.state.registerSchema(register)
    expect(b.state.get({ schemaUri: uri, id: object.id }).object).toEqual(object.object)
  })

  it('are refused when anything of them was altered, and none is taken in', () => {
    const [a, b] = two()
    const id = a.create({ title: 'Milk' })
    edit(a, id, { $set: { title: 'Bread' } })
    const [made, edited] = a.outgoing()
    if (made === undefined || edited === undefined) throw new Error('no changes')
    const altered: Partial<IncomingChange>[] = [
      { clock: 'ffffffffffff-0000' },
      { object: 'other' },
      { kind: 'delete' },
      { ops: made.ops },
      { origin: { kind: 'owner', via: 'cli' } },
      { previous: null },
      { seq: 3 },
      { seen: { x: 1 } },
    ]
    for (const change of altered)
      expect(failureOf(() => b.integrate([made, { ...edited, ...change }])).code).toBe('change_set_invalid')
    for (const change of [{ previous: null }, { seen: { [edited.actor]: 1 } }])
      expect(failureOf(() => b.integrate([made, rehashed({ ...edited, ...change })])).code).toBe(
        'change_set_invalid',
      )
    expect(b.outgoing()).toEqual([])
    expect(b.dump()).toEqual([])
  })

  it('wait if they name another owner’s schema, and none is applied', () => {
    const [a, b] = two()
    a.create({ title: 'Milk' })
    const theirs = a.outgoing().map((change) => rehashed({ ...change, space: 'did:nuwa:cap:other' }))
    expect(b.integrate(theirs)).toMatchObject({ applied: 0, waiting: 1, logs: [] })
    expect(b.outgoing()).toEqual([])
  })

  it('are refused where the scope has no room for them, and none is taken in', () => {
    const [a, b] = two()
    a.create({ title: 'Milk', body: 'x'.repeat(5000) })
    b.create({ title: 'here' })
    const { owner, scope } = noteAccess
    b.state.lifecycle.setLimit({ owner, scope, limit: 4000 })
    const before = b.dump()
    expect(failureOf(() => b.integrate(a.outgoing())).code).toBe('quota_exceeded')
    expect(b.dump()).toEqual(before)
    b.state.lifecycle.setLimit({ owner, scope, limit: 40_000 })
    expect(b.integrate(a.outgoing())).toMatchObject({ applied: 1 })
  })

  it('are refused when they delete for good in passing, which would not be remembered', () => {
    const [a, b] = two()
    const id = a.create({ title: 'Milk' })
    edit(a, id, { $set: { title: 'Bread' } })
    const [made, edited] = a.outgoing()
    if (made === undefined || edited === undefined) throw new Error('no changes')
    const hard: Op = { op: 'delete', mode: 'hard' }
    const said: Partial<IncomingChange>[] = [
      { ops: encodeOps([hard]) },
      { kind: 'delete', ops: encodeOps([{ op: 'set', path: ['title'], value: 'x' }, hard]) },
    ]
    for (const change of said) {
      const altered = { ...edited, ...change }
      const hashed = rehashed({ ...altered, opsHash: sha256(altered.ops ?? '') })
      expect(failureOf(() => b.integrate([made, hashed])).code).toBe('change_set_invalid')
    }
    const gone = rehashed({
      ...edited,
      kind: 'delete',
      ops: encodeOps([hard]),
      opsHash: sha256(encodeOps([hard])),
    })
    expect(b.integrate([made, gone])).toMatchObject({ applied: 2 })
  })

  it('are refused if they contain an operation that a field’s rule does not know', () => {
    const [a, b] = two()
    const id = a.create({ title: 'Milk', body: 'text' })
    edit(a, id, { $set: { title: 'Bread' } })
    const [made, edited] = a.outgoing()
    if (made === undefined || edited === undefined) throw new Error('no changes')
    const unfit: Op[] = [
      { op: 'add', path: ['body'], by: 1 },
      { op: 'append', path: ['tags'], entries: [] },
      { op: 'edit', path: ['title'], on: 'x', change: new Uint8Array() },
    ]
    for (const op of unfit) {
      const ops = encodeOps([op])
      const change = rehashed({ ...edited, ops, opsHash: sha256(ops) })
      expect(failureOf(() => b.integrate([made, change])).code).toBe('change_set_invalid')
    }
  })

  it('are both kept when a replica has said two things under one number', () => {
    const [a, b] = two()
    const id = a.create({ title: 'Milk' })
    edit(a, id, { $set: { title: 'Bread' } })
    b.integrate(a.outgoing())
    const [made] = a.outgoing()
    if (made === undefined) throw new Error('no changes')
    const other = rehashed({ ...made, clock: '0199b7c7e0e9-0001' })
    expect(b.integrate([other])).toMatchObject({ applied: 1, waiting: 0 })
    expect(b.integrate([other])).toMatchObject({ applied: 0, known: 1 })
    expect(b.outgoing()).toHaveLength(3)
    expect(b.check().ok).toBe(true)
  })

  it('are refused if the change they name as their predecessor is another one', () => {
    const [a, b] = two()
    const id = a.create({ title: 'Milk' })
    for (const title of ['Bread', 'Cheese']) edit(a, id, { $set: { title } })
    const [first, second, third] = a.outgoing()
    if (first === undefined || second === undefined || third === undefined) throw new Error('no changes')
    b.create({ title: 'of another writer' })
    const [others] = b.outgoing()
    b.integrate([first, second])
    for (const previous of [first.hash, others?.hash ?? null, null]) {
      const broken = rehashed({ ...third, previous })
      expect(failureOf(() => b.integrate([broken])).code).toBe('change_set_invalid')
    }
    expect(b.integrate([third])).toMatchObject({ applied: 1 })
  })

  it('are refused when their writer has the name of a branch', () => {
    const [a, b] = two()
    a.create({ title: 'Milk' })
    const named = a.outgoing().map((change) => rehashed({ ...change, actor: `${change.actor}~0123` }))
    expect(failureOf(() => b.integrate(named)).code).toBe('change_set_invalid')
  })

  it('of another person are refused; those before a rotated key are vouched for by what follows', () => {
    const [a, b] = two()
    a.create({ title: 'old key' })
    const mine = a.outgoing()
    b.did = 'did:key:zNew'
    expect(failureOf(() => b.integrate(mine)).code).toBe('change_set_other_owner')
    a.did = 'did:key:zNew'
    a.create({ title: 'new key' })
    expect(b.integrate(a.outgoing())).toMatchObject({ applied: 2 })
  })

  it('that break the schema together are kept, and say so', () => {
    const [a, b] = two()
    const uri = 'did:nuwa:cap:note:state:Pair#v1'
    const schema = {
      $id: uri,
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      not: { required: ['a', 'b'] },
    }
    for (const { state } of [a, b])
      state.registerSchema({ owner: noteAccess.owner, scope: 'sc:note', title: 'Pair', schema })
    const { id } = a.state.create(noteAccess, { schemaUri: uri, object: {} }).object
    exchange(a, b)
    a.state.update(noteAccess, { schemaUri: uri, id, patch: { $set: { a: 'x' } } })
    b.state.update(noteAccess, { schemaUri: uri, id, patch: { $set: { b: 'y' } } })
    expect(a.integrate(b.outgoing())).toMatchObject({ invalid: 1 })
    b.integrate(a.outgoing())
    const merged = a.state.get({ schemaUri: uri, id })
    expect(merged.object).toMatchObject({ a: 'x', b: 'y' })
    expect(merged.invalid).toContain('must NOT be valid')
    expect(b.state.get({ schemaUri: uri, id })).toEqual(merged)
    a.state.update(noteAccess, { schemaUri: uri, id, patch: { $unset: ['a'] } })
    expect(a.state.get({ schemaUri: uri, id }).invalid).toBeUndefined()
  })

  it('bring back no content of an object deleted for good, and their hashes are kept', () => {
    const [a, b] = two()
    const id = a.create({ title: 'secret' })
    exchange(a, b)
    edit(b, id, { $set: { body: 'xyzzy' } })
    a.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
    a.integrate(b.outgoing())
    expect(failureOf(() => a.get(id)).code).toBe('not_found')
    expect(
      a.engine.db.prepare("SELECT count(*) FROM changes WHERE instr(ops, 'xyzzy') > 0").pluck().get(),
    ).toBe(0)
    b.integrate(a.outgoing())
    expect(failureOf(() => b.get(id)).code).toBe('not_found')
    expect(
      b.engine.db.prepare("SELECT count(*) FROM changes WHERE instr(ops, 'xyzzy') > 0").pluck().get(),
    ).toBe(0)
    expect(failureOf(() => a.create({ id, title: 'again' })).code).toBe('validation_failed')
    const hashes = (replica: Replica) =>
      replica.outgoing().map(({ hash }) => Buffer.from(hash).toString('hex'))
    expect(hashes(b).sort()).toEqual(hashes(a).sort())
  })

  it('revive what was deleted softly at the same time', () => {
    const [a, b] = two()
    const id = a.create({ title: 'kept' })
    exchange(a, b)
    a.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'soft' })
    edit(b, id, { $set: { body: 'still needed' } })
    exchange(a, b)
    expect(a.get(id).object).toMatchObject({ title: 'kept', body: 'still needed' })
    expect(a.dump()).toEqual(b.dump())
  })

  it('make one object of each core model that two first runs made', () => {
    const [a, b] = two()
    a.state.ensureCoreModels({ language: 'zh' })
    b.tick(10)
    b.state.ensureCoreModels({ language: 'en' })
    exchange(a, b)
    expect(a.dump()).toEqual(b.dump())
    const objects = a.dump()
    expect(objects).toHaveLength(3)
    expect(objects.every(({ conflicts, invalid }) => conflicts === null && invalid === null)).toBe(true)
  })
})

const rehashed = (change: IncomingChange): IncomingChange => ({
  ...change,
  hash: sha256(headerBytes(change)),
})
