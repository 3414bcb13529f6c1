import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemorySigner } from '../keys/memory-signer.ts'
import type { Authorization, Authorizations } from './types.ts'
import { NOTE, openHome, type Home } from './testing.ts'

const ALL = ['state.create', 'state.query', 'state.update']
const WEATHER = { capUri: 'did:nuwa:cap:weather', scope: 'sc:weather' }
const MINUTE = 60
const DAY = 86_400

let home: Home
let authorizations: Authorizations
beforeEach(() => {
  home = openHome()
  authorizations = home.start()
})
afterEach(() => home.close())

const check =
  ({ id }: Pick<Authorization, 'id'>, action: string, where = NOTE) =>
  () => {
    authorizations.check({ id, action, ...where })
  }
const code = (code: string) => expect.objectContaining({ code }) as unknown
const issue = (where = NOTE) => authorizations.issue({ ...where, actions: ALL })
const narrow = (parent: Pick<Authorization, 'id'>, actions = ['state.query'], seconds = MINUTE) =>
  authorizations.attenuate({ parent: parent.id, actions, expiresInSeconds: seconds })
const delegate = (parent: Pick<Authorization, 'id'>, controller = createMemorySigner().did) =>
  authorizations.attenuate({ parent: parent.id, actions: ['state.query'], expiresInSeconds: DAY, controller })

describe('the authorization of an install', () => {
  it('is issued by the owner to the server’s own key, and allows what it names', async () => {
    const issued = await issue()
    expect(issued.target).toBe(`urn:nuwa:scope:${home.owner.did}/did:nuwa:cap:note/sc:note`)
    const [document] = authorizations.chain(issued.id)
    expect(document).toMatchObject({
      '@context': ['https://w3id.org/zcap/v1', 'https://w3id.org/security/data-integrity/v2'],
      parentCapability: `urn:zcap:root:${encodeURIComponent(issued.target)}`,
      allowedAction: ALL,
      proof: { cryptosuite: 'eddsa-jcs-2022', verificationMethod: home.owner.keyId },
    })
    expect(document?.['controller']).toMatch(/^did:key:z6Mk/)
    expect(document?.['controller']).not.toBe(home.owner.did)
    expect(home.signatures).toEqual([{ purpose: 'authorization', requester: 'capability note' }])
    for (const action of ALL) check(issued, action)()
  })

  it('names the action and the scope it does not cover', async () => {
    const issued = await issue()
    expect(check(issued, 'state.delete')).toThrow('The authorization doesn’t allow state.delete on sc:note.')
    expect(check(issued, 'state.delete')).toThrow(
      expect.objectContaining({ details: { action: 'state.delete', scope: 'sc:note' } }),
    )
    for (const where of [WEATHER, { ...NOTE, scope: 'sc:core' }])
      expect(check(issued, 'state.query', where)).toThrow(code('authorization_wrong_target'))
    expect(check({ id: 'urn:uuid:none' }, 'state.query')).toThrow(code('authorization_unknown'))
  })

  it('is replaced by the next one, and what was narrowed from it goes with it', async () => {
    const first = await issue()
    const [turn, other] = [await narrow(first), await delegate(first)]
    const second = await issue()
    for (const gone of [first, turn, other])
      expect(check(gone, 'state.query')).toThrow(code('authorization_revoked'))
    expect(authorizations.current(NOTE.capUri)).toEqual(second)
    expect(authorizations.list().map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
      [second.id, false],
      [other.id, true],
    ])
  })

  it('is issued at the first use if there never was one, once for all concurrent callers', async () => {
    const asked = { ...NOTE, actions: ALL }
    const [one, two] = await Promise.all([authorizations.ensure(asked), authorizations.ensure(asked)])
    expect(one).toEqual(two)
    expect(await authorizations.ensure(asked)).toEqual(one)
    expect(home.signatures).toHaveLength(1)
  })

  it('stays taken back until it is issued again', async () => {
    const issued = await issue()
    authorizations.revoke(issued.id)
    expect(authorizations.current(NOTE.capUri)).toBeNull()
    const asked = { ...NOTE, actions: ALL }
    await expect(authorizations.ensure(asked)).rejects.toThrow(code('authorization_revoked'))
    authorizations = home.start()
    await expect(authorizations.ensure(asked)).rejects.toThrow(code('authorization_revoked'))
    await expect(narrow(issued)).rejects.toThrow(code('authorization_revoked'))
    const again = await issue()
    expect((await authorizations.ensure(asked)).id).toBe(again.id)
  })

  it('expires, and is reissued before it does', async () => {
    const issued = await issue()
    home.pass(364.5 * DAY)
    check(issued, 'state.query')()
    expect((await authorizations.ensure({ ...NOTE, actions: ALL })).id).not.toBe(issued.id)
    home.pass(2 * DAY)
    expect(check(issued, 'state.query')).toThrow(code('authorization_revoked'))
  })

  it('is not signed with a locked store, and nothing is written then', async () => {
    home.locked = true
    await expect(issue()).rejects.toThrow(code('keystore_locked'))
    expect(authorizations.list()).toEqual([])
    home.locked = false
    expect((await authorizations.ensure({ ...NOTE, actions: ALL })).actions).toEqual(ALL)
  })

  it('counts for one owner only', async () => {
    const issued = await issue()
    home.owner = createMemorySigner()
    expect(check(issued, 'state.query')).toThrow(code('authorization_wrong_target'))
    expect(authorizations.current(NOTE.capUri)).toBeNull()
    await expect(narrow(issued)).rejects.toThrow(code('authorization_wrong_target'))
    const anew = await authorizations.ensure({ ...NOTE, actions: ALL })
    expect(anew.target).toContain(home.owner.did)
  })
})

describe('what is given to others', () => {
  const give = (controller = 'did:nuwa:cap:reader') =>
    authorizations.give({ ...NOTE, actions: ['state.query'], controller, expiresInSeconds: DAY })
  const read = { ...NOTE, action: 'state.query' }

  it('is held by whom it was given to, for its actions and scope, and outlives an install of the capability', async () => {
    const { id } = await give()
    const rights = await authorizations.heldBy('did:nuwa:cap:reader')
    expect(rights(read)).toEqual([id])
    expect(rights({ ...read, action: 'state.create' })).toBeNull()
    expect(rights({ ...read, scope: 'sc:other' })).toBeNull()
    expect(rights({ ...read, capUri: 'did:nuwa:cap:other' })).toBeNull()
    expect((await authorizations.heldBy('did:nuwa:cap:other'))(read)).toBeNull()
    authorizations.revoke((await issue()).id)
    await issue()
    expect(rights(read)).toEqual([id])
    authorizations.revoke(id)
    expect(rights(read)).toBeNull()
  })

  it('counts after a restart once its proof was verified, and not if somebody edited it', async () => {
    const { id } = await give()
    const start = async () => {
      authorizations = home.start()
      return (await authorizations.heldBy('did:nuwa:cap:reader'))(read)
    }
    expect(await start()).toEqual([id])
    home.db.prepare(`UPDATE authorizations SET target = replace(target, 'sc:note', 'sc:other')`).run()
    expect(await start()).toBeNull()
  })

  it('ends with the key of the owner that signed it', async () => {
    const { id } = await give()
    const rights = await authorizations.heldBy('did:nuwa:cap:reader')
    authorizations.revokeFormer()
    expect(rights(read)).toEqual([id])
    home.owner = createMemorySigner()
    expect(rights(read)).toBeNull()
    authorizations.revokeFormer()
    expect(authorizations.get(id).revokedAt).not.toBeNull()
  })
})

it('tells listeners what changes the list: issuing, passing on and taking back, but no turn', async () => {
  let told = 0
  const stop = authorizations.onChange(() => told++)
  const issued = await issue()
  expect(told).toBe(1)
  await narrow(issued)
  expect(told).toBe(1)
  await delegate(issued)
  expect(told).toBe(2)
  authorizations.revoke(issued.id)
  expect(told).toBe(3)
  stop()
  await issue()
  expect(told).toBe(3)
})

describe('narrowing', () => {
  it('gives fewer actions for a shorter time, to a new key, and leaves nothing in the database', async () => {
    const issued = await issue()
    const turn = await narrow(issued)
    check(turn, 'state.query')()
    expect(check(turn, 'state.create')).toThrow('doesn’t allow state.create on sc:note')
    expect(authorizations.chain(turn.id).map(({ id }) => id)).toEqual([issued.id, turn.id])
    expect(home.db.prepare('SELECT count(*) FROM authorizations').pluck().get()).toBe(1)
    home.pass(MINUTE)
    expect(check(turn, 'state.query')).toThrow(code('authorization_expired'))
    check(issued, 'state.query')()
  })

  it('refuses actions or times that exceed its parent’s', async () => {
    const issued = await issue()
    const turn = await narrow(issued, ['state.query'], 10 * MINUTE)
    await expect(narrow(turn, ['state.query', 'state.create'])).rejects.toThrow(/: state\.create\./)
    await expect(narrow(turn, ['state.query'], 11 * MINUTE)).rejects.toThrow(code('authorization_widened'))
    home.pass(10 * MINUTE)
    await expect(narrow(turn)).rejects.toThrow(code('authorization_expired'))
    authorizations.revoke(issued.id)
    await expect(narrow(issued)).rejects.toThrow(code('authorization_revoked'))
    await expect(narrow({ id: 'urn:uuid:none' })).rejects.toThrow(code('authorization_unknown'))
  })

  it('goes four steps from the owner and no further', async () => {
    let last: Authorization = await issue()
    for (let step = 2; step <= 4; step += 1) last = await narrow(last)
    check(last, 'state.query')()
    await expect(narrow(last)).rejects.toThrow(code('authorization_too_deep'))
  })

  it('is taken back at once with whatever it comes from', async () => {
    const issued = await issue()
    const turn = await narrow(issued)
    const [below, beside] = [await narrow(turn), await narrow(issued)]
    authorizations.revoke(turn.id)
    for (const gone of [turn, below])
      expect(check(gone, 'state.query')).toThrow(code('authorization_revoked'))
    check(beside, 'state.query')()
    authorizations.revoke(issued.id)
    expect(check(beside, 'state.query')).toThrow(code('authorization_revoked'))
  })

  it('never outlives its parent, whenever that is taken back', async () => {
    for (let ticks = 0; ticks < 60; ticks += 3) {
      const issued = await issue()
      const made = narrow(issued).catch((thrown: unknown) => thrown)
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
      authorizations.revoke(issued.id)
      const child = await made
      if (child instanceof Error) expect(child).toEqual(code('authorization_revoked'))
      else expect(check(child as Authorization, 'state.query')).toThrow(code('authorization_revoked'))
    }
  })
})

describe('after a restart', () => {
  const restart = () => (authorizations = home.start())

  it('an install is checked without a secret, and narrowed from a new authorization', async () => {
    const issued = await issue()
    restart()
    home.locked = true
    expect(check(issued, 'state.query')).toThrow(code('authorization_not_verified'))
    await authorizations.ensure({ ...NOTE, actions: ALL })
    check(issued, 'state.query')()
    await expect(narrow(issued)).rejects.toThrow(code('keystore_locked'))
    check(issued, 'state.query')()
    home.locked = false
    const [one, two] = await Promise.all([narrow(issued), narrow(issued)])
    expect(home.signatures).toHaveLength(2)
    const parents = [one, two].map(({ id }) => authorizations.chain(id)[0]?.['id'])
    expect(parents[0]).toBe(parents[1])
    expect(parents[0]).not.toBe(issued.id)
    expect(check(issued, 'state.query')).toThrow(code('authorization_revoked'))
    // An authorization used before the vault locks itself keeps working.
    home.locked = true
    const inForce = await authorizations.ensure({ ...NOTE, actions: ALL })
    check(await narrow(inForce), 'state.query')()
  })

  it('another party’s authorization stays in force after the install gets a new one, until it is revoked', async () => {
    const issued = await issue()
    const other = await delegate(issued)
    const chain = authorizations.chain(other.id)
    restart()
    await narrow(issued)
    const verify = () => authorizations.verifyChain({ chain, action: 'state.query', target: home.target() })
    expect(await verify()).toEqual({ controller: chain[1]?.['controller'], expiresAt: other.expiresAt })
    restart()
    authorizations.revoke(issued.id)
    await expect(verify()).rejects.toThrow(code('authorization_revoked'))
    expect(authorizations.get(other.id).revokedAt).not.toBeNull()
  })

  it('an install is narrowed by any id it had, and not reissued for a refused action', async () => {
    const issued = await issue()
    restart()
    await expect(narrow(issued, ['state.delete'])).rejects.toThrow(code('authorization_widened'))
    expect(authorizations.current(NOTE.capUri)?.id).toBe(issued.id)
    const one = await narrow(issued)
    check(await narrow(issued), 'state.query')()
    await delegate(issued)
    restart()
    await narrow(issued)
    restart()
    check(await narrow(issued), 'state.query')()
    expect(check(one, 'state.query')).toThrow(code('authorization_unknown'))
  })

  it('an install can be revoked by any id it had, which also revokes what another party holds from it', async () => {
    const issued = await issue()
    restart()
    const other = await delegate(issued)
    const turn = await narrow(authorizations.current(NOTE.capUri) ?? issued)
    expect(authorizations.current(NOTE.capUri)?.id).not.toBe(issued.id)
    authorizations.revoke(issued.id)
    for (const gone of [other, turn])
      expect(check(gone, 'state.query')).toThrow(code('authorization_revoked'))
    await expect(authorizations.ensure({ ...NOTE, actions: ALL })).rejects.toThrow(
      code('authorization_revoked'),
    )
  })

  it('an install that is revoked while it is reissued stays revoked', async () => {
    const issued = await issue()
    restart()
    const signing = Promise.withResolvers<undefined>()
    const gate = Promise.withResolvers<undefined>()
    const { sign } = home.owner
    home.owner = {
      ...home.owner,
      sign: async (bytes) => {
        signing.resolve(undefined)
        await gate.promise
        return sign(bytes)
      },
    }
    const narrowed = narrow(issued)
    await signing.promise
    authorizations.revoke(issued.id)
    gate.resolve(undefined)
    await expect(narrowed).rejects.toThrow(code('authorization_revoked'))
    expect(authorizations.current(NOTE.capUri)).toBeNull()
    expect(authorizations.list()).toHaveLength(1)
  })

  it('only the holder can narrow an authorization', async () => {
    const other = await delegate(await issue())
    await expect(narrow(other)).rejects.toThrow(code('authorization_not_holder'))
    restart()
    await expect(narrow(other)).rejects.toThrow(code('authorization_not_holder'))
  })

  it('replaced ones are forgotten in time; the newest, and that it was taken back, never', async () => {
    const rows = home.db.prepare('SELECT count(*) FROM authorizations').pluck()
    for (let run = 0; run < 3; run += 1) await issue()
    home.pass(91 * DAY)
    await issue(WEATHER)
    expect(rows.get()).toBe(2)
    const current = authorizations.current(NOTE.capUri)
    authorizations.revoke(current?.id ?? '')
    home.pass(400 * DAY)
    await issue(WEATHER)
    restart()
    await expect(authorizations.ensure({ ...NOTE, actions: ALL })).rejects.toThrow(
      code('authorization_revoked'),
    )
  })
})
