import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { SatchelError } from '../../platform/errors.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { didOfKey, keyIdOfDid } from '../../identity/dids/did-key.ts'
import { createDidResolver } from '../../identity/dids/resolver.ts'
import { createMemorySigner } from '../../identity/keys/memory-signer.ts'
import type { Signer } from '../../identity/types.ts'
import { createDidAuth, verifyDidAuth } from './did-auth.ts'
import { createDidAuthService } from './service.ts'
import { createNonceStore, type NonceStore } from '../core/nonces.ts'

// The secret of RFC 8032's first test; the signatures below are those of ../shared/vectors/acp/vectors.json (`didauth`).
const rfcSeed = new Uint8Array(
  Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
)
const signer = createMemorySigner(rfcSeed)
const audience = 'https://svc.example'
const data = {
  operation: 'http_request',
  params: { uri: 'https://svc.example/mcp', method: 'POST' },
  audience,
  nonce: 'n-1',
  timestamp: 1715600000,
}
const COVERED = '5FlrSbU--Ov8ZIGF4G-PMgkanY12oh6uS_qQTeJrb_A357FoR-y8Aoww_os6eaQNwKvGSPFMSgac1Pns-6OABA'
const PARAMS_LEFT_OUT =
  'kYR3MfVzWAMZ1sCjLuVcibdlcTqKl0--OEWY40qUUQ9Aelc1TEnsZyrmhHJVDzFVxkd1bSnkQhrOAX_kw1EmDA'
const HASHED_FIRST = 'o3VbvTZG-IgU5_C3EbDYeFZ1GucJh0tZAIomsEQMf5dCgWGoZCiYt3m3FBJ_ELZLENHIqwSV-Ly7cE4DFWxqBw'

const encode = (text: string | Uint8Array): string => `DIDAuthV1 ${Buffer.from(text).toString('base64url')}`
const signatureOf = (value: string) => ({ signer_did: signer.did, key_id: signer.keyId, value })
/** A header as another program may write it: members in its own order, arbitrary whitespace. */
const headerOf = (value: string, signed: object = data): string =>
  encode(JSON.stringify({ signed_data: signed, signature: signatureOf(value) }, null, 1))

describe('DID-Auth', () => {
  let dir: string
  let db: Database
  let now: number
  let nonces: NonceStore
  const clock = () => new Date(now)
  const dids = createDidResolver({
    now: clock,
    fetch: () => Promise.reject(new Error('nobody is asked for a did:key')),
  })

  const verify = (header: string, more: Partial<Parameters<typeof verifyDidAuth>[1]> = {}) =>
    verifyDidAuth(header, { audiences: [audience], dids, nonces, now: clock, ...more })
  const refusal = async (header: string, more: Parameters<typeof verify>[1] = {}) => {
    const thrown = await verify(header, more).then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(SatchelError)
    const error = thrown as SatchelError
    return { code: error.code as string, ...error.params }
  }
  const create = (more: Partial<Parameters<typeof createDidAuth>[0]> = {}) =>
    createDidAuth({
      signer,
      operation: 'ask',
      params: { a: [1, { b: '本' }] },
      audience,
      now: clock,
      ...more,
    })

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'satchel-did-auth-'))
    db = openDatabase({ path: join(dir, 'state.db') })
    now = data.timestamp * 1000
    nonces = createNonceStore({ db, now: clock })
  })
  afterEach(() => {
    db.close()
    rmSync(dir, { recursive: true, force: true })
  })

  describe('known signatures', () => {
    it('accepts the one over everything, in whatever order the members stand', async () => {
      expect(await verify(headerOf(COVERED))).toEqual({
        signerDid: signer.did,
        keyId: signer.keyId,
        operation: 'http_request',
        params: data.params,
      })
    })

    it('makes that very signature', async () => {
      const { operation, params, nonce } = data
      const header = await createDidAuth({ signer, operation, params, audience, nonce, now: clock })
      const written = Buffer.from(header.slice('DIDAuthV1 '.length), 'base64url').toString('utf8')
      expect(JSON.parse(written)).toEqual({ signed_data: data, signature: signatureOf(COVERED) })
    })

    it('never accepts the form that leaves out the members of params, nor a hash signed in their place', async () => {
      for (const value of [PARAMS_LEFT_OUT, HASHED_FIRST])
        expect(await refusal(headerOf(value))).toMatchObject({ code: 'did_auth_bad_signature' })
      // That form only signs a request without parameters, and it is accepted for nothing else.
      const bare = { ...data, params: {} }
      expect((await verify(headerOf(PARAMS_LEFT_OUT, bare))).params).toEqual({})
      expect(await refusal(headerOf(COVERED, bare))).toMatchObject({ code: 'did_auth_bad_signature' })
    })

    const file = new URL('../../../../shared/vectors/acp/vectors.json', import.meta.url)
    it.skipIf(!existsSync(file))('are those of ../shared/vectors (skipped where it is absent)', () => {
      const { didauth } = JSON.parse(readFileSync(file, 'utf8')) as {
        didauth: Record<string, unknown>
      }
      expect(didauth).toMatchObject({
        signed_data: data,
        jcs_signature_b64url: COVERED,
        identity_kit_signature_b64url: PARAMS_LEFT_OUT,
        nip2_strict_prehash_signature_b64url: HASHED_FIRST,
      })
    })
  })

  describe('who signed it', () => {
    const ones = new Uint8Array(32).fill(1)
    it.each([
      ['secp256k1', secp256k1],
      ['P-256', p256],
    ] as const)('may hold a %s key; the high-S twin of its signature is refused', async (curve, noble) => {
      const did = didOfKey({ curve, bytes: noble.getPublicKey(ones, true) })
      const sign = (lowS: boolean): Signer => ({
        did,
        keyId: keyIdOfDid(did),
        sign: (bytes) => {
          const low = noble.sign(bytes, ones, { lowS: true, prehash: true, format: 'compact' })
          if (lowS) return Promise.resolve(low)
          const s = noble.Point.Fn.ORDER - BigInt(`0x${Buffer.from(low.subarray(32)).toString('hex')}`)
          const high = Buffer.from(s.toString(16).padStart(64, '0'), 'hex')
          return Promise.resolve(new Uint8Array(Buffer.concat([low.subarray(0, 32), high])))
        },
      })
      expect((await verify(await create({ signer: sign(true) }))).signerDid).toBe(did)
      expect(await refusal(await create({ signer: sign(false) }))).toMatchObject({
        code: 'did_auth_bad_signature',
      })
    })

    it('must be the DID it names, with a key of that DID', async () => {
      const other = createMemorySigner()
      const pretending = { ...signer, sign: other.sign }
      expect(await refusal(await create({ signer: pretending }))).toMatchObject({
        code: 'did_auth_bad_signature',
      })
      const borrowed = { ...other, did: signer.did }
      expect(await refusal(await create({ signer: borrowed }))).toMatchObject({
        code: 'key_not_authorized',
        keyId: other.keyId,
      })
      const longer = { ...other, did: signer.did.slice(0, -1), keyId: signer.keyId }
      expect(await refusal(await create({ signer: longer }))).toMatchObject({ code: 'key_not_authorized' })
    })

    it('must use a key its document lists under authentication, not under another use', async () => {
      const did = 'did:web:example.org:bot'
      const key = {
        type: 'Multikey',
        controller: did,
        publicKeyMultibase: signer.did.slice('did:key:'.length),
      }
      const withDocument = (document: object) =>
        createDidResolver({
          now: clock,
          fetch: () => Promise.resolve(Response.json({ id: did, ...document })),
        })
      const web = { ...signer, did, keyId: `${did}#key-1` }
      const good = { verificationMethod: [{ id: '#key-1', ...key }], authentication: ['#key-1'] }
      expect(await verify(await create({ signer: web }), { dids: withDocument(good) })).toMatchObject({
        signerDid: did,
        keyId: `${did}#key-1`,
      })
      const wrong = { ...good, authentication: [], assertionMethod: ['#key-1'] }
      expect(await refusal(await create({ signer: web }), { dids: withDocument(wrong) })).toMatchObject({
        code: 'key_not_authorized',
        relationship: 'authentication',
      })
    })
  })

  describe('for whom and when', () => {
    it('demands its audience letter by letter', async () => {
      for (const other of ['https://svc.example/', 'https://SVC.example', 'https://svc.example:443', 'x'])
        expect(await refusal(await create({ audience: other }))).toEqual({
          code: 'did_auth_wrong_audience',
          expected: audience,
          found: other,
        })
    })

    it.each([
      [-300_000, null],
      [-300_001, '+301'],
      [300_000, null],
      [300_001, '-301'],
      [86_400_000, '-86400'],
    ])('with a clock %i ms off: %s', async (offset, difference) => {
      const header = await create()
      now += offset
      if (difference === null) expect((await verify(header)).operation).toBe('ask')
      else expect(await refusal(header)).toEqual({ code: 'did_auth_expired', difference, allowed: 300 })
    })

    it('does not accept what grew too old while its key was looked up', async () => {
      const slow: typeof dids = {
        ...dids,
        key: async (...input) => {
          const key = await dids.key(...input)
          now += 300_001
          return key
        },
      }
      expect(await refusal(await create(), { dids: slow })).toMatchObject({ code: 'did_auth_expired' })
    })
  })

  describe('once', () => {
    it('refuses the second time, also after a restart and until it is too old anyway', async () => {
      now -= 300_000 // The sender's clock is ahead by the maximum.
      const header = headerOf(COVERED)
      await verify(header)
      const again = { code: 'did_auth_replayed', did: signer.did }
      expect(await refusal(header)).toEqual(again)
      await expect(verify(header)).rejects.toMatchObject({ details: { nonce: 'n-1' } })
      db.close()
      db = openDatabase({ path: join(dir, 'state.db') })
      nonces = createNonceStore({ db, now: clock })
      expect(await refusal(header)).toEqual(again)
      now += 600_000
      expect(await refusal(header)).toEqual(again)
      now += 1
      expect(await refusal(header)).toMatchObject({ code: 'did_auth_expired' })
    })

    it('lets two signers use the same nonce, and one signer use it again after 600 s', async () => {
      const nonce = 'same'
      await verify(await create({ nonce }))
      await verify(await create({ nonce, signer: createMemorySigner() }))
      expect(await refusal(await create({ nonce }))).toMatchObject({ code: 'did_auth_replayed' })
      now += 600_001
      await verify(await create({ nonce }))
    })

    it('takes no nonce for a request that was refused', async () => {
      const nonce = 'victim'
      const forged = await create({ nonce, signer: { ...signer, sign: createMemorySigner().sign } })
      expect(await refusal(forged)).toMatchObject({ code: 'did_auth_bad_signature' })
      expect((await verify(await create({ nonce }))).signerDid).toBe(signer.did)
    })

    it('lets one of many at the same time through', async () => {
      const header = await create()
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => verify(header)))
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    })

    it('deletes expired nonces', async () => {
      const count = db.prepare('SELECT count(*) FROM did_auth_nonces').pluck()
      for (let index = 0; index < 5; index += 1) await verify(await create())
      expect(count.get()).toBe(5)
      now += 600_001
      await verify(await create())
      expect(count.get()).toBe(1)
    })
  })

  it.each([COVERED.slice(0, -2), `${COVERED}==`, `u${COVERED}`, ''])(
    'refuses a signature that is not 64 bytes of base64url: %j',
    async (value) => {
      expect(await refusal(headerOf(value))).toMatchObject({
        code: 'did_auth_malformed',
        place: 'signature.value',
      })
    },
  )

  it('refuses a DID that cannot be looked up, with the reason', async () => {
    const strange = { ...signer, did: 'did:rooch:0x1', keyId: 'did:rooch:0x1#k' }
    expect(await refusal(await create({ signer: strange }))).toMatchObject({ code: 'did_method_unknown' })
  })

  it('is not written for values JSON cannot hold, or too large ones', async () => {
    for (const params of [{ x: '\ud800' }, { x: NaN }, { x: 1n }, { x: 'x'.repeat(13_000) }])
      await expect(create({ params })).rejects.toMatchObject({ code: 'did_auth_malformed' })
    await expect(create({ operation: '' })).rejects.toMatchObject({ code: 'did_auth_malformed' })
  })

  it('carries any JSON parameters there and back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), async (params) => {
        const wellFormed = JSON.stringify(params).isWellFormed() && !JSON.stringify(params).includes('\\ud')
        fc.pre(wellFormed)
        const expected: unknown = JSON.parse(JSON.stringify(params))
        expect((await verify(await create({ params }))).params).toEqual(expected)
      }),
      { numRuns: effort(20, 60) },
    )
  })

  it('is refused with any one byte of it changed', async () => {
    const header = await create({ params: { uri: 'https://svc.example/mcp', n: 12.5, 本: ['é'] } })
    const fixed: NonceStore = { take: () => Promise.resolve(true) }
    await verify(header, { nonces: fixed })
    await fc.assert(
      fc.asyncProperty(fc.nat(header.length - 1), fc.integer({ min: 0, max: 255 }), async (at, code) => {
        fc.pre(header.charCodeAt(at) !== code)
        const changed = header.slice(0, at) + String.fromCharCode(code) + header.slice(at + 1)
        expect((await refusal(changed, { nonces: fixed })).code).toMatch(/^(did_|key_not_authorized$)/)
      }),
      { numRuns: effort(300, 1500) },
    )
    // And each byte of the content, replaced by one that is easily mistaken for it.
    const inside = Buffer.from(header.slice('DIDAuthV1 '.length), 'base64url')
    for (let at = 0; at < inside.length; at += 1) {
      const changed = Buffer.from(inside)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect((await refusal(encode(changed), { nonces: fixed })).code).toMatch(/^(did_|key_not_authorized$)/)
    }
  })

  it('logs whom the owner spoke to, and verifies with the nonces of this data directory', async () => {
    const asked: unknown[] = []
    const service = createDidAuthService({
      db,
      dids,
      now: clock,
      identity: {
        signer: (input) => {
          asked.push(input)
          return signer
        },
      },
    })
    const header = await service.create({ operation: 'ask', params: {}, audience, requester: 'cli' })
    expect(asked).toEqual([{ keyId: undefined, purpose: `did-auth ${audience}`, requester: 'cli' }])
    expect((await service.verify({ header, audience })).operation).toBe('ask')
    expect(await refusal(header)).toMatchObject({ code: 'did_auth_replayed' })
  })
})
