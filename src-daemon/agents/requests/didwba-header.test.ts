import { describe, expect, it } from 'vitest'
import { authorizedKey, createMemorySigner, keyOfKeyId, validateDidDocument } from '../../identity/index.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { openDatabase } from '../../storage/index.ts'
import { createNonceStore } from '../core/nonces.ts'
import { sdkDocuments, sdkVectors } from '../testing/vectors.ts'
import { writeDidWbaHeader } from './didwba-header.ts'
import { verifyRequest, type VerifyRequestDeps } from './verify-request.ts'

const { time, audience, headers } = sdkVectors.headers

const receiverWith = ({
  keyOf,
  at = time,
}: {
  keyOf?: VerifyRequestDeps['dids']['key']
  at?: string
} = {}) => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const now = () => new Date(at)
  const listed: VerifyRequestDeps['dids']['key'] = (keyId, relationship) => {
    const json = Object.values(sdkDocuments).find(({ id }) => keyId.startsWith(`${id}#`))
    return Promise.resolve(authorizedKey(validateDidDocument(json?.id ?? '', json), keyId, relationship))
  }
  const deps = { dids: { key: keyOf ?? listed }, nonces: createNonceStore({ db, now }), now }
  return {
    verify: (header: string, host = audience) =>
      verifyRequest(
        {
          method: 'GET',
          targetUri: `https://${host}/`,
          header: (name) => (name === 'authorization' ? header : undefined),
          body: Buffer.alloc(0),
        },
        { dids: ['did:wba:api.example'], hosts: [host] },
        deps,
      ),
  }
}
const refusal = async (promise: Promise<unknown>): Promise<string> =>
  toSatchelError(await promise.catch((thrown: unknown) => thrown)).code

describe('headers of ANP’s reference SDK', () => {
  it.each(headers)('of $identity, version $version, are verified, once and by their host', async (one) => {
    const { verify } = receiverWith()
    expect(await refusal(verify(one.header, 'other.example'))).toBe('did_auth_bad_signature')
    expect(await verify(one.header)).toMatchObject({
      form: one.version === null ? 'didwba-legacy' : 'didwba',
      did: sdkDocuments[one.identity]?.id,
    })
    expect(await refusal(verify(one.header))).toBe('did_auth_replayed')
  })

  it('are refused late, early, and with any part changed', async () => {
    const { header } = headers[0] ?? { header: '' }
    expect(await refusal(receiverWith({ at: '2026-03-02T10:05:01Z' }).verify(header))).toBe(
      'did_auth_expired',
    )
    expect(await refusal(receiverWith({ at: '2026-03-02T09:58:59Z' }).verify(header))).toBe(
      'did_auth_expired',
    )
    const { verify } = receiverWith()
    expect(await refusal(verify(header.replace('nonce="e1', 'nonce="x1')))).toBe('did_auth_bad_signature')
    expect(await refusal(verify(header.replace('10:00:00', '10:00:01')))).toBe('did_auth_bad_signature')
    // Signed with `aud`, not with `service`.
    expect(await refusal(verify(header.replace('v="1.1"', 'v="1.0"')))).toBe('did_auth_bad_signature')
    expect(await refusal(verify(header.replace('"key-1"', '"key-2"')))).toBe('key_not_authorized')
    expect(await verify(header)).toMatchObject({ form: 'didwba' })
  })

  it.each([
    ['a member twice', (text: string) => text.replace('DIDWba ', 'DIDWba did="x", ')],
    ['no nonce', (text: string) => text.replace(/nonce="[^"]*", /, '')],
    ['more after it', (text: string) => `${text} and more`],
    ['a key of another DID', (text: string) => text.replace('"key-1"', '"did:wba:other.example#key-1"')],
    ['no time', (text: string) => text.replace(time, 'yesterday')],
  ])('are refused with %s', async (_what, change) => {
    const { header } = headers[0] ?? { header: '' }
    expect(await refusal(receiverWith().verify(change(header)))).toBe('did_auth_malformed')
  })
})

describe('headers of our own', () => {
  it('are of version 1.1, and verified', async () => {
    const { keyId, sign } = createMemorySigner(new Uint8Array(32).fill(3))
    const did = 'did:wba:agents.example'
    const signer = { did, keyId: `${did}#key-1`, sign }
    const header = await writeDidWbaHeader({ signer, audience, now: new Date(time), nonce: 'n' })
    expect(header).toMatch(
      /^DIDWba v="1\.1", did="did:wba:agents\.example", nonce="n", timestamp="2026-03-02T10:00:00Z", /,
    )
    const { verify } = receiverWith({ keyOf: () => Promise.resolve(keyOfKeyId(keyId)) })
    expect(await verify(header)).toMatchObject({ form: 'didwba', did, keyId: `${did}#key-1` })
  })
})
