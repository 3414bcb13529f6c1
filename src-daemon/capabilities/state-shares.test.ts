import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemorySigner } from '../identity/index.ts'
import type { Authorizations } from '../identity/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import type { StateService } from '../state/types.ts'
import { plainState } from '../state/testing.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { packageOf } from '../testing/chat.ts'
import { installedPackage } from '../testing/installed-package.ts'
import { testAuthorizations, testIdentity } from '../testing/owner.ts'
import { invokeForAgent } from './agents.ts'
import { OWNER } from './core/principal.ts'
import { plainAcpSource, plainCapabilities } from './testing.ts'
import type { CapabilitiesService } from './types.ts'
import { createStateShares, type StateShares } from './state-shares.ts'

const VERBS = ['state.create', 'state.update', 'state.query', 'state.delete']
const HOUR = 3600
const withSchema = (name: string, visibility: string): AcpPackage => {
  const schemaUri = `did:nuwa:cap:${name}:state:Item#v1`
  return packageOf(name, [], VERBS, {
    schemaUri,
    tools: VERBS.map((verb) => ({ name: verb, description: verb, parameters: { type: 'object' } })),
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: schemaUri,
      type: 'object',
      'x-asm': { 'x-visibility': visibility },
      properties: { id: { type: 'string' }, title: { type: 'string' } },
      required: ['id', 'title'],
    },
  })
}
const diary = withSchema('diary', 'shared')
const secret = withSchema('secret', 'private')
const open = withSchema('open', 'public')
const reader = withSchema('reader', 'private')
const all = [diary, secret, open, reader]

let db: Database
let state: StateService
let authorizations: Authorizations
let shares: StateShares
let service: CapabilitiesService
let time: number
const identity = testIdentity()

/** As after a start of the daemon. */
const start = (): void => {
  authorizations = testAuthorizations(db, identity, () => new Date(time))
  const packages = {
    installed: () => all.map(installedPackage),
    get: (name: string) => all.find((one) => one.name === name) ?? null,
    authorTrust: () => 'known' as const,
    onChange: () => () => undefined,
  }
  service = plainCapabilities({ sources: [plainAcpSource({ packages, state, authorizations })], db })
  shares = createStateShares({ state, packages, authorizations })
}
beforeEach(() => {
  db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  time = Date.parse('2026-11-26T12:00:00Z')
  state = plainState({ db, ownerDid: () => identity.ownerDid })
  for (const { capUri: owner, memoryScope: scope, title, schema, schemaUri } of all) {
    state.registerSchema({ owner, scope, title, schema })
    state.create(state.ownerAccess(schemaUri, 'cli'), { schemaUri, object: { id: 'one', title: 'Milk' } })
  }
  start()
})
afterEach(async () => {
  await state.close()
  db.close()
})

/** The reader's call on the data of another. */
const call = async (verb: string, input: object): Promise<unknown> => {
  const result = await service.invoke({ capability_id: `acp:reader/${verb}`, version: '1.0.0' }, input, {
    caller: 'internal',
    principal: OWNER,
    turn: { conversationId: 'c', turnId: 't', callId: 'k' },
  })
  return result.ok ? result.output : result.error?.code
}
const read = (acp: AcpPackage = diary) => call('state.query', { query: { from: acp.schemaUri } })
const milk = { items: [expect.objectContaining({ id: 'one' })], cursor: null } as unknown
const change = { schema_uri: diary.schemaUri, id: 'one', patch: { $set: { title: 'Tea' } } }
const share = (more: Partial<Parameters<StateShares['share']>[0]> = {}) =>
  shares.share({ to: 'reader', schemaUri: diary.schemaUri, allow: 'read', expiresInSeconds: HOUR, ...more })
const code = (code: string) => expect.objectContaining({ code }) as unknown

describe('what is shared with a capability', () => {
  it('is read by it, and by no other, and nothing is written', async () => {
    expect(await read()).toBe('PERMISSION_DENIED')
    await share({ to: 'open' })
    expect(await read()).toBe('PERMISSION_DENIED')
    await share()
    expect(await read()).toEqual(milk)
    expect(await call('state.update', change)).toBe('PERMISSION_DENIED')
    expect(await call('state.create', { schema_uri: diary.schemaUri, object: { title: 'x' } })).toBe(
      'PERMISSION_DENIED',
    )
  })

  it('is written by it where that was allowed, as its own change', async () => {
    const { id } = await share({ allow: 'write' })
    expect(await call('state.update', change)).toMatchObject({ object: { title: 'Tea' } })
    expect(await call('state.create', { schema_uri: diary.schemaUri, object: { title: 'x' } })).toMatchObject(
      {
        object: { title: 'x' },
      },
    )
    expect(await call('state.delete', { schema_uri: diary.schemaUri, id: 'one' })).toMatchObject({
      id: 'one',
    })
    const changes = state.history.changes({ schemaUri: diary.schemaUri, id: 'one' })
    expect(changes[0]?.origin).toMatchObject({ kind: 'capability', capability: reader.capUri })
    // The activity says which authorization allowed it.
    expect(service.activity({ limit: 1 })[0]?.result.x_authorization).toContain(id)
  })

  it('ends when it is revoked, and when its time is over, also after a restart', async () => {
    const first = await share()
    expect(await read()).toEqual(milk)
    authorizations.revoke(first.id)
    expect(await read()).toBe('PERMISSION_DENIED')
    await share()
    start()
    expect(await read()).toEqual(milk)
    time += HOUR * 1000
    expect(await read()).toBe('PERMISSION_DENIED')
  })

  it('is refused where the change is made, if it ended while the call waited', async () => {
    const { id } = await share({ allow: 'write' })
    const rights = await authorizations.heldBy(reader.capUri)
    const access = {
      owner: reader.capUri,
      scope: reader.memoryScope,
      origin: { kind: 'system', reason: 'test' } as const,
      delegated: ({ owner, scope, action }: { owner: string; scope: string; action: string }) =>
        rights({ capUri: owner, scope, action }) !== null,
    }
    const write = state.together(() => state.update(access, { ...change, schemaUri: diary.schemaUri }))
    authorizations.revoke(id)
    await expect(write).rejects.toThrow(code('permission_denied'))
  })

  it('follows its schema: nothing private; all can read public data', async () => {
    await expect(share({ schemaUri: secret.schemaUri })).rejects.toThrow(code('schema_private'))
    await expect(share({ schemaUri: 'did:nuwa:core:MemoryStore#v1' })).rejects.toThrow(code('schema_unknown'))
    // Even with a document for the scope.
    const { capUri, memoryScope: scope } = secret
    const controller = reader.capUri
    await authorizations.give({ capUri, scope, actions: ['state.query'], controller, expiresInSeconds: HOUR })
    expect(await read(secret)).toBe('PERMISSION_DENIED')
    expect(await read(open)).toEqual(milk)
    expect(await call('state.update', { ...change, schema_uri: open.schemaUri })).toBe('PERMISSION_DENIED')
  })

  it('goes only to installed capabilities', async () => {
    await expect(share({ to: 'nobody' })).rejects.toThrow(code('package_not_installed'))
    await expect(share({ to: 'did:none:x' })).rejects.toThrow(code('did_method_unknown'))
  })
})

describe('what is shared with an agent', () => {
  const agent = createMemorySigner()
  const ask = async (authorization: readonly unknown[], verb = 'state.query', did = agent.did) => {
    const params = verb === 'state.query' ? {} : change
    const signal = new AbortController().signal
    const outcome = await invokeForAgent(service, {
      toolId: `acp:diary/${verb}`,
      params,
      did,
      authorization,
      signal,
    })
    return outcome.ok ? outcome.output : outcome.code
  }
  const given = async (allow: 'read' | 'write') => {
    const { id } = await share({ to: agent.did, allow })
    return { id, chain: authorizations.chain(id) }
  }

  it('is read with the documents it presents, until they end', async () => {
    const { chain } = await given('read')
    expect(await ask(chain)).toEqual(milk)
    expect(await ask(chain, 'state.update')).toBe('PERMISSION_DENIED')
    time += HOUR * 1000
    expect(await ask(chain)).toBe('PERMISSION_DENIED')
  })

  it('is written as the agent, until it is revoked', async () => {
    const { id, chain } = await given('write')
    expect(await ask(chain, 'state.update')).toMatchObject({ object: { title: 'Tea' } })
    const [last] = state.history.changes({ schemaUri: diary.schemaUri, id: 'one' })
    expect(last?.origin).toEqual({ kind: 'agent', did: agent.did })
    authorizations.revoke(id)
    expect(await ask(chain, 'state.update')).toBe('PERMISSION_DENIED')
  })

  it('is only its holder’s, and nothing without valid documents', async () => {
    const { chain } = await given('write')
    expect(await ask(chain, 'state.query', createMemorySigner().did)).toBe('PERMISSION_DENIED')
    const wider = { ...chain[0], allowedAction: ['state.query', 'state.delete.hard'] }
    expect(await ask([wider])).toBe('PERMISSION_DENIED')
    expect(await ask([])).toBe('PERMISSION_DENIED')
  })
})
