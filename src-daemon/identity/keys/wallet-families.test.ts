import { getAddressDecoder, type Address } from '@solana/addresses'
import { getCompiledTransactionMessageEncoder } from '@solana/transaction-messages'
import { base58btc } from 'multiformats/bases/base58'
import { describe, expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import type { WalletPayload } from '../core/wallet-keys.ts'
import { keyOfKeyId } from '../dids/did-key.ts'
import { publicPartOf } from './curves.ts'
import { keychainInMemory, useIdentityHome } from './testing.ts'
import { hardened, readWalletSecret } from './wallet-secrets.ts'
import { signableOf } from './wallet-signing.ts'

const home = useIdentityHome()
const requester = 'did:web:shop.example'
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const publicOf = (secret: Uint8Array): Uint8Array => keyOfKeyId(publicPartOf('Ed25519', secret).keyId).bytes
const addressOf = (secret: Uint8Array): Address => getAddressDecoder().decode(publicOf(secret))
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'ok'
  } catch (thrown) {
    return thrown instanceof SatchelError ? thrown.code : String(thrown)
  }
}
/** Of every list of words (BIP-39), the one of its first vector. */
const PHRASE = `${'abandon '.repeat(11)}about`
const SECRET = Uint8Array.from({ length: 32 }, (_, n) => n + 1)
const PUBLIC = publicOf(SECRET)

describe('secret keys of wallets', () => {
  it('follow from a seed as the vectors of SLIP-10 have it', () => {
    const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
    expect(hex(hardened(seed, []))).toBe('2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7')
    expect(hex(hardened(seed, [0, 1, 2, 2, 1_000_000_000]))).toBe(
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    )
  })

  it('are those of the first account of a recovery phrase, as the wallets of each family have it', async () => {
    const evm = await readWalletSecret('evm', 'secp256k1', PHRASE)
    expect(hex(evm.secret)).toBe('1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727')
    const solana = await readWalletSecret('solana', 'Ed25519', ` ${PHRASE.toUpperCase()}\n`)
    expect(addressOf(solana.secret)).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
    const near = await readWalletSecret('near', 'Ed25519', PHRASE)
    // As near-api-js has it.
    expect(base58btc.encode(near.secret).slice(1)).toBe('pAxKZwJLJ9ifVLnXdQXde5Utq9o3jVSwGmRe2T4xAp9')
    expect(await codeOf(readWalletSecret('near', 'Ed25519', 'abandon '.repeat(12)))).toBe('key_import_phrase')
    expect(await codeOf(readWalletSecret('near', 'Ed25519', `${PHRASE}x`))).toBe('key_import_phrase')
  })

  it('are read as NEAR and Solana write them, and refused where their public half is another one', async () => {
    const pair = Buffer.concat([SECRET, PUBLIC])
    const letters = base58btc.encode(pair).slice(1)
    for (const [family, text] of [
      ['near', `ed25519:${letters}`],
      ['near', `ed25519:${base58btc.encode(SECRET).slice(1)}`],
      ['solana', letters],
      ['solana', JSON.stringify([...pair])],
      ['solana', hex(SECRET)],
    ] as const)
      expect(hex((await readWalletSecret(family, 'Ed25519', text)).secret), text).toBe(hex(SECRET))
    const wrong = Buffer.from(pair).fill(7, 40)
    expect(await codeOf(readWalletSecret('solana', 'Ed25519', JSON.stringify([...wrong])))).toBe(
      'key_import_mismatch',
    )
    expect(
      await codeOf(
        readWalletSecret('near', 'Ed25519', `ed25519:${base58btc.encode(pair.subarray(0, 40)).slice(1)}`),
      ),
    ).toBe('key_import_invalid')
  })

  it('sign for their family alone, never as the owner, and stay in the log without what was signed', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const key = await identity.importWalletKey({ family: 'solana', label: 'Sol', text: hex(SECRET) })
    const { keyId } = key
    expect(await codeOf(identity.importWalletKey({ family: 'near', label: 'Near', text: hex(SECRET) }))).toBe(
      'key_exists',
    )
    const near = {
      family: 'near',
      kind: 'message',
      text: 'Hi',
      recipient: 'shop.near',
      nonce: SECRET,
    } as const
    expect(await codeOf(identity.signForWallet({ keyId, payload: near, requester }))).toBe(
      'wallet_account_unknown',
    )
    expect(await codeOf(identity.sign({ purpose: 'package', requester, keyId, bytes: SECRET }))).toBe(
      'key_of_wallet',
    )
    const [owner] = identity.keys()
    expect(() => identity.setDefault({ keyId, replaces: owner?.keyId ?? '' })).toThrow(
      expect.objectContaining({ code: 'key_of_wallet' }) as Error,
    )
    const payload = { family: 'solana', kind: 'message', bytes: Buffer.from('Sign in, please') } as const
    const signature = await identity.signForWallet({ keyId, payload, requester })
    expect(signature).toHaveLength(64)
    expect(identity.signatures({ limit: 5 })).toMatchObject([{ keyId, purpose: 'wallet_message', requester }])
    expect(JSON.stringify(identity.signatures({ limit: 5 }))).not.toContain('Sign in')
  })
})

const refusal = (payload: WalletPayload): Promise<string> => codeOf(signableOf(payload, PUBLIC))
const solana = (bytes: Uint8Array | string): WalletPayload => ({
  family: 'solana',
  kind: 'message',
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes,
})

describe('messages of NEAR', () => {
  it('are signed as near-api-js signs NEP-413, behind a mark that no transaction begins with', async () => {
    const nonce = new Uint8Array(Buffer.from('KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=', 'base64'))
    const payload = { family: 'near', kind: 'message', text: 'hi', recipient: 'example.near', nonce } as const
    const { bytes, sign } = await signableOf(payload, PUBLIC)
    expect(hex(bytes.subarray(0, 4))).toBe('9d010080') // 2^31 + 413
    expect(Buffer.from(sign(SECRET)).toString('base64')).toBe(
      'Ijzl0WuJFXGuiOitPQAxsdC3xE1yUT45MS6MuDWPLYfqhdeQJHlFoE0/jHf7POkCNT8P+ilRhF/+0BYZvNcxDw==',
    )
    for (const length of [0, 31, 33])
      expect(await refusal({ ...payload, nonce: new Uint8Array(length) })).toBe('wallet_message_invalid')
  })
})

/** A transfer to somebody, as a network takes it: without signatures. */
const transfer = (version: 'legacy' | 0): Uint8Array => {
  const [from, to] = [addressOf(SECRET), '11111111111111111111111111111112' as Address]
  const data = Buffer.from('0200000000e40b5402000000', 'hex')
  const header = { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 1 }
  const shared = {
    header,
    staticAccounts: [from, to, '11111111111111111111111111111111' as Address],
    lifetimeToken: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
    instructions: [{ programAddressIndex: 2, accountIndices: [0, 1], data }],
  }
  return Uint8Array.from(getCompiledTransactionMessageEncoder().encode({ ...shared, version }))
}

describe('messages of Solana', () => {
  it('are off-chain messages of version 1 that the account alone signs', async () => {
    // SRFC 3: the signing domain, the version, one signatory, and the text to the end.
    const of = (signer: Uint8Array, text: string): Uint8Array =>
      Buffer.concat([Buffer.from('\xffsolana offchain\x01\x01', 'latin1'), signer, Buffer.from(text)])
    expect(await refusal(solana(of(PUBLIC, 'Hello')))).toBe('ok')
    expect(await refusal(solana(of(publicOf(new Uint8Array(32).fill(9)), 'Hello')))).toBe(
      'wallet_message_invalid',
    )
    expect(await refusal(solana(of(PUBLIC, '')))).toBe('wallet_message_invalid')
    expect(await refusal(solana(Buffer.from('\xffsomething else', 'latin1')))).toBe('wallet_message_invalid')
    expect(await refusal(solana(of(PUBLIC, Buffer.from(transfer(0)).toString('base64'))))).toBe(
      'wallet_message_refused',
    )
  })

  it('are texts, and no bytes that are a transaction, however they are written', async () => {
    for (const raw of [transfer('legacy'), transfer(0)]) {
      const wired = Buffer.concat([Buffer.of(1), Buffer.alloc(64), raw])
      for (const bytes of [raw, wired]) {
        const binary = Buffer.from(bytes)
        expect(await refusal(solana(bytes))).toBe('wallet_message_refused')
        for (const text of [
          binary.toString('hex'),
          `0x${binary.toString('hex')}`,
          binary.toString('base64'),
          binary.toString('base64url'),
          base58btc.encode(bytes).slice(1),
          binary.toString('latin1'),
        ])
          expect(await refusal(solana(text)), text).toBe('wallet_message_refused')
      }
    }
    for (const text of ['', 'a\u0000b', 'a\u001b[2J'])
      expect(await refusal(solana(text)), text).toBe('wallet_message_invalid')
    expect(await refusal(solana(Buffer.from([0xc3, 0x28])))).toBe('wallet_message_invalid')
    for (const text of ['Hello', 'deadbeef', 'Two\nlines', '签名', 'x'.repeat(5000), 'Sign in: 2f6a'])
      expect(await refusal(solana(text)), text.slice(0, 20)).toBe('ok')
  })
})
