import { afterEach, expect, it } from 'vitest'
import { labelled } from '../../contract/labels.ts'
import type { StateAccess } from '../types.ts'
import { NOTE, noteAccess, openTestState, type TestState } from '../testing.ts'

let opened: TestState[] = []
afterEach(() => {
  for (const test of opened) test.close()
  opened = []
})
const open = (): TestState => {
  const test = openTestState()
  opened.push(test)
  return test
}

/** A capability's call that was made of what third parties said. */
const steered: StateAccess = {
  ...noteAccess,
  origin: {
    kind: 'capability',
    capability: 'did:nuwa:cap:note',
    version: '1.0.0',
    packageSha256: 'x',
    conversationId: null,
    turnId: null,
    callId: null,
    integrity: 'foreign',
  },
}

it('what was written with others’ words is known as that on another device, too', () => {
  const [here, there] = [open(), open()]
  const { object } = here.state.create(steered, { schemaUri: NOTE, object: { title: 'of a page' } })
  const own = here.create({ title: 'my own' })
  there.state.sync.import(here.state.sync.export({ scopes: null, since: null }).bytes)
  for (const { state } of [here, there]) {
    expect(state.labelOf({ schemaUri: NOTE, ids: [object.id] }).integrity).toBe('foreign')
    expect(state.labelOf({ schemaUri: NOTE, ids: [own] }).integrity).toBe('state')
    expect(state.labelOf({ schemaUri: NOTE, ids: [own, object.id] }).integrity).toBe('foreign')
    expect(state.labelOf({ schemaUri: NOTE }).integrity).toBe('foreign')
    expect(state.history.changes({ schemaUri: NOTE, id: object.id })).toMatchObject([
      { origin: { integrity: 'foreign' } },
    ])
  }
})

it('and so is what another agent wrote with an authorization', () => {
  const { state } = open()
  const { object } = state.create(
    { ...noteAccess, origin: { kind: 'agent', did: 'did:wba:evil.example' } },
    { schemaUri: NOTE, object: { title: 'of an agent' } },
  )
  expect(state.labelOf({ schemaUri: NOTE, ids: [object.id] }).integrity).toBe('foreign')
  expect(state.labelOf({ schemaUri: NOTE }).integrity).toBe('foreign')
})

it('and stays so when it is changed by the owner', () => {
  const { state } = open()
  const { object } = state.create(steered, { schemaUri: NOTE, object: { title: 'of a page' } })
  state.update(noteAccess, { schemaUri: NOTE, id: object.id, patch: { $set: { title: 'mine' } } })
  expect(state.labelOf({ schemaUri: NOTE, ids: [object.id] }).integrity).toBe('foreign')
})

it('and whose something of the owner’s is goes to another device, beside what others wrote', () => {
  const [here, there] = [open(), open()]
  const { integrity: _foreign, ...origin } = steered.origin as Extract<
    typeof steered.origin,
    { kind: 'capability' }
  >
  const copied: StateAccess = { ...noteAccess, origin: { ...origin, keepers: ['mcp:mail'] } }
  const { object } = here.state.create(copied, { schemaUri: NOTE, object: { title: 'of a mail' } })
  const own = here.create({ title: 'my own' })
  const { object: agents } = here.state.create(
    { ...noteAccess, origin: { kind: 'agent', did: 'did:wba:evil.example' } },
    { schemaUri: NOTE, object: { title: 'of an agent' } },
  )
  there.state.sync.import(here.state.sync.export({ scopes: null, since: null }).bytes)
  // And so it stands in the file of what a capability kept.
  const { history } = there.state.exportOwner(noteAccess.owner)
  expect(history.find(({ objectId }) => objectId === object.id)?.origin).toMatchObject({
    keepers: ['mcp:mail'],
  })
  for (const { state } of [here, there]) {
    const labelOf = (...ids: string[]) => state.labelOf({ schemaUri: NOTE, ids })
    expect(labelOf(object.id)).toEqual(labelled('state', ['mcp:mail']))
    expect(labelOf(own)).toEqual(labelled('state'))
    expect(labelOf(agents.id)).toEqual(labelled('foreign'))
    expect(labelOf(own, object.id, agents.id)).toEqual(labelled('foreign', ['mcp:mail']))
    expect(state.labelOf({ schemaUri: NOTE })).toEqual(labelled('foreign', ['mcp:mail']))
  }
})
