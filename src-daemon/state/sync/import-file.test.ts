import { afterEach, describe, expect, it } from 'vitest'
import { failureOf, NOTE, noteAccess, openTestState, type TestState } from '../testing.ts'

const open: TestState[] = []
afterEach(() => {
  for (const test of open.splice(0)) test.close()
})
const device = (): TestState => {
  const test = openTestState()
  open.push(test)
  return test
}

const EXTRA = 'did:nuwa:cap:extra:state:Thing#v1'

/** Everything, in parts as an export writes them. */
const fileOf = ({ state }: TestState): Buffer => {
  const parts: Uint8Array[] = []
  for (let after: string | null = null; ;) {
    const part = state.sync.export({ scopes: null, since: null, after })
    parts.push(part.bytes)
    if (part.next === null) return Buffer.concat(parts)
    after = part.next
  }
}
const everything = ({ db, state }: TestState): unknown => ({
  vectors: state.sync.vectors(),
  scopes: state.scopes(),
  changes: db.prepare('SELECT count(*) FROM changes').pluck().get(),
  pending: db.prepare('SELECT count(*) FROM pending_changes').pluck().get(),
})

describe('the plan of an import', () => {
  it('says what the import then does, over all parts of a file, and changes nothing', () => {
    const [a, b] = [device(), device()]
    const shared = a.create({ title: 'Shared' })
    const gone = a.create({ title: 'Gone' })
    b.state.sync.import(fileOf(a))
    b.state.update(noteAccess, { schemaUri: NOTE, id: shared, patch: { $set: { title: 'Changed' } } })
    b.state.delete(noteAccess, { schemaUri: NOTE, id: gone, mode: 'soft' })
    const extra = { ...noteAccess, owner: 'did:nuwa:cap:extra', scope: 'sc:extra' }
    b.state.registerSchema({
      ...extra,
      title: 'Extra',
      schema: { $id: EXTRA, type: 'object', properties: { name: { type: 'string' } } },
    })
    const { id } = b.state.create(extra, { schemaUri: EXTRA, object: { name: 'New' } }).object
    // More than one part holds.
    for (let n = 0; n < 250; n++) b.create({ title: `Note ${String(n)}` })
    const file = fileOf(b)

    const before = everything(a)
    const heard: unknown[] = []
    a.state.onChange((change) => heard.push(change))
    const { touched, sender, ...plan } = a.state.sync.planImport(file)
    expect(everything(a)).toEqual(before)
    expect(heard).toEqual([])
    expect(b.state.sync.vectors()).toMatchObject({ owner: sender })
    expect(touched).toHaveLength(200)
    expect(touched).toContainEqual({
      schemaUri: NOTE,
      id: shared,
      title: 'Changed',
      outcome: 'changed',
      conflict: false,
      invalid: false,
    })
    expect(touched).toContainEqual(expect.objectContaining({ id: gone, title: 'Gone', outcome: 'deleted' }))
    expect(plan).toMatchObject({ applied: 253, known: 2, waiting: 0, objects: 253, schemas: [EXTRA] })
    expect(a.state.sync.planImport(file)).toEqual({ ...plan, touched, sender })

    expect(a.state.sync.import(file)).toEqual(plan)
    expect(heard).toHaveLength(253)
    expect(a.state.get({ schemaUri: EXTRA, id }).object).toMatchObject({ name: 'New' })
    expect(a.state.sync.planImport(file)).toMatchObject({ applied: 0, known: 255, touched: [] })
  })

  it('names new objects, and is refused where the import is', () => {
    const [a, b] = [device(), device()]
    const id = b.create({ title: 'First' })
    const file = fileOf(b)
    expect(a.state.sync.planImport(file).touched).toMatchObject([{ id, title: 'First', outcome: 'created' }])
    const broken = Buffer.concat([file, file.subarray(0, file.length - 3)])
    expect(failureOf(() => a.state.sync.planImport(broken)).code).toBe('change_set_invalid')
    expect(failureOf(() => a.state.sync.import(broken)).code).toBe('change_set_invalid')
    expect(a.state.scopes()[0]?.schemas[0]?.count).toBe(0)
  })
})
