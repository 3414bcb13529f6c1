import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnDid } from '../../contract/agent-dids.ts'
import { authorizedKey, documentProof, validateDidDocument, verifyWithKey } from '../../identity/index.ts'
import { keychainInMemory, useIdentityHome } from '../../identity/keys/testing.ts'
import type { IdentityService, Relationship } from '../../identity/types.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { createOwnDids, type OwnDids } from './own-dids.ts'

const home = useIdentityHome()
let identity: IdentityService
let dids: OwnDids
beforeEach(async () => {
  identity = await home.ready(keychainInMemory().keychain)
  dids = createOwnDids({ db: home.database(), identity, now: home.now })
})

const read = ({ did, document }: OwnDid) => validateDidDocument(did, document)
const refusal = async (work: () => unknown): Promise<string> => {
  try {
    await work()
    return 'nothing was refused'
  } catch (thrown) {
    return toSatchelError(thrown).code
  }
}
/** Whether the DID's signature over some bytes counts for a use, as others would find out. */
const counts = async (one: OwnDid, relationship: Relationship): Promise<boolean> => {
  const signer = dids.signer(one.did, { purpose: 'test', requester: 'test' })
  const bytes = Buffer.from('what is signed')
  const signature = await signer.sign(bytes)
  return verifyWithKey(authorizedKey(read(one), signer.keyId, relationship), bytes, signature)
}

describe('an identity of our own', () => {
  it('of a host is at its well-known address', async () => {
    const made = await dids.create({
      host: 'Agents.Example',
      descriptionUrl: 'https://agents.example/ad.json',
    })
    expect(made).toMatchObject({
      did: 'did:wba:agents.example',
      kind: 'Ed25519',
      url: 'https://agents.example/.well-known/did.json',
      path: '.well-known/did.json',
      deactivatedAt: null,
    })
    expect(made.document).toMatchObject({
      verificationMethod: [{ id: 'did:wba:agents.example#key-1', type: 'Multikey' }],
      service: [{ type: 'AgentDescription', serviceEndpoint: 'https://agents.example/ad.json' }],
    })
    expect(await counts(made, 'authentication')).toBe(true)
    expect(await counts(made, 'assertionMethod')).toBe(true)
    expect(dids.list()).toEqual([made])
  })

  it.each(['w3c', 'sdk'] as const)(
    'with a path names its key, and proves its document: %s',
    async (dialect) => {
      const made = await dids.create({ host: 'agents.example:8443', path: ['agents', 'ana'], dialect })
      expect(made.did).toMatch(/^did:wba:agents\.example%3A8443:agents:ana:e1_[\w-]{43}$/)
      expect(made.url).toBe(
        `https://agents.example:8443/agents/ana/${made.did.split(':').at(-1) ?? ''}/did.json`,
      )
      expect(documentProof(read(made))).toMatchObject({ state: 'valid', dialect, keyId: `${made.did}#key-1` })
      expect(await counts(made, 'authentication')).toBe(true)
      const changed = { ...made, document: { ...made.document, service: [] } }
      expect(await refusal(() => read(changed))).toBe('did_document_invalid')
    },
  )

  it('with k1 has a secp256k1 key, and no need of a proof', async () => {
    const made = await dids.create({ host: 'agents.example', path: ['ben'], key: 'k1' })
    expect(made.did).toMatch(/:ben:k1_[\w-]{43}$/)
    expect(made).toMatchObject({ kind: 'secp256k1' })
    expect(made.document).not.toHaveProperty('proof')
    expect(await counts(made, 'authentication')).toBe(true)
  })

  it.each([
    ['127.0.0.1', [], 'did_unresolvable'],
    ['agents.example:0', [], 'did_unresolvable'],
    ['a b', [], 'did_unresolvable'],
    ['agents.example', ['..'], 'invalid_request'],
    ['agents.example', ['a/b'], 'invalid_request'],
    ['agents.example', ['e1_x'], 'did_unresolvable'],
  ] as const)('isn’t made for %s %j', async (host, path, code) => {
    expect(await refusal(() => dids.create({ host, path: [...path] }))).toBe(code)
    expect(identity.keys()).toHaveLength(1)
  })

  it('of a host is made once', async () => {
    await dids.create({ host: 'agents.example' })
    expect(await refusal(() => dids.create({ host: 'agents.example' }))).toBe('agent_did_exists')
  })
})

describe('a new key', () => {
  it('replaces that of a host, under a name of its own', async () => {
    const before = await dids.create({
      host: 'agents.example',
      descriptionUrl: 'https://agents.example/ad.json',
    })
    const after = await dids.rotate(before.did)
    expect(after.did).toBe(before.did)
    expect(after.keyId).not.toBe(before.keyId)
    expect(after.document).toMatchObject({
      authentication: [`${after.did}#key-2`],
      service: before.document['service'],
    })
    expect(after.document).not.toHaveProperty('alsoKnownAs')
    expect(await counts(after, 'authentication')).toBe(true)
    expect(identity.keys().find(({ keyId }) => keyId === before.keyId)?.retiredAt).not.toBeNull()
    expect(dids.list()).toHaveLength(1)
  })

  it('replaces one of a host that was retired already', async () => {
    const before = await dids.create({ host: 'agents.example' })
    identity.retire({ keyId: before.keyId })
    const after = await dids.rotate(before.did)
    expect(await counts(after, 'authentication')).toBe(true)
  })

  it('makes a successor of an identity that names its key, as the old key says', async () => {
    const before = await dids.create({ host: 'agents.example', path: ['ana'] })
    const after = await dids.rotate(before.did)
    expect(after.did).toMatch(/^did:wba:agents\.example:ana:e1_/)
    expect(after.document).toMatchObject({ alsoKnownAs: [before.did] })
    const ended = dids.get(before.did)
    expect(ended).toMatchObject({ successor: after.did, deactivatedAt: home.now().toISOString() })
    // Still proven by the old key, of which nothing else counts any more.
    const document = read(ended)
    expect(document).toMatchObject({ deactivated: true, successor: after.did })
    expect(documentProof(document)).toMatchObject({ state: 'valid', keyId: `${before.did}#key-1` })
    expect(await refusal(() => authorizedKey(document, `${before.did}#key-1`, 'assertionMethod'))).toBe(
      'did_deactivated',
    )
    expect(
      await refusal(() =>
        read({ ...ended, document: { ...ended.document, successorDid: 'did:wba:x.example' } }),
      ),
    ).toBe('did_document_invalid')
    expect(await refusal(() => dids.rotate(before.did))).toBe('agent_did_inactive')
    expect(await refusal(() => dids.signer(before.did, { purpose: 'p', requester: 'r' }))).toBe(
      'agent_did_inactive',
    )
  })

  it('isn’t made while the old one signs by default', async () => {
    const made = await dids.create({ host: 'agents.example' })
    const standard = identity.keys().find(({ isDefault }) => isDefault)?.keyId ?? ''
    identity.setDefault({ keyId: made.keyId, replaces: standard })
    expect(await refusal(() => dids.rotate(made.did))).toBe('key_in_use')
    expect(dids.get(made.did)).toEqual(made)
    expect(identity.keys()).toHaveLength(2)
  })
})

describe('an identity that is given up', () => {
  it('says so in its document, and signs no more', async () => {
    const made = await dids.create({ host: 'agents.example', path: ['ana'] })
    const ended = await dids.deactivate(made.did)
    expect(ended.document).toMatchObject({ deactivated: true })
    expect(ended.document).not.toHaveProperty('authentication')
    expect(ended.document).not.toHaveProperty('successorDid')
    expect(documentProof(read(ended))).toMatchObject({ state: 'valid' })
    expect(identity.keys().find(({ keyId }) => keyId === made.keyId)?.retiredAt).not.toBeNull()
    expect(await refusal(() => dids.deactivate(made.did))).toBe('agent_did_inactive')
    expect(await refusal(() => dids.get('did:wba:none.example'))).toBe('agent_did_unknown')
  })
})
