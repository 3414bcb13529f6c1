import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeOps } from '../log/codec.ts'
import {
  failureOf,
  NOTE,
  noteAccess,
  noteSchema,
  openTestState,
  OWNER,
  rejectionOf,
  plainState,
  type TestState,
} from '../testing.ts'
import { createMerkleTree } from './merkle.ts'
import type { Anchor, InclusionProof, ObjectProof, Seal } from '../../contract/state-proofs.ts'

let test: TestState
beforeEach(() => {
  test = openTestState()
})
afterEach(() => {
  test.close()
})

const KEY = { owner: noteAccess.owner, scope: noteAccess.scope }
const set = (id: string, title: string): string =>
  test.state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title } } }).change.hash
const versionOf = (id: string): string => test.state.get({ schemaUri: NOTE, id }).version
/** Hashes of all changes in order of arrival, from the database. */
const hashes = (): string[] =>
  (test.db.prepare('SELECT hash FROM changes ORDER BY position').pluck().all() as Buffer[]).map((hash) =>
    hash.toString('hex'),
  )
/** Indexes of the proven changes: the number of leaves before each. */
const indexesOf = ({ changes }: InclusionProof | ObjectProof): number[] =>
  changes.map(({ before }) => before.reduce((sum, { leaves }) => sum + leaves, 0))
const sealOf = ({ number, at, previous, hash }: Anchor): Seal => ({ number, at, previous, hash })
const isGood = (proof: unknown, expected?: string): boolean => test.state.proofs.verify(proof, expected).ok

describe('a snapshot', () => {
  it('is the RFC 6962 root over the hashes of the changes, in order of arrival', () => {
    const ids = [test.create({}), test.create({})]
    for (const id of ids) set(id, 'new')
    const tree = createMerkleTree()
    for (const hash of hashes()) tree.append(Buffer.from(hash, 'hex'))
    const { digest, clock, ...snapshot } = test.state.proofs.snapshot(KEY)
    expect(snapshot).toEqual({
      owner: OWNER,
      space: KEY.owner,
      scope: KEY.scope,
      root: tree.root(4).toString('hex'),
      size: 4,
    })
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(clock).toBe(
      test.db
        .prepare("SELECT printf('%012x-%04x', ms, counter) FROM changes ORDER BY position DESC")
        .pluck()
        .get(),
    )
  })

  it('follows what is written, also after what was undone', () => {
    const id = test.create({})
    const first = test.state.proofs.snapshot(KEY)
    expect(() =>
      test.db.transaction(() => {
        set(id, 'undone')
        expect(test.state.proofs.snapshot(KEY).size).toBe(2)
        throw new Error('undo')
      })(),
    ).toThrow('undo')
    expect(test.state.proofs.snapshot(KEY)).toEqual(first)
    set(id, 'done')
    const reopened = plainState({ db: test.db })
    expect(test.state.proofs.snapshot(KEY)).toEqual(reopened.proofs.snapshot(KEY))
  })

  it('of a scope there is not is refused', () => {
    expect(failureOf(() => test.state.proofs.snapshot({ ...KEY, scope: 'sc:none' })).code).toBe(
      'scope_unknown',
    )
  })
})

describe('a proof of a change', () => {
  it('is under the last anchor that has it, else under the scope as it is', async () => {
    const id = test.create({})
    const early = versionOf(id)
    await test.state.proofs.anchor(KEY)
    set(id, 'two')
    const anchor = await test.state.proofs.anchor(KEY)
    const late = set(id, 'three')
    const proof = await test.state.proofs.inclusion({ change: early })
    expect(proof).toMatchObject({ anchor: sealOf(anchor), snapshot: { size: 2, root: anchor.root } })
    expect(indexesOf(proof)).toEqual([0])
    expect(isGood(proof, anchor.hash)).toBe(true)
    expect(isGood(proof, anchor.root)).toBe(true)
    expect(isGood(proof, '0'.repeat(64))).toBe(false)
    const unanchored = await test.state.proofs.inclusion({ change: late })
    expect(unanchored).toMatchObject({ anchor: null, snapshot: test.state.proofs.snapshot(KEY) })
    expect(indexesOf(unanchored)).toEqual([2])
    expect(isGood(unanchored)).toBe(true)
  })

  it('can be had for every change of a scope, under every anchor', async () => {
    const id = test.create({})
    for (let n = 1; n < 12; n += 1) {
      set(id, String(n))
      if (n % 4 === 0) await test.state.proofs.anchor(KEY)
    }
    for (const change of hashes()) expect(isGood(await test.state.proofs.inclusion({ change }))).toBe(true)
  })

  it('still holds when the content is purged, and when the object is deleted for good', async () => {
    const id = test.create({ body: 'a secret' })
    const change = versionOf(id)
    const anchor = await test.state.proofs.anchor(KEY)
    const before = await test.state.proofs.inclusion({ change })
    test.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
    const after = await test.state.proofs.inclusion({ change })
    expect(after).toEqual({ ...before, changes: before.changes.map((one) => ({ ...one, ops: null })) })
    expect(Buffer.from(before.changes[0]?.ops ?? '', 'hex').toString()).toContain('a secret')
    expect(JSON.stringify(after)).not.toContain(Buffer.from('a secret').toString('base64').slice(0, 8))
    expect(isGood(before, anchor.hash)).toBe(true)
    expect(isGood(after, anchor.hash)).toBe(true)
    expect(test.state.proofs.verify(after).steps.map(({ step }) => step)).toContain('ops_purged')
    const object = await test.state.proofs.object({ schemaUri: NOTE, id })
    expect(object.changes.map(({ ops }) => ops === null)).toEqual([true, false])
    expect(isGood(object)).toBe(true)
  })

  it('is not to be had of a change there is not', async () => {
    for (const change of ['ab'.repeat(32), '', 'x'])
      expect((await rejectionOf(test.state.proofs.inclusion({ change }))).code).toBe('change_unknown')
  })

  it('is not handed out when the database was changed', async () => {
    const id = test.create({})
    const change = set(id, 'two')
    const other = encodeOps([{ op: 'set', path: ['title'], value: 'forged' }])
    test.db.prepare('UPDATE changes SET ops = ? WHERE position = 2').run(other)
    expect((await rejectionOf(test.state.proofs.inclusion({ change }))).code).toBe('proof_log_changed')
  })
})

describe('a proof of an object', () => {
  it('has all its changes, and no others, with the version a query gives', async () => {
    const [id, other] = [test.create({}), test.create({})]
    set(id, 'a')
    set(other, 'b')
    await test.state.proofs.anchor(KEY)
    const proof = await test.state.proofs.object({ schemaUri: NOTE, id })
    const { items } = await test.state.query(noteAccess, { from: NOTE, where: { id } })
    expect(proof.object).toEqual({ schemaUri: NOTE, id, version: items[0]?.version })
    expect(indexesOf(proof)).toEqual([0, 2])
    expect(proof.anchor?.number).toBe(1)
    expect(proof.snapshot.size).toBe(4)
    expect(isGood(proof)).toBe(true)
    set(id, 'c')
    expect((await test.state.proofs.object({ schemaUri: NOTE, id })).anchor).toBeNull()
    const { code } = await rejectionOf(test.state.proofs.object({ schemaUri: NOTE, id: 'none' }))
    expect(code).toBe('not_found')
  })

  it('does not hold for another object, another version, or a change told twice', async () => {
    const [id, other] = [test.create({}), test.create({})]
    const proof = await test.state.proofs.object({ schemaUri: NOTE, id })
    const theirs = await test.state.proofs.object({ schemaUri: NOTE, id: other })
    expect(isGood(proof)).toBe(true)
    expect(isGood({ ...proof, object: theirs.object })).toBe(false)
    expect(isGood({ ...proof, object: { ...proof.object, version: theirs.object.version } })).toBe(false)
    expect(isGood({ ...proof, changes: [...proof.changes, ...theirs.changes] })).toBe(false)
    expect(isGood({ ...proof, changes: [...proof.changes, ...proof.changes] })).toBe(false)
  })
})

describe('a proof of consistency', () => {
  it('shows that a scope begins with what was anchored, from any size to now', async () => {
    const id = test.create({})
    for (let n = 1; n < 9; n += 1) set(id, String(n))
    const anchor = await test.state.proofs.anchor(KEY)
    set(id, 'later')
    for (let fromSize = 1; fromSize <= 10; fromSize += 1)
      expect(isGood(await test.state.proofs.consistency({ ...KEY, fromSize }))).toBe(true)
    const proof = await test.state.proofs.consistency({ ...KEY, fromSize: 9 })
    expect(proof.earlier.snapshot.digest).toBe(anchor.digest)
    const { code } = await rejectionOf(test.state.proofs.consistency({ ...KEY, fromSize: 11 }))
    expect(code).toBe('scope_unknown')
  })

  it('is refused for a scope that is no longer what was anchored', async () => {
    const id = test.create({})
    set(id, 'a')
    await test.state.proofs.anchor(KEY)
    test.state.purgeOwner(KEY.owner)
    test.state.registerSchema({ ...KEY, title: 'Note', schema: noteSchema })
    const fresh = test.create({})
    const change = set(fresh, 'b')
    const { code } = await rejectionOf(test.state.proofs.consistency({ ...KEY, fromSize: 2 }))
    expect(code).toBe('proof_log_changed')
    const proof = await test.state.proofs.inclusion({ change })
    expect(proof.anchor).toBeNull()
    expect(indexesOf(proof)).toEqual([1])
    expect(await test.state.proofs.anchors(KEY)).toHaveLength(1)
  })
})

it('lists anchors of all scopes, or of one', async () => {
  test.create({})
  test.state.ensureCoreModels({ language: 'en' })
  const [core] = test.state.scopes().filter(({ owner }) => owner === 'core')
  const [a, b] = [
    await test.state.proofs.anchor(KEY),
    await test.state.proofs.anchor({ owner: 'core', scope: core?.scope ?? '' }),
  ]
  expect(await test.state.proofs.anchors()).toEqual([a, b])
  expect(await test.state.proofs.anchors(KEY)).toEqual([a])
})
