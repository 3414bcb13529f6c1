import { afterEach, describe, expect, it } from 'vitest'
import { failureOf, NOTE, noteAccess, openTestState, plainState, type TestState } from '../testing.ts'
import { testOwner } from '../../identity/devices/testing.ts'
import { openDatabase } from '../../storage/index.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StateService } from '../types.ts'
import { decodeChangeSet, encodeChangeSet } from './change-set.ts'

const NEW_OWNER = testOwner('new')
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const open = (): TestState => {
  const test = openTestState()
  cleanups.push(test.close)
  return test
}

/** A replica where nothing is installed. */
const openBare = (): { state: StateService; count: (table: string) => number } => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-state-'))
  const db = openDatabase({ path: join(directory, 'state.db') })
  cleanups.push(() => {
    db.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    state: plainState({ db }),
    count: (table) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
  }
}

const all = ({ state }: { state: StateService }): Uint8Array =>
  state.sync.export({ scopes: null, since: null }).bytes

const schemaAt = (uri: string, properties: Record<string, unknown> = {}): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: uri,
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: 'string' }, ...properties },
  required: ['id'],
})

describe('a key that was rotated', () => {
  const under = ({ db }: TestState, did: string): StateService => plainState({ db, ownerDid: () => did })

  it('is followed by a device that has the new one, also where nothing was written since', () => {
    const [one, two] = [open(), open()]
    const id = one.create({ title: 'before' })
    const rotated = under(one, NEW_OWNER)
    const file = rotated.sync.export({ scopes: null, since: null }).bytes
    expect(failureOf(() => two.state.sync.import(file)).code).toBe('change_set_other_owner')
    const restored = under(two, NEW_OWNER)
    expect(restored.sync.import(file)).toMatchObject({ applied: 1 })
    expect(restored.get({ schemaUri: NOTE, id }).object).toMatchObject({ title: 'before' })
  })

  it('lets in what a device wrote that has not heard of it, where it was in use before', () => {
    const [one, two] = [open(), open()]
    one.create({ title: 'before' })
    const rotated = under(one, NEW_OWNER)
    const id = two.create({ title: 'under the old key' })
    expect(rotated.sync.import(all(two))).toMatchObject({ applied: 1 })
    expect(rotated.get({ schemaUri: NOTE, id }).object).toMatchObject({ title: 'under the old key' })
  })

  it('opens the door to no other key, whatever a file says of former ones', () => {
    const [one, two, stranger] = [open(), open(), open()]
    two.create({ title: 'of another person' })
    const claimed = under(two, NEW_OWNER).sync.export({ scopes: null, since: null }).bytes
    const rotated = under(one, NEW_OWNER)
    expect(rotated.sync.import(claimed)).toMatchObject({ applied: 1 })
    stranger.create({ title: 'more of theirs' })
    expect(failureOf(() => rotated.sync.import(all(stranger))).code).toBe('change_set_other_owner')
  })
})

describe('what was deleted for good', () => {
  it('stays so when an older copy that still has it comes back', () => {
    const one = open()
    const two = open()
    const id = one.create({ title: 'a secret', body: 'nobody may read this again' })
    const older = all(one)
    two.state.sync.import(older)
    one.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
    two.state.sync.import(all(one))
    // The other device's copy, and its own old file, in either order.
    for (const test of [one, two])
      for (const file of [older, all(two), older]) {
        test.state.sync.import(file)
        expect(failureOf(() => test.state.get({ schemaUri: NOTE, id })).code).toBe('not_found')
        expect(test.state.history.changes({ schemaUri: NOTE, id }).map(({ purged }) => purged)).toEqual([
          false,
          true,
        ])
        expect(test.db.prepare('SELECT count(*) FROM changes WHERE ops IS NOT NULL').pluck().get()).toBe(1)
      }
    // A replica that never knew of it gets the old copy last, or first: either way nothing of it remains.
    for (const files of [
      [all(one), older],
      [older, all(one)],
    ]) {
      const late = open()
      for (const file of files) late.state.sync.import(file)
      expect(failureOf(() => late.state.get({ schemaUri: NOTE, id })).code).toBe('not_found')
      expect(late.state.sync.check()).toMatchObject({ ok: true })
      expect(late.db.prepare('SELECT count(*) FROM changes WHERE ops IS NOT NULL').pluck().get()).toBe(1)
    }
  })
})

describe('a schema that a file brings', () => {
  it("is refused with the file where that is somebody else's, also where it has no changes", () => {
    const [from, to] = [openBare(), openBare()]
    const register = (state: StateService): void => {
      state.registerSchema({
        owner: 'did:nuwa:cap:list',
        scope: 'sc:list',
        title: 'List',
        schema: schemaAt('did:nuwa:state:list#v1'),
      })
    }
    register(from.state)
    const set = decodeChangeSet(all(from))
    const theirs = encodeChangeSet({ ...set, owner: 'did:key:zOther', changes: [] })
    expect(failureOf(() => to.state.sync.import(theirs)).code).toBe('change_set_other_owner')
    expect(to.count('state_schemas')).toBe(0)
  })

  it('is refused if its body is not the one pinned here, and nothing is written', () => {
    const uri = 'did:nuwa:state:list#v1'
    const from = openBare()
    const access = { owner: 'did:nuwa:cap:list', scope: 'sc:list', origin: noteAccess.origin }
    const registration = { owner: access.owner, scope: access.scope, title: 'List' }
    // A valid one comes before it.
    from.state.registerSchema({
      owner: 'did:nuwa:cap:another',
      scope: 'sc:another',
      title: 'Another',
      schema: schemaAt('did:nuwa:state:another#v1'),
    })
    from.state.registerSchema({ ...registration, schema: schemaAt(uri) })
    from.state.create(access, { schemaUri: uri, object: { title: 'x' } })
    const to = openBare()
    to.state.registerSchema({ ...registration, schema: schemaAt(uri, { more: { type: 'string' } }) })
    const before = ['state_schemas', 'state_logs', 'changes', 'pending_changes'].map(to.count)
    const error = failureOf(() => to.state.sync.import(all(from)))
    expect(error.code).toBe('schema_changed_without_version')
    expect(error.params).toMatchObject({ uri })
    expect(['state_schemas', 'state_logs', 'changes', 'pending_changes'].map(to.count)).toEqual(before)
    // Nothing of it remains in memory either.
    expect(to.state.scopes().flatMap(({ schemas }) => schemas.map(({ schemaUri }) => schemaUri))).toEqual([
      uri,
    ])
  })

  it('becomes usable even if its capability is not installed', () => {
    const from = open()
    const id = from.create({ title: 'from elsewhere' })
    const to = openBare()
    expect(to.state.sync.import(all(from))).toMatchObject({ applied: 1, waiting: 0, schemas: [NOTE] })
    expect(to.state.get({ schemaUri: NOTE, id }).object['title']).toBe('from elsewhere')
    // Installing it later finds the known schema.
    to.state.registerSchema({
      owner: noteAccess.owner,
      scope: noteAccess.scope,
      title: 'Note',
      schema: from.state.exportOwner(noteAccess.owner).schemas[0]?.schema ?? {},
    })
    expect(to.state.get({ schemaUri: NOTE, id }).object['title']).toBe('from elsewhere')
  })

  it('waits with its changes if it needs a grant that is missing here, until it arrives', () => {
    const uri = 'did:nuwa:app:planner:state:Task#v1'
    const registration = {
      owner: 'did:nuwa:cap:planner',
      scope: 'sc:planner',
      title: 'Task',
      schema: schemaAt(uri),
      grants: ['did:nuwa:app:planner'],
    }
    const access = { owner: registration.owner, scope: registration.scope, origin: noteAccess.origin }
    const from = openBare()
    from.state.registerSchema(registration)
    const { object } = from.state.create(access, { schemaUri: uri, object: { title: 'later' } })
    const to = openBare()
    const file = all(from)
    for (const _again of [1, 2])
      expect(to.state.sync.import(file)).toMatchObject({ applied: 0, waiting: 1, schemas: [] })
    expect(failureOf(() => to.state.get({ schemaUri: uri, id: object.id })).code).toBe('schema_unknown')
    to.state.registerSchema(registration)
    expect(to.state.get({ schemaUri: uri, id: object.id }).object['title']).toBe('later')
    expect(to.count('pending_changes')).toBe(0)
    expect(to.state.sync.check()).toMatchObject({ ok: true, objects: 1 })
  })
})
