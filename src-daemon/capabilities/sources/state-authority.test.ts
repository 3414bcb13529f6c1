import { OWNER } from '../core/principal.ts'
import { describe, expect, it } from 'vitest'
import { createAuthorizations, createUnlockWaits, type UnlockWaits } from '../../identity/index.ts'
import { absentKeychain, PASSPHRASE, useIdentityHome } from '../../identity/keys/testing.ts'
import type { IdentityService } from '../../identity/types.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { StateAccess } from '../../state/types.ts'
import { packageOf } from '../../testing/chat.ts'
import { ALLOW_ONCE, personAnswers } from '../../testing/approvals.ts'
import { installedPackage } from '../../testing/installed-package.ts'
import { plainState } from '../../state/testing.ts'
import { plainAcpSource, plainCapabilities } from '../testing.ts'

const VERBS = ['state.create', 'state.query', 'state.delete']
const note = packageOf('note', [], VERBS, {
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'did:nuwa:state:note#v1',
    type: 'object',
    properties: { id: { type: 'string' }, title: { type: 'string' } },
    required: ['id', 'title'],
  },
  tools: [...VERBS, 'weather'].map((name) => ({ name, description: name, parameters: { type: 'object' } })),
  bindings: { weather: { type: 'http_get', url: 'https://weather.example.org/' } },
})
const grantee = { capUri: note.capUri, scope: note.memoryScope }
const milk = { object: { title: 'Milk' } }

// A real vault, whose key signs; opened with a passphrase, locked and unlocked as by a person.
const home = useIdentityHome()
const openOwner = () => home.ready(absentKeychain(), PASSPHRASE)

const run = (
  identity: IdentityService,
  acp: AcpPackage = note,
  unlocks: Pick<UnlockWaits, 'through'> = { through: (work) => work() },
) => {
  const db = home.database()
  const state = plainState({ db, ownerDid: () => identity.ownerDid })
  state.registerSchema({ owner: acp.capUri, scope: acp.memoryScope, title: acp.title, schema: acp.schema })
  const authorizations = createAuthorizations({ db, identity, now: home.now })
  let narrowed = 0
  const source = plainAcpSource({
    packages: {
      installed: () => [installedPackage(acp)],
      get: () => acp,
      authorTrust: () => 'known',
      onChange: () => () => undefined,
    },
    state,
    authorizations: {
      ...authorizations,
      attenuate: (input) => {
        narrowed += 1
        return authorizations.attenuate(input)
      },
    },
    runHttp: () => Promise.resolve({ degrees: 7 }),
  })
  const service = plainCapabilities({ sources: [source], db, now: home.now, unlocks })
  personAnswers(service.approvals, () => ALLOW_ONCE)
  const call = (turnId: string | null, name: string, input: unknown, more: { signal?: AbortSignal } = {}) =>
    service.invoke({ capability_id: `acp:note/${name}`, version: '1.0.0' }, input, {
      caller: turnId === null ? 'renderer' : 'internal',
      principal: OWNER,
      turn: turnId === null ? null : { conversationId: 'c', turnId, callId: 'k' },
      ...more,
    })
  const count = async () => {
    const access: StateAccess = {
      owner: acp.capUri,
      scope: acp.memoryScope,
      origin: { kind: 'system', reason: 'test' },
    }
    return (await state.query(access, { from: acp.schemaUri })).items.length
  }
  return { authorizations, service, call, count, narrowed: () => narrowed }
}

describe('a call of state', () => {
  it('of a turn is made with what was narrowed for the turn, once for all of its calls', async () => {
    const identity = await openOwner()
    const { authorizations, call, narrowed, service } = run(identity)
    const results = await Promise.all([1, 2].map(() => call('t1', 'state.create', milk)))
    await call('t1', 'state.create', milk)
    const used = results.map(({ x_authorization: ids }) => ids ?? [])
    expect(narrowed()).toBe(1)
    expect(used[0]).toHaveLength(2)
    expect(used[1]).toEqual(used[0])
    // Who allowed it can be told from the activity.
    expect(service.activity({ limit: 1 })[0]?.result.x_authorization).toEqual(used[0])
    const [install = '', turn = ''] = used[0] ?? []
    expect(authorizations.current(note.capUri)?.id).toBe(install)
    expect(authorizations.chain(turn)[1]).toMatchObject({
      parentCapability: install,
      allowedAction: VERBS,
      expires: '2026-01-02T03:19:05Z',
    })
    await call('t2', 'state.query', {})
    expect(narrowed()).toBe(2)
    expect(identity.signatures({ limit: 10 }).map(({ purpose, requester }) => [purpose, requester])).toEqual([
      ['authorization', 'capability note'],
    ])
  })

  it('of the owner is made with the install’s own, and tools without state with none', async () => {
    const { authorizations, call, narrowed } = run(await openOwner())
    const { x_authorization: used } = await call(null, 'state.create', milk)
    expect(used).toEqual([authorizations.current(note.capUri)?.id])
    expect(await call('t', 'weather', {})).toMatchObject({ ok: true, output: { degrees: 7 } })
    expect(narrowed()).toBe(0)
  })

  it('is allowed by the owner’s key, though another one signs by default', async () => {
    const identity = await openOwner()
    const [owner] = identity.keys()
    const other = await identity.create({ kind: 'Ed25519', label: 'Other' })
    identity.setDefault({ keyId: other.keyId, replaces: owner?.keyId ?? '' })
    const { authorizations, call } = run(identity)
    const { x_authorization: used } = await call(null, 'state.create', milk)
    expect(authorizations.chain(used?.[0] ?? '')[0]).toMatchObject({
      proof: { verificationMethod: owner?.keyId },
    })
  })

  it('goes on with the owner’s next key when it is rotated', async () => {
    const identity = await openOwner()
    const { call, authorizations } = run(identity)
    const before = await call('t', 'state.create', milk)
    const [owner] = identity.keys()
    await identity.rotate({ keyId: owner?.keyId ?? '', confirmOwner: identity.ownerDid })
    const after = await call('t2', 'state.create', milk)
    expect(after.ok).toBe(true)
    expect(authorizations.get(after.x_authorization?.[0] ?? '').target).toContain(identity.ownerDid)
    expect(authorizations.get(before.x_authorization?.[0] ?? '').revokedAt).not.toBeNull()
  })

  it('is refused by name when the authorization does not cover it', async () => {
    const { authorizations, call, count } = run(await openOwner())
    await authorizations.issue({ ...grantee, actions: ['state.query'] })
    for (const turn of ['t', null]) {
      const { ok, error } = await call(turn, 'state.create', milk)
      expect({ ok, error }).toEqual({
        ok: false,
        error: {
          code: 'PERMISSION_DENIED',
          message: 'The authorization doesn’t allow state.create on sc:note.',
          details: { code: 'authorization_missing_action', action: 'state.create', scope: 'sc:note' },
          retryable: false,
        },
      })
      expect((await call(turn, 'state.query', {})).ok).toBe(true)
    }
    expect(await count()).toBe(0)
  })

  it('deletes for good only with an action of its own', async () => {
    const able = { ...note, permissions: { require: [...VERBS, 'state.delete.hard'], option: [] } }
    const { authorizations, call, count } = run(await openOwner(), able)
    await authorizations.issue({ ...grantee, actions: VERBS })
    const id = (await call('t', 'state.create', milk)).output?.['id']
    expect((await call('t', 'state.delete', { id, mode: 'hard' })).error).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: 'The authorization doesn’t allow state.delete.hard on sc:note.',
    })
    expect(await count()).toBe(1)
    await authorizations.issue({ ...grantee, actions: [...VERBS, 'state.delete.hard'] })
    expect(await call('t', 'state.delete', { id, mode: 'hard' })).toMatchObject({ ok: true })
    expect(await count()).toBe(0)
  })

  it('is refused from the moment the authorization is taken back, in the middle of a turn too', async () => {
    const { authorizations, call, count } = run(await openOwner())
    await call('t', 'state.create', milk)
    authorizations.revoke(authorizations.current(note.capUri)?.id ?? '')
    for (const turn of ['t', 'next', null])
      expect((await call(turn, 'state.create', milk)).error).toMatchObject({
        code: 'PERMISSION_DENIED',
        details: { code: 'authorization_revoked' },
      })
    expect(await count()).toBe(1)
    await authorizations.issue({ ...grantee, actions: VERBS })
    for (const turn of ['t', null]) expect((await call(turn, 'state.create', milk)).ok).toBe(true)
  })

  it('is narrowed again in a turn that takes longer than a quarter of an hour', async () => {
    const { call, narrowed } = run(await openOwner())
    await call('t', 'state.create', milk)
    home.clock = new Date(home.clock.getTime() + 16 * 60_000)
    expect((await call('t', 'state.create', milk)).ok).toBe(true)
    expect(narrowed()).toBe(2)
  })

  it('waits for the vault at the first use, and works on when it locks itself later', async () => {
    const identity = await openOwner()
    const { call, count } = run(identity)
    identity.lock()
    for (const turn of ['t1', null])
      expect((await call(turn, 'state.create', milk)).error).toMatchObject({
        code: 'PERMISSION_DENIED',
        details: { code: 'keystore_locked' },
        retryable: true,
      })
    expect(await count()).toBe(0)
    await identity.unlock(PASSPHRASE)
    expect((await call('t1', 'state.create', milk)).ok).toBe(true)
    identity.lock()
    for (const turn of ['t1', 't2', null]) expect((await call(turn, 'state.create', milk)).ok).toBe(true)
  })

  it('goes on by itself once the vault it waits for is unlocked, and does its work once', async () => {
    const identity = await openOwner()
    const unlocks = createUnlockWaits({ identity, now: home.now })
    const { call, count } = run(identity, note, unlocks)
    identity.lock()
    const called = Promise.all([call('t1', 'state.create', milk), call('t1', 'state.create', milk)])
    await expect.poll(() => unlocks.pending()).toMatchObject([{ turnId: 't1', store: 'vault' }])
    await expect(identity.unlock('not the passphrase')).rejects.toMatchObject({ code: 'wrong_passphrase' })
    expect(unlocks.pending()).toHaveLength(1)
    await identity.unlock(PASSPHRASE)
    expect((await called).map(({ ok }) => ok)).toEqual([true, true])
    expect(await count()).toBe(2)
    unlocks.stop()
  })

  it('checks the arguments before the authorization', async () => {
    const identity = await openOwner()
    identity.lock()
    const { call } = run(identity)
    expect((await call('t', 'state.create', { object: 7 })).error?.code).toBe('INVALID_INPUT')
  })

  it('does nothing when the caller has gone while it was signed', async () => {
    const identity = await openOwner()
    const gate = Promise.withResolvers<undefined>()
    const signing = Promise.withResolvers<undefined>()
    const { call, count } = run({
      ...identity,
      ownerDid: identity.ownerDid,
      signer: (use) => ({
        ...identity.signer(use),
        sign: async (bytes) => {
          signing.resolve(undefined)
          await gate.promise
          return identity.signer(use).sign(bytes)
        },
      }),
    })
    const gone = new AbortController()
    const called = call('t', 'state.create', milk, { signal: gone.signal })
    await signing.promise
    gone.abort()
    gate.resolve(undefined)
    expect((await called).error?.details).toMatchObject({ reason: 'cancelled' })
    await call('t', 'state.query', {})
    expect(await count()).toBe(0)
  })

  it('is refused when somebody edited what is stored, and nothing is written', async () => {
    const identity = await openOwner()
    const first = run(identity)
    await first.authorizations.issue({ ...grantee, actions: ['state.query'] })
    home
      .database()
      .prepare(
        `UPDATE authorizations SET document_json = replace(document_json, 'state.query', 'state.create')`,
      )
      .run()
    const { call, count } = run(identity)
    for (const turn of ['t', null])
      expect((await call(turn, 'state.create', milk)).error).toMatchObject({
        code: 'PERMISSION_DENIED',
        details: { code: 'authorization_invalid' },
      })
    expect(await count()).toBe(0)
  })
})
