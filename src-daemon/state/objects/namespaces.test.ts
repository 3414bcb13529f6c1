import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import type { StateService } from '../types.ts'
import type { StateAccess } from '../schema/schema.ts'
import { noteAccess, plainState } from '../testing.ts'
import { testOwner } from '../../identity/devices/testing.ts'

const ME = testOwner()
const FORMER = testOwner('former')
const PLANNER = 'did:nuwa:app:planner'

interface Device {
  readonly db: Database
  readonly state: StateService
}
const devices: Device[] = []
const open = (ownerDid = ME, dids: readonly string[] = [ownerDid]): Device => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const rotations = { chain: () => [], dids: () => new Set(dids), learn: () => undefined }
  const one = { db, state: plainState({ db, ownerDid: () => ownerDid, rotations }) }
  devices.push(one)
  return one
}
let state: StateService
let db: Database
beforeEach(() => {
  ;({ state, db } = open())
})
afterEach(async () => {
  for (const one of devices.splice(0)) {
    await one.state.close()
    one.db.close()
  }
})

const schemaOf = (uri: string, more: object = {}) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: uri,
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: 'string' } },
  ...more,
})
const register = (
  uri: string,
  owner = 'did:nuwa:cap:tasks',
  grants: readonly string[] = [PLANNER],
  more: object = {},
): void => {
  state.registerSchema({ owner, scope: 'sc:one', title: owner, schema: schemaOf(uri, more), grants })
}
const code = (code: string) => expect.objectContaining({ code }) as unknown

describe('the namespace of an app', () => {
  it('accepts a schema only of capabilities that were granted it', () => {
    const uri = `${PLANNER}:state:Task#v1`
    expect(() => register(uri, undefined, [])).toThrow(code('schema_invalid'))
    expect(() => register(uri, undefined, ['did:nuwa:app:plan'])).toThrow(code('schema_invalid'))
    register(uri)
    register(`${PLANNER}:state:Goal#v1`, 'did:nuwa:cap:goals')
    expect(state.scopes().map(({ owner }) => owner)).toEqual(['did:nuwa:cap:tasks', 'did:nuwa:cap:goals'])
  })

  it('has one owner for each path: who came first, with new versions of it', () => {
    register(`${PLANNER}:state:Task#v1`)
    for (const version of ['v1', 'v2', 'v0', 'v1.5'])
      expect(() => register(`${PLANNER}:state:Task#${version}`, 'did:nuwa:cap:goals')).toThrow(
        code('schema_id_conflict'),
      )
    expect(() =>
      state.checkSchema({
        owner: 'did:nuwa:cap:goals',
        schema: schemaOf(`${PLANNER}:state:Task#v2`),
        grants: [PLANNER],
      }),
    ).toThrow(code('schema_id_conflict'))
    const changed = { required: ['title'] }
    expect(() => register(`${PLANNER}:state:Task#v1`, undefined, undefined, changed)).toThrow(
      code('schema_changed_without_version'),
    )
    register(`${PLANNER}:state:Task#v2`, undefined, undefined, changed)
    // Other paths, though they begin alike.
    register(`${PLANNER}:state:Tasks#v1`, 'did:nuwa:cap:goals')
    register(`${PLANNER}:state:Tas#v1`, 'did:nuwa:cap:goals')
  })

  it('is a table for each schema: one capability neither reads nor fills another’s', async () => {
    const [task, goal] = [`${PLANNER}:state:Task#v1`, `${PLANNER}:state:Goal#v1`]
    register(task)
    register(goal, 'did:nuwa:cap:goals')
    state.create(state.ownerAccess(task, 'cli'), { schemaUri: task, object: { id: 'one' } })
    const goals = { ...state.ownerAccess(goal, 'cli') }
    await expect(state.query(goals, { from: task })).rejects.toThrow(code('permission_denied'))
    expect(() => state.create(goals, { schemaUri: task, object: {} })).toThrow(code('permission_denied'))
    const views = db.prepare('SELECT view_name FROM state_schemas ORDER BY id').pluck().all() as string[]
    const rows = views.map((view) => db.prepare(`SELECT count(*) FROM ${view}`).pluck().get())
    expect([new Set(views).size, rows]).toEqual([2, [1, 0]])
  })
})

describe('a place in the namespace of an app that is revoked', () => {
  const TASK = `${PLANNER}:state:Task#v1`
  const grant = { owner: 'did:nuwa:cap:tasks', app: PLANNER }
  const access: StateAccess = { ...noteAccess, owner: grant.owner, scope: 'sc:one' }
  const calls = (): readonly (() => unknown)[] => [
    () => state.create(access, { schemaUri: TASK, object: { title: 'b' } }),
    () => state.update(access, { schemaUri: TASK, id: 'one', patch: { $set: { title: 'c' } } }),
    () => state.delete(access, { schemaUri: TASK, id: 'one', mode: 'soft' }),
  ]
  beforeEach(() => {
    register(TASK)
    register(`${PLANNER}:state:Goal#v1`, 'did:nuwa:cap:goals')
    state.create(access, { schemaUri: TASK, object: { id: 'one', title: 'a' } })
    state.apps.revoke(grant)
  })

  it('refuses every call of that capability, and takes nothing from its owner', async () => {
    for (const call of calls()) expect(call).toThrow(code('permission_denied'))
    await expect(state.query(access, { from: TASK })).rejects.toThrow(code('permission_denied'))
    const { items } = await state.query(state.ownerAccess(TASK, 'cli'), { from: TASK })
    expect(items).toMatchObject([{ object: { title: 'a' } }])
    const goals = { ...access, owner: 'did:nuwa:cap:goals' }
    state.create(goals, { schemaUri: `${PLANNER}:state:Goal#v1`, object: { title: 'd' } })
  })

  it('is listed as such, and ends by being allowed or agreed to once more', () => {
    const places = () =>
      state.apps.list().map(({ owner, schemas, revokedAt }) => [owner, schemas, revokedAt !== null])
    const goals = ['did:nuwa:cap:goals', [`${PLANNER}:state:Goal#v1`], false]
    expect(places()).toEqual([goals, [grant.owner, [TASK], true]])
    state.apps.allow(grant)
    expect(places()).toEqual([goals, [grant.owner, [TASK], false]])
    for (const call of calls()) call()
    state.apps.revoke(grant)
    register(TASK)
    state.create(access, { schemaUri: TASK, object: { title: 'e' } })
  })

  it('is told, and names nobody who keeps nothing there', () => {
    let told = 0
    state.apps.onChange(() => {
      told += 1
    })
    state.apps.allow(grant)
    expect(told).toBe(1)
    for (const act of [state.apps.revoke, state.apps.allow])
      expect(() => {
        act({ owner: 'did:nuwa:cap:note', app: PLANNER })
      }).toThrow(code('app_grant_unknown'))
  })
})

describe('the namespace of the owner', () => {
  it('takes the owner’s own schemas, whose objects the owner keeps', () => {
    const { uri } = state.registerOwn({
      schema: schemaOf('ignored', { title: 'Recipe' }),
      scope: 'sc:own',
      name: 'Recipe#v1',
    })
    expect(uri).toBe(`did:nuwa:user:${ME.slice('did:key:'.length)}:state:Recipe#v1`)
    expect(state.schemaFacts(uri)).toEqual({ owner: ME, scope: 'sc:own', visibility: 'private' })
    state.create(state.ownerAccess(uri, 'cli'), { schemaUri: uri, object: { title: 'Bread' } })
    expect(state.scopes()).toMatchObject([{ owner: ME, title: 'Recipe', schemas: [{ count: 1 }] }])
  })

  it('accepts no other owner’s, and no other name', () => {
    const mine = `did:nuwa:user:${ME.slice('did:key:'.length)}:state:Recipe#v1`
    expect(() => register(mine)).toThrow(code('schema_invalid'))
    expect(() => register(mine, PLANNER)).toThrow(code('schema_invalid'))
    for (const uri of [
      'did:nuwa:user:z6MkOther:state:Recipe#v1',
      `${PLANNER}:state:Recipe#v1`,
      'did:nuwa:cap:tasks:state:Recipe#v1',
      'did:nuwa:core:Recipe#v1',
      'Recipe',
    ])
      expect(() => state.registerOwn({ schema: schemaOf(uri), scope: 'sc:own' })).toThrow(
        code('schema_invalid'),
      )
  })

  it('is left with a schema and its objects, and with no others', () => {
    register(`${PLANNER}:state:Task#v1`)
    const [first, second] = ['v1', 'v2'].map(
      (version) =>
        state.registerOwn({ schema: schemaOf(''), scope: 'sc:own', name: `Recipe#${version}` }).uri,
    ) as [string, string]
    state.create(state.ownerAccess(first, 'cli'), { schemaUri: first, object: {} })
    state.removeOwn(first)
    expect(() => state.schemaFacts(first)).toThrow(code('schema_unknown'))
    expect(state.schemaFacts(second).owner).toBe(ME)
    expect(() => {
      state.removeOwn(`${PLANNER}:state:Task#v1`)
    }).toThrow(code('permission_denied'))
  })

  it('goes to the owner’s other devices, also under the key they had before', () => {
    const former = open(FORMER)
    const { uri } = former.state.registerOwn({ schema: schemaOf(''), scope: 'sc:own', name: 'Recipe#v1' })
    former.state.create(former.state.ownerAccess(uri, 'cli'), { schemaUri: uri, object: { title: 'Bread' } })
    const file = former.state.sync.export({ scopes: null, since: null }).bytes
    const rotated = open(ME, [FORMER, ME])
    expect(rotated.state.sync.import(file)).toMatchObject({ schemas: [uri], objects: 1 })
    expect(() => state.sync.import(file)).toThrow(code('change_set_other_owner'))
  })
})
