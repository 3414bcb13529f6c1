import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bytesToHex, hexToBytes, keccak256, serializeTransaction, stringToBytes, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { WalletPayloadOf, WalletTypedData } from '../core/wallet-keys.ts'
import { keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'
import { signHash } from './transaction.ts'
import { hashForWallet, hidesTransaction } from './wallet-signing-evm.ts'

const home = useIdentityHome()
const requester = 'did:web:shop.example'
const to = '0x00000000000000000000000000000000000000aa' as const
const transaction = { type: 'eip1559', chainId: 31_337, nonce: 7, gas: 21_000n, to, value: 5n } as const
const bytes = hexToBytes(serializeTransaction(transaction))
const SECRET = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
const text: WalletPayloadOf<'evm'> = { family: 'evm', kind: 'message', text: 'Hello' }

/** The example of EIP-712. */
const MAIL: WalletTypedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
const hashOf = (payload: WalletPayloadOf<'evm'>): Hex => bytesToHex(hashForWallet(payload).hash)
const signedBy = (secret: Hex, payload: WalletPayloadOf<'evm'>): Hex => {
  const signature = signHash(hexToBytes(secret), hashForWallet(payload).hash)
  return bytesToHex(Uint8Array.of(...signature.subarray(0, 64), 27 + (signature[64] ?? 9)))
}
const refused = (payload: WalletPayloadOf<'evm'>): string => {
  try {
    hashForWallet(payload)
    return 'signed'
  } catch (thrown) {
    return (thrown as { code: string }).code
  }
}

describe('the keys of wallets', () => {
  it('sign for their account alone, and no other key signs for one', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const key = await identity.createWalletKey({ family: 'evm', label: 'Daily' })
    const info = identity.keys().find(({ keyId }) => keyId === key.keyId)
    expect(info).toMatchObject({ kind: 'secp256k1', wallet: 'evm', isChainAccount: false, isOwner: false })
    const { keyId } = key
    const use = { purpose: 'package', requester, keyId }
    const ofWallet = { code: 'key_of_wallet' }
    await expect(identity.sign({ ...use, bytes })).rejects.toMatchObject(ofWallet)
    expect(() => identity.signer(use)).toThrow(expect.objectContaining(ofWallet) as Error)
    await expect(identity.rotate({ keyId })).rejects.toMatchObject(ofWallet)
    const [owner] = identity.keys()
    expect(() => identity.setDefault({ keyId, replaces: owner?.keyId ?? '' })).toThrow(
      expect.objectContaining(ofWallet) as Error,
    )
    const chain = await identity.createChainAccount()
    const signing = await identity.create({ kind: 'secp256k1', label: 'Packages' })
    for (const other of [chain.keyId, signing.keyId, owner?.keyId ?? ''])
      await expect(identity.signForWallet({ keyId: other, payload: text, requester })).rejects.toMatchObject({
        code: 'wallet_account_unknown',
      })
    const signature = await identity.signForWallet({ keyId, payload: text, requester })
    expect(identity.signatures({ limit: 1 })).toMatchObject([{ keyId, purpose: 'wallet_message', requester }])
    const secret = secrets.get(info?.did ?? '') ?? new Uint8Array()
    expect(signature).toEqual(signHash(secret, hashForWallet(text).hash))
  })

  it('are imported once, never from a key that signs something else, and come back after removal', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const input = { family: 'evm' as const, label: 'Old', text: SECRET }
    const key = await identity.importWalletKey(input)
    expect(key).toMatchObject({ origin: 'imported', label: 'Old' })
    await expect(identity.importWalletKey(input)).rejects.toMatchObject({ code: 'key_exists' })
    await expect(
      identity.importKey({ text: SECRET, kind: 'secp256k1', label: 'Twice' }),
    ).rejects.toMatchObject({ code: 'key_exists' })
    identity.retire({ keyId: key.keyId })
    expect(identity.walletKeys()).toEqual([])
    await expect(
      identity.signForWallet({ keyId: key.keyId, payload: text, requester }),
    ).rejects.toMatchObject({ code: 'wallet_account_unknown' })
    expect(await identity.importWalletKey({ ...input, label: 'New' })).toMatchObject({ label: 'New' })

    const other = `0x${'11'.repeat(32)}`
    await identity.importKey({ text: other, kind: 'secp256k1', label: 'Packages' })
    await expect(identity.importWalletKey({ ...input, text: other })).rejects.toMatchObject({
      code: 'key_exists',
    })
  })

  it('stay what they are after a restart, without the database, and from a backup elsewhere', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const key = await identity.createWalletKey({ family: 'evm', label: 'Daily' })
    identity.close()
    home.loseDatabase()
    const found = await home.ready(keychain)
    expect(found.walletKeys()).toEqual([key])
    const { fileBase64 } = await found.backup({ passphrase: PASSPHRASE })
    found.close()
    home.loseDatabase()
    rmSync(join(home.dataDir, 'identity.json'))
    const elsewhere = await home.ready(keychainInMemory().keychain)
    await elsewhere.restore({ file: Buffer.from(fileBase64, 'base64'), passphrase: PASSPHRASE })
    expect(elsewhere.walletKeys()).toMatchObject([{ keyId: key.keyId, family: 'evm', origin: 'restored' }])
  })
})

describe('what they sign', () => {
  it('is personal_sign and EIP-712 as their vectors have it', () => {
    expect(signedBy(SECRET, { family: 'evm', kind: 'message', text: 'Some data' })).toBe(
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
    )
    expect(hashOf({ family: 'evm', kind: 'typed_data', data: MAIL })).toBe(
      '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    )
    const cow = keccak256(stringToBytes('cow'))
    expect(privateKeyToAddress(cow)).toBe('0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826')
    expect(signedBy(cow, { family: 'evm', kind: 'typed_data', data: MAIL })).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    )
  })

  it('is no message that is a transaction, of any type and however it is written', () => {
    const gas = { to, value: 1n, nonce: 0, gas: 21_000n } as const
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
    const address = `0x${'ab'.repeat(20)}` as const
    const all: Hex[] = [
      serializeTransaction({ ...gas, type: 'legacy', gasPrice: 1n }),
      serializeTransaction({ ...gas, type: 'legacy', gasPrice: 1n, chainId: 1 }),
      serializeTransaction({ ...gas, type: 'eip2930', gasPrice: 1n, chainId: 1 }),
      serializeTransaction({ ...gas, ...fees, type: 'eip1559', chainId: 1 }),
      serializeTransaction({
        ...{ ...gas, ...fees, type: 'eip4844', chainId: 1, maxFeePerBlobGas: 1n },
        blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
      }),
      serializeTransaction({
        ...{ ...gas, ...fees, type: 'eip7702', chainId: 1 },
        authorizationList: [
          { address, chainId: 1, nonce: 0, r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 0 },
        ],
      }),
    ]
    for (const raw of all) {
      const binary = Buffer.from(raw.slice(2), 'hex')
      for (const written of [
        raw,
        raw.slice(2),
        ` ${raw.toUpperCase().replace('0X', '0x')}\n`,
        binary.toString('base64'),
        binary.toString('base64url'),
        binary.toString('latin1'),
      ])
        expect(refused({ family: 'evm', kind: 'message', text: written }), written).toBe(
          'wallet_message_refused',
        )
    }
    for (const ordinary of ['', 'Hello', 'deadbeef', '0x', '0x01', 'Sign in: 2f6a', 'é', '签名', 'wxyz'])
      expect(hidesTransaction(ordinary), ordinary).toBe(false)
  })

  it('is no transaction but an unsigned one of EIP-1559', () => {
    for (const raw of [
      serializeTransaction({ ...transaction, type: 'legacy', gasPrice: 1n }),
      serializeTransaction({ ...transaction, type: 'eip2930', gasPrice: 1n }),
      serializeTransaction(transaction, { r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 0 }),
    ])
      expect(refused({ family: 'evm', kind: 'transaction', bytes: hexToBytes(raw) })).toBe(
        'transaction_invalid',
      )
    expect(refused({ family: 'evm', kind: 'transaction', bytes })).toBe('signed')
  })

  it('is no typed data that says something else than its types', () => {
    const data = (change: Partial<WalletTypedData>): WalletPayloadOf<'evm'> => ({
      family: 'evm',
      kind: 'typed_data',
      data: { ...MAIL, ...change },
    })
    const uint = (type: string, value: unknown): WalletPayloadOf<'evm'> =>
      data({ types: { N: [{ name: 'n', type }] }, primaryType: 'N', message: { n: value } })
    for (const [what, payload] of Object.entries({
      'only the domain': data({ primaryType: 'EIP712Domain' }),
      'no such type': data({ primaryType: 'Nothing' }),
      'a domain that is not signed': data({ types: { ...MAIL.types, EIP712Domain: [] } }),
      'a member that is missing': data({ message: { ...MAIL.message, contents: undefined } }),
      'a text for a struct': data({ message: { ...MAIL.message, from: 'Cow' } }),
      'a number for a text': data({ message: { ...MAIL.message, contents: 5 } }),
      'a number that was rounded': uint('uint256', 2 ** 60),
      'a number that is too large': uint('uint8', '256'),
      'a number below zero': uint('uint8', '-1'),
      'no number': uint('uint256', 'many'),
      'a list of another length': uint('uint8[2]', [1]),
      'a mistyped address': uint('address', '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD827'),
      'an unknown type': uint('string32', 'x'),
      'bytes that are none': uint('bytes', 'text'),
      'two members of one name': data({
        types: {
          N: [
            { name: 'n', type: 'uint8' },
            { name: 'n', type: 'uint8' },
          ],
        },
        primaryType: 'N',
        message: { n: 1 },
      }),
    }))
      expect(refused(payload), what).toBe('wallet_typed_data_invalid')
    for (const payload of [
      uint('uint256', '1606938044258990275541962092341162602522202993782792835301376'),
      uint('uint8[2]', [1, '0x2']),
      uint('bool', true),
      uint('bytes4', '0x01020304'),
    ])
      expect(refused(payload)).toBe('signed')
  })
})
