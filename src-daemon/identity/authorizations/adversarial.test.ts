import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { didOfKey } from '../dids/did-key.ts'
import { createMemorySigner } from '../keys/memory-signer.ts'
import type { Signer } from '../core/types.ts'
import type { Authorizations } from './types.ts'
import { CONTEXTS } from './document.ts'
import { rootIdOf } from './target.ts'
import { forge, NOTE, openHome, type Home } from './testing.ts'

type Json = Readonly<Record<string, unknown>>

const DAY_MS = 86_400_000
const ACTIONS = ['state.create', 'state.query']

let home: Home
let authorizations: Authorizations
/**
 * The party that an authorization was delegated to: it has a key of its own and can sign whatever it likes.
 */
let other: Signer
let passedOn: Json
beforeEach(async () => {
  home = openHome()
  authorizations = home.start()
  other = createMemorySigner()
  const { id: parent } = await authorizations.issue({ ...NOTE, actions: [...ACTIONS, 'state.update'] })
  const { id } = await authorizations.attenuate({
    parent,
    actions: ACTIONS,
    expiresInSeconds: 86_400,
    controller: other.did,
  })
  passedOn = authorizations.chain(id)[1] ?? {}
})
afterEach(() => home.close())

const code = (code: string) => expect.objectContaining({ code }) as unknown
/** The chain inside the last document, followed by that document. */
const chainOf = (last: Json): Json[] => {
  const { capabilityChain } = last['proof'] as { capabilityChain: (string | Json)[] }
  const parent = capabilityChain.at(-1)
  return typeof parent === 'object' ? [...chainOf(parent), last] : [last]
}
const show = (last: Json, more: { action?: string; target?: string; chain?: readonly unknown[] } = {}) =>
  authorizations.verifyChain({
    chain: chainOf(last),
    action: 'state.query',
    target: home.target(),
    ...more,
  })
const below = (more: Partial<Parameters<typeof forge>[0]> = {}) =>
  forge({
    by: other,
    target: home.target(),
    parent: passedOn,
    created: home.time,
    expires: home.time + DAY_MS,
    ...more,
  })
/** The same document with something changed after it was signed. */
const changed = (document: Json, change: (copy: Editable) => void): Json => {
  const copy = structuredClone(document) as unknown as Editable
  change(copy)
  return copy as unknown as Json
}
interface Editable {
  readonly proof: { readonly capabilityChain: readonly (Editable | undefined)[] }
}

describe('a chain that another party shows', () => {
  it('is good when every link is', async () => {
    const last = await below()
    expect(await show(last)).toEqual({ controller: last['controller'], expiresAt: last['expires'] })
    await expect(show(last, { action: 'state.create' })).rejects.toThrow(code('authorization_missing_action'))
    await expect(show(last, { action: 'state.update' })).rejects.toThrow(code('authorization_missing_action'))
  })

  it.each([
    ['more actions', { actions: [...ACTIONS, 'state.delete'] }],
    ['an action of the grandparent', { actions: ['state.update'] }],
    ['a longer time', { expires: Date.parse('2027-01-01T00:00:00Z') }],
  ])('is refused for a child with %s', async (_, more) => {
    await expect(show(await below(more))).rejects.toThrow(code('authorization_widened'))
  })

  it('is refused for every changed member of every link', async () => {
    const last = await below()
    const changes: ((copy: Editable) => void)[] = [
      (copy) => Object.assign(copy, { controller: createMemorySigner().did }),
      (copy) => Object.assign(copy, { id: 'urn:uuid:00000000-0000-4000-8000-000000000000' }),
      (copy) => Object.assign(copy, { allowedAction: ['state.create'] }),
      (copy) => Object.assign(copy, { expires: '2026-11-21T13:00:00Z' }),
      (copy) => Object.assign(copy.proof, { created: '2026-11-21T12:00:01Z' }),
      (copy) => Object.assign(copy.proof.capabilityChain[2] ?? {}, { allowedAction: ['state.query'] }),
      (copy) =>
        Object.assign(copy.proof.capabilityChain[2]?.proof ?? {}, { created: '2026-11-21T11:00:00Z' }),
    ]
    for (const change of changes)
      await expect(show(changed(last, change), { action: 'state.query' })).rejects.toThrow(
        code('authorization_invalid'),
      )
  })

  it.each<[string, () => Promise<Json>]>([
    ['signed by a key that does not hold the parent', () => below({ by: createMemorySigner() })],
    [
      'that names the holder, but was signed by another',
      () => below({ by: { ...createMemorySigner(), keyId: other.keyId } }),
    ],
    ['signed for another purpose', () => below({ proof: { proofPurpose: 'assertionMethod' } })],
    ['signed for an invocation', () => below({ proof: { proofPurpose: 'capabilityInvocation' } })],
    ['of another suite', () => below({ proof: { cryptosuite: 'eddsa-rdfc-2022' } })],
    ['with a method that no document lists', () => below({ by: { ...other, keyId: `${other.did}#key-1` } })],
    [
      'with an unknown context',
      () => below({ body: { '@context': [...CONTEXTS, 'https://evil.example/v1'] } }),
    ],
    ['with a caveat that is not understood', () => below({ body: { caveat: [{ type: 'Weekdays' }] } })],
    ['with no actions, which would mean all', () => below({ body: { allowedAction: undefined } })],
    ['delegated before its parent', () => below({ created: home.time - DAY_MS })],
    ['that skips a link', () => below({ proof: { capabilityChain: [rootIdOf(home.target()), passedOn] } })],
    ['with a cycle', () => below({ body: { id: passedOn['id'] } })],
    [
      'that is its own parent',
      () => {
        const id = 'urn:uuid:00000000-0000-4000-8000-000000000001'
        return below({ body: { id, parentCapability: id } })
      },
    ],
  ])('is refused for a document %s', async (_, make) => {
    await expect(show(await make())).rejects.toThrow(code('authorization_invalid'))
  })

  it('is refused for a key of a curve the suite does not know', async () => {
    const p256 = didOfKey({ curve: 'P-256', bytes: Uint8Array.from([2, ...Array<number>(32).fill(1)]) })
    const keyId = `${p256}#${p256.slice(8)}`
    await expect(show(await below({ by: { ...other, keyId } }))).rejects.toThrow(
      code('authorization_invalid'),
    )
  })

  it('is refused when the target was swapped for that of another capability', async () => {
    const weather = home.target({ capUri: 'did:nuwa:cap:weather', scope: 'sc:weather' })
    const swapped = await below({ target: weather })
    await expect(show(swapped, { target: weather })).rejects.toThrow(code('authorization_wrong_target'))
    await expect(show(await below(), { target: weather })).rejects.toThrow(code('authorization_wrong_target'))
    const ownRoot = await forge({
      by: other,
      target: weather,
      created: home.time,
      expires: home.time + DAY_MS,
    })
    await expect(show(ownRoot, { target: weather })).rejects.toThrow(code('authorization_invalid'))
  })

  it('is refused when it is another owner’s, though every proof of it holds', async () => {
    const stranger = openHome()
    const theirs = stranger.start()
    const { id } = await theirs.issue({ ...NOTE, actions: ACTIONS })
    const chain = theirs.chain(id)
    const target = stranger.target()
    expect(await theirs.verifyChain({ chain, action: 'state.query', target })).toBeDefined()
    await expect(authorizations.verifyChain({ chain, action: 'state.query', target })).rejects.toThrow(
      code('authorization_other_owner'),
    )
    await expect(
      authorizations.verifyChain({ chain, action: 'state.query', target: home.target() }),
    ).rejects.toThrow(code('authorization_other_owner'))
    stranger.close()
  })

  it('is refused when the owner signed it and has no record of it', async () => {
    const unrecorded = await forge({
      by: home.owner,
      target: home.target(),
      created: home.time,
      expires: home.time + DAY_MS,
    })
    await expect(show(unrecorded)).rejects.toThrow(code('authorization_unknown'))
  })

  it('is refused when it is too deep', async () => {
    let [holder, last] = [other, passedOn]
    for (const links of [4, 5, 6, 7]) {
      const next = createMemorySigner()
      last = await below({ by: holder, parent: last, controller: next.did })
      if (links <= 5) await show(last)
      else await expect(show(last)).rejects.toThrow(code('authorization_too_deep'))
      holder = next
    }
  })

  it('is refused once it has ended, or anything above it was taken back, though it was verified before', async () => {
    const last = await below({ expires: home.time + 60_000 })
    await show(last)
    home.pass(60)
    await expect(show(last)).rejects.toThrow(code('authorization_expired'))
    const longer = await below({ created: home.time, expires: home.time + 60_000 })
    await show(longer)
    authorizations.revoke(String(passedOn['id']))
    await expect(show(longer)).rejects.toThrow(code('authorization_revoked'))
    authorizations = home.start()
    await expect(show(longer)).rejects.toThrow(code('authorization_revoked'))
  })

  it('is refused when its documents do not belong together', async () => {
    const [first, second, last] = chainOf(await below())
    for (const chain of [
      [],
      [last],
      [second, first, last],
      [first, second, last, last],
      [first, {}, last],
      [null],
    ])
      await expect(show(last ?? {}, { chain })).rejects.toThrow(code('authorization_invalid'))
  })

  it('is refused, and nothing else happens, when it is nested without end', async () => {
    let deep: Json = {}
    for (let level = 0; level < 20_000; level += 1) deep = { proof: { capabilityChain: [deep] } }
    const inside = await below()
    const nested = [
      deep,
      { ...inside, controller: deep },
      changed(inside, ({ proof }) => Object.assign(proof, { capabilityChain: [deep, passedOn] })),
    ]
    for (const last of nested)
      await expect(authorizations.verifyChain({ chain: [last], action: 'a', target: 'b' })).rejects.toThrow(
        code('authorization_invalid'),
      )
  })

  it('is never a reason to ask the network', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const web = 'did:web:evil.example'
    const attempts = [
      await below({ by: { ...other, keyId: `${web}#key-1` } }),
      await below({ body: { '@context': ['https://evil.example/v1'] } }),
      await below({ proof: { verificationMethod: 'https://evil.example/key' } }),
    ]
    for (const last of attempts) await expect(show(last)).rejects.toThrow(code('authorization_invalid'))
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })
})

describe('a database that somebody edited', () => {
  const edit = (column: string, value: string, where = 'cap_uri IS NOT NULL') =>
    home.db.prepare(`UPDATE authorizations SET ${column} = ? WHERE ${where}`).run(value)
  const document = () =>
    home.db.prepare('SELECT document_json FROM authorizations WHERE cap_uri IS NOT NULL').pluck()
  const use = async (action: string) => {
    authorizations = home.start()
    const { id } = await authorizations.ensure({ ...NOTE, actions: ACTIONS })
    authorizations.check({ id, action, ...NOTE })
  }

  it('is valid if it was not changed', async () => {
    await use('state.query')
    await expect(use('state.delete')).rejects.toThrow(code('authorization_missing_action'))
  })

  it('grants nothing by its columns', async () => {
    edit('actions_json', '["state.delete","state.query"]')
    await expect(use('state.delete')).rejects.toThrow(code('authorization_invalid'))
    edit('actions_json', JSON.stringify([...ACTIONS, 'state.update']))
    await use('state.query')
    edit('expires_at', '2099-01-01T00:00:00Z')
    await expect(use('state.query')).rejects.toThrow(code('authorization_invalid'))
  })

  it('grants nothing by its documents, nor by both', async () => {
    const before = String(document().get())
    const widened = before.replace('"state.query"', '"state.query","state.delete"')
    expect(widened).not.toBe(before)
    edit('document_json', widened)
    await expect(use('state.delete')).rejects.toThrow(code('authorization_invalid'))
    edit('actions_json', JSON.stringify(['state.create', 'state.query', 'state.delete', 'state.update']))
    await expect(use('state.delete')).rejects.toThrow('its proof does not hold')
    edit('document_json', '{}')
    await expect(use('state.delete')).rejects.toThrow(code('authorization_invalid'))
  })

  it('grants nothing by a document of the editor’s own, signed with their own key', async () => {
    const own = await forge({
      by: createMemorySigner(),
      target: home.target(),
      actions: ['state.delete', 'state.query'],
      created: home.time,
      expires: home.time + 365 * DAY_MS,
    })
    edit('id', String(own['id']))
    edit('controller', String(own['controller']))
    edit('actions_json', JSON.stringify(own['allowedAction']))
    edit('issued_at', String((own['proof'] as Json)['created']))
    edit('expires_at', String(own['expires']))
    edit('document_json', JSON.stringify(own))
    await expect(use('state.delete')).rejects.toThrow('its proof does not hold')
  })

  it('gives one capability nothing of another’s', async () => {
    const weather = { capUri: 'did:nuwa:cap:weather', scope: 'sc:weather' }
    const { id } = await authorizations.issue({ ...weather, actions: ['state.delete'] })
    home.db
      .prepare('UPDATE authorizations SET revoked_at = NULL, cap_uri = ? WHERE id = ?')
      .run(NOTE.capUri, id)
    authorizations = home.start()
    const mine = await authorizations.ensure({ ...NOTE, actions: ACTIONS })
    expect(mine.id).not.toBe(id)
    expect(() => authorizations.check({ id: mine.id, action: 'state.delete', ...NOTE })).toThrow(
      code('authorization_missing_action'),
    )
  })
})
