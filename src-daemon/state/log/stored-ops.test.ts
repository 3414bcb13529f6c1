import { encode } from '@ipld/dag-cbor'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, NOTE, noteAccess, noteSchema } from '../testing.ts'
import { createStatements } from '../base/statements.ts'
import { encodeOps } from './codec.ts'
import { sha256 } from '../../platform/sha256.ts'
import { openReplicas, type Replica } from '../objects/replicas.testing.ts'
import { createOpsStore } from './stored-ops.ts'

let a: Replica
let b: Replica
beforeEach(() => {
  const [first, second] = openReplicas(2)
  if (first === undefined || second === undefined) throw new Error('no replicas')
  a = first
  b = second
})
afterEach(() => {
  a.close()
  b.close()
})

const storedOf = ({ engine }: Replica): Buffer[] =>
  engine.db.prepare('SELECT ops FROM changes ORDER BY position').pluck().all() as Buffer[]
const namesOf = ({ engine }: Replica): string[] => {
  const kept = engine.db
    .prepare('SELECT names FROM log_names JOIN state_schemas s ON s.id = schema WHERE schema_uri = ?')
    .pluck()
    .get(NOTE)
  return typeof kept === 'string' ? (JSON.parse(kept) as string[]) : []
}

describe('what creates an object', () => {
  it('takes less room than what was hashed, which other replicas get and keep as little of', () => {
    const id = a.create({ title: 'Milk', place: { city: 'Ulm', zip: '89073' }, extra: { own: 1 } })
    const [change] = a.outgoing()
    const [stored] = storedOf(a)
    const ops = change?.ops ?? null
    if (change === undefined || ops === null || stored === undefined) throw new Error('no change')
    expect(sha256(ops)).toEqual(Buffer.from(change.opsHash))
    expect(stored.length).toBeLessThan(ops.length / 2)
    expect(stored.includes('city')).toBe(false)
    expect(stored.includes('own')).toBe(true)
    expect(namesOf(a)).not.toContain('own')

    b.integrate([change])
    expect(b.get(id).object).toEqual(a.get(id).object)
    expect(storedOf(b)).toEqual([stored])
    expect(b.outgoing()).toEqual(a.outgoing())
    expect([a.check().ok, b.check().ok]).toEqual([true, true])
  })

  it('of others keeps the bytes that were hashed, where ours would be different ones', () => {
    const place = { schema: 1, objectId: 'x' }
    const object = { id: 'x', title: 'Milk', rating: 3 }
    const plain = encodeOps([{ op: 'create', object }])
    // 3 as a double: the same number, but other bytes.
    const at = plain.indexOf(Buffer.from([...Buffer.from('rating'), 3])) + 'rating'.length
    const others = Buffer.concat([
      plain.subarray(0, at),
      encode(3.5).fill(0, 3).fill(8, 2, 3),
      plain.subarray(at + 1),
    ])
    const opsStore = createOpsStore(createStatements(a.engine.db))
    expect(opsStore.keep(place, [{ op: 'create', object }], others, false)).toBe(others)
    expect(opsStore.keep(place, [{ op: 'create', object }], plain, false).length).toBeLessThan(plain.length)
  })

  it('that is damaged is said to be', () => {
    const id = a.create({ title: 'Milk' })
    a.engine.db.prepare('UPDATE changes SET ops = substr(ops, 1, 9)').run()
    expect(failureOf(() => a.engine.log.ofObject(1, id)).code).toBe('change_content_damaged')
  })
})

describe('names', () => {
  it('are given once, and are the same after a restart', () => {
    a.create({ title: 'Milk' })
    const names = namesOf(a)
    expect(names).toEqual(expect.arrayContaining(['id', 'title', 'zip']))
    a.restart()
    const id = a.create({ title: 'Bread', place: { zip: '1' } })
    expect(namesOf(a)).toEqual(names)
    expect(a.engine.log.ofObject(1, id)[0]?.ops).toMatchObject([{ object: { place: { zip: '1' } } }])
    expect(a.check().ok).toBe(true)
  })

  it('that were given in a transaction that is undone are given again', () => {
    const { db } = a.engine
    const undone = db.transaction(() => {
      a.create({ title: 'Milk' })
      throw new Error('undone')
    })
    expect(() => undone()).toThrow('undone')
    expect(namesOf(a)).toEqual([])
    const id = a.create({ title: 'Bread' })
    expect(namesOf(a)).toContain('title')
    a.restart()
    expect(a.engine.log.ofObject(1, id)[0]?.ops).toMatchObject([{ object: { title: 'Bread' } }])
    expect(a.check().ok).toBe(true)
  })

  it('go with the schema', () => {
    a.create({ title: 'Milk' })
    a.state.purgeOwner(noteAccess.owner)
    expect(a.engine.db.prepare('SELECT count(*) FROM log_names').pluck().get()).toBe(0)
    const { owner, scope } = noteAccess
    a.state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
    const id = a.create({ title: 'Bread' })
    expect(a.engine.log.ofObject(1, id)[0]?.ops).toMatchObject([{ object: { title: 'Bread' } }])
  })
})
