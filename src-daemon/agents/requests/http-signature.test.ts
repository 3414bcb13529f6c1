import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyKind, VerificationKey } from '../../contract/identity.ts'
import { createMemorySigner, keyOfKeyId } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createNonceStore } from '../core/nonces.ts'
import { signatureBase, signHttpRequest, type ReceivedRequest } from './http-signature.ts'
import { readSignatureInputs } from './signature-input.ts'
import { verifyRequest, type VerifyRequestDeps } from './verify-request.ts'

const DID = 'did:wba:agents.example'
const KEY_ID = `${DID}#key-1`
const URL_ = 'https://api.example/orders?fast=1'
const BODY = Buffer.from('{"order":"咖啡"}')
const secret = new Uint8Array(32).fill(7)
const ecdsa = { 'P-256': p256, secp256k1 } as const

/** A signer for our DID on each curve, and the key its document would list. */
const keyOn = (curve: KeyKind): { signer: Signer; key: VerificationKey } => {
  if (curve === 'Ed25519') {
    const { keyId, sign } = createMemorySigner(secret)
    return { signer: { did: DID, keyId: KEY_ID, sign }, key: keyOfKeyId(keyId) }
  }
  const sign = (bytes: Uint8Array) => Promise.resolve(ecdsa[curve].sign(bytes, secret))
  return {
    signer: { did: DID, keyId: KEY_ID, sign },
    key: { curve, bytes: ecdsa[curve].getPublicKey(secret) },
  }
}

let dir: string
let db: Database
let at: number
let deps: VerifyRequestDeps
let current: ReturnType<typeof keyOn>
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-agents-'))
  db = openDatabase({ path: join(dir, 'state.db') })
  at = Date.parse('2026-03-02T10:00:00Z')
  current = keyOn('Ed25519')
  const now = () => new Date(at)
  const key = (keyId: string, relationship: string) =>
    keyId === KEY_ID && relationship === 'authentication'
      ? Promise.resolve(current.key)
      : Promise.reject(
          new SatchelError('key_not_authorized', { params: { keyId, relationship, listed: KEY_ID } }),
        )
  deps = { dids: { key }, nonces: createNonceStore({ db, now }), now }
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true })
  expect(existsSync(dir)).toBe(false)
})

const request = (
  headers: Readonly<Record<string, string>>,
  change: Partial<Omit<ReceivedRequest, 'header'>> = {},
): ReceivedRequest => {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { method: 'POST', targetUri: URL_, body: BODY, header: (name) => lower.get(name), ...change }
}
const sign = (more: { method?: string; targetUri?: string; body?: Uint8Array | null; nonce?: string } = {}) =>
  signHttpRequest({
    signer: current.signer,
    method: 'POST',
    targetUri: URL_,
    body: BODY,
    now: new Date(at),
    ...more,
  })
const verify = (received: ReceivedRequest) =>
  verifyRequest(received, { dids: [DID], hosts: ['api.example'] }, deps)
const refusal = async (received: ReceivedRequest): Promise<string> => {
  const error = toSatchelError(await verify(received).catch((thrown: unknown) => thrown))
  const { place, problem } = error.params
  return place === undefined ? error.code : `${error.code} ${String(place)} ${String(problem)}`
}
/** Headers with a signature over these components and parameters, whatever they are. */
const signedAs = async (components: readonly string[], params: string, more: Record<string, string> = {}) => {
  const raw = `(${components.map((one) => `"${one}"`).join(' ')})${params}`
  const { header } = request(more)
  const base = signatureBase({ components, raw }, { method: 'POST', targetUri: URL_, header })
  const bytes = Buffer.from(await current.signer.sign(Buffer.from(base)))
  return { ...more, 'Signature-Input': `sig1=${raw}`, Signature: `sig1=:${bytes.toString('base64')}:` }
}
const created = () => at / 1000
const params = () => `;created=${String(created())};nonce="n";keyid="${KEY_ID}"`
const digest = async () => ({ 'Content-Digest': (await sign())['Content-Digest'] ?? '' })

describe('a signed request', () => {
  it.each(['Ed25519', 'P-256', 'secp256k1'] as const)('is verified on %s', async (curve) => {
    current = keyOn(curve)
    const headers = await sign()
    expect(Object.keys(headers)).toEqual(['Content-Digest', 'Signature-Input', 'Signature'])
    expect(headers['Signature-Input']).toMatch(
      /^sig1=\("@method" "@target-uri" "@authority" "content-digest"\);created=\d+;expires=\d+;nonce="[\w-]+";keyid="did:wba:agents\.example#key-1"$/,
    )
    expect(await verify(request(headers))).toEqual({
      form: 'http-signature',
      did: DID,
      keyId: KEY_ID,
      signed: null,
    })
  })

  it('needs no digest without a body', async () => {
    const headers = await sign({ method: 'GET', body: null })
    expect(Object.keys(headers)).toEqual(['Signature-Input', 'Signature'])
    expect(await verify(request(headers, { method: 'GET', body: Buffer.alloc(0) }))).toMatchObject({
      did: DID,
    })
  })

  it.each(['P-256', 'secp256k1'] as const)('counts with either s on %s, and in DER', async (curve) => {
    current = keyOn(curve)
    const headers = await sign()
    const { Signature } = ecdsa[curve]
    const good = Signature.fromBytes(Buffer.from(headers['Signature']?.slice(6, -1) ?? '', 'base64'))
    const { n } = ecdsa[curve].Point.CURVE()
    const twin = new Signature(good.r, n - good.s)
    expect(twin.hasHighS()).toBe(!good.hasHighS())
    const written = (bytes: Uint8Array) => `sig1=:${Buffer.from(bytes).toString('base64')}:`
    const der = { ...headers, Signature: written(good.toBytes('der')) }
    expect(await verify(request(der))).toMatchObject({ did: DID })
    // The twin is the same request: it isn't accepted a second time.
    expect(await refusal(request({ ...headers, Signature: written(twin.toBytes()) }))).toBe(
      'did_auth_replayed',
    )
    at += 1000
    const next = await sign()
    const s = Signature.fromBytes(Buffer.from(next['Signature']?.slice(6, -1) ?? '', 'base64'))
    const nextTwin = new Signature(s.r, n - s.s)
    expect(await verify(request({ ...next, Signature: written(nextTwin.toBytes()) }))).toMatchObject({
      did: DID,
    })
  })

  it('is refused with another method, address, host or body', async () => {
    const headers = await sign()
    for (const change of [
      { method: 'PUT' },
      { targetUri: 'https://api.example/orders?fast=2' },
      { targetUri: 'https://api.example:8443/orders?fast=1' },
      { targetUri: 'http://api.example/orders?fast=1' },
    ])
      expect(await refusal(request(headers, change))).toBe('did_auth_bad_signature')
    const other = Buffer.from(`${BODY.toString()} `)
    expect(await refusal(request(headers, { body: other }))).toBe(
      'did_auth_malformed content-digest other_content',
    )
    // None of these used up the nonce.
    expect(await verify(request(headers))).toMatchObject({ did: DID })
  })

  it('is accepted once, also after a restart', async () => {
    const headers = await sign()
    const both = await Promise.allSettled([verify(request(headers)), verify(request(headers))])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    deps = { ...deps, nonces: createNonceStore({ db, now: deps.now }) }
    expect(await refusal(request(headers))).toBe('did_auth_replayed')
  })

  it('without a nonce is accepted once, too', async () => {
    const signed = await signedAs(
      ['@method', '@target-uri', 'content-digest'],
      `;created=${String(created())};keyid="${KEY_ID}"`,
      await digest(),
    )
    expect(await verify(request(signed))).toMatchObject({ did: DID })
    expect(await refusal(request(signed))).toBe('did_auth_replayed')
  })

  it('counts for five minutes, or less if it says so, and at most one minute early', async () => {
    const headers = await sign()
    const start = at
    at = start + 301_000
    expect(await refusal(request(headers))).toBe('did_auth_expired')
    at = start - 61_000
    expect(await refusal(request(headers))).toBe('did_auth_expired')
    at = start - 59_000
    expect(await verify(request(headers))).toMatchObject({ did: DID })
    at = start
    const short = `;created=${String(created())};expires=${String(created() + 30)};nonce="s";keyid="${KEY_ID}"`
    const brief = await signedAs(['@method', '@target-uri', 'content-digest'], short, await digest())
    at = start + 31_000
    expect(await refusal(request(brief))).toBe('did_auth_expired')
    at = start + 30_000
    expect(await verify(request(brief))).toMatchObject({ did: DID })
  })

  it('must cover method, address and content', async () => {
    const all = ['@method', '@target-uri', 'content-digest']
    for (const missing of all) {
      const signed = await signedAs(
        all.filter((one) => one !== missing),
        params(),
        await digest(),
      )
      expect(await refusal(request(signed))).toBe(`did_auth_malformed ${missing} not_covered`)
    }
  })

  it('is by a key that authenticates for the DID', async () => {
    const other = params().replace('#key-1', '#key-2')
    const signed = await signedAs(['@method', '@target-uri', 'content-digest'], other, await digest())
    expect(await refusal(request(signed))).toBe('key_not_authorized')
    for (const keyid of ['key-1', 'did:wba:agents.example', 'https://agents.example#key-1'])
      expect(
        await refusal(
          request(
            await signedAs(
              ['@method', '@target-uri', 'content-digest'],
              params().replace(KEY_ID, keyid),
              await digest(),
            ),
          ),
        ),
      ).toBe('did_auth_malformed signature-input.keyid not_a_key_of_a_did')
  })

  it('has its parameters signed byte for byte, whatever their order and spaces', async () => {
    const odd = `; keyid="${KEY_ID}";nonce="a \\"b\\"";created=${String(created())};alg="ed25519"`
    const signed = await signedAs(['@target-uri', '@method', 'content-digest'], odd, await digest())
    expect(await verify(request(signed))).toMatchObject({ did: DID })
    const tidied = { ...signed, 'Signature-Input': signed['Signature-Input'].replace('; keyid', ';keyid') }
    expect(await refusal(request(tidied))).toBe('did_auth_bad_signature')
  })

  it('is refused for an algorithm that is not its key’s', async () => {
    const signed = await signedAs(
      ['@method', '@target-uri', 'content-digest'],
      `${params()};alg="hmac-sha256"`,
      await digest(),
    )
    expect(await refusal(request(signed))).toBe('did_auth_malformed signature-input.alg not_of_this_key')
  })

  it('may stand beside another one, and covers other headers', async () => {
    const covered = [
      '@method',
      '@target-uri',
      '@authority',
      '@path',
      '@query',
      '@scheme',
      'content-digest',
      'x-a',
    ]
    const signed = await signedAs(covered, params(), { ...(await digest()), 'X-A': ' b ' })
    const beside = {
      ...signed,
      'Signature-Input': `other=("@method");created=1;keyid="x", ${signed['Signature-Input']}`,
    }
    expect(await verify(request(beside))).toMatchObject({ did: DID })
    expect(await refusal(request({ ...beside, 'X-A': 'c' }))).toBe('did_auth_bad_signature')
  })
})

describe('headers that can’t be read', () => {
  it.each([
    ['sig1=("@method"', 'components'],
    ['sig1=()', 'components'],
    ['sig1=("@method" "@method")', 'component_twice'],
    ['sig1=("@method";req)', 'components'],
    ['sig1=("@method");created=1;created=2', 'twice'],
    ['sig1=("@method");created=1.5', 'unexpected_text'],
    ['sig1=("@method") x', 'unexpected_text'],
    ['sig1=("@method"), sig1=("@path")', 'label_twice'],
    ['sig1="@method"', 'not_a_list'],
    ['', 'no_label'],
    [`sig1=("@method");nonce="${'n'.repeat(9000)}"`, 'too_long'],
  ])('%s', (header, problem) => {
    let thrown: unknown
    try {
      readSignatureInputs(header)
    } catch (error) {
      thrown = error
    }
    expect(toSatchelError(thrown).params).toMatchObject({ problem })
  })

  it.each([
    ['a digest that isn’t one', { 'Content-Digest': 'sha-256=abc' }, 'content-digest not_bytes'],
    ['only hashes we don’t know', { 'Content-Digest': 'md5=:AAAA:' }, 'content-digest unknown_hash'],
    ['no signature', { Signature: 'sig2=:AAAA:' }, 'signature label_not_in_signature_input'],
    ['a signature that isn’t bytes', { Signature: 'sig1="AAAA"' }, 'signature not_bytes'],
  ])('%s', async (_what, change, problem) => {
    const signed = await signedAs(['@method', '@target-uri', 'content-digest'], params(), await digest())
    expect(await refusal(request({ ...signed, ...change }))).toBe(`did_auth_malformed ${problem}`)
  })
})
