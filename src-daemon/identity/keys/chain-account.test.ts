import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hexToBytes, parseSignature, recoverTransactionAddress, serializeTransaction, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'
import { addressOf, signTransactionWith } from './transaction.ts'

const home = useIdentityHome()
const requester = 'test'
const to = '0x00000000000000000000000000000000000000aa' as const
const transaction = { type: 'eip1559', chainId: 31_337, nonce: 7, gas: 21_000n, to, value: 5n } as const
const bytesOf = (hex: Hex) => hexToBytes(hex)
const unsigned = bytesOf(serializeTransaction(transaction))
const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

const signerOf = (signature: Uint8Array) => {
  const { r, s } = parseSignature(
    hexOf(Uint8Array.of(...signature.subarray(0, 64), (signature[64] ?? 9) + 27)),
  )
  const serialized = serializeTransaction(transaction, { r, s, yParity: signature[64] ?? 9 })
  return recoverTransactionAddress({ serializedTransaction: serialized })
}

describe('the chain account', () => {
  it('is made once, apart from the keys that sign, and pays with an address of its own', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    expect(await identity.chainAccount()).toBeNull()
    await expect(identity.signTransaction({ transaction: unsigned, requester })).rejects.toMatchObject({
      code: 'chain_account_missing',
    })
    const [first, again] = await Promise.all([identity.createChainAccount(), identity.createChainAccount()])
    expect(again).toEqual(first)
    const key = identity.keys().find(({ keyId }) => keyId === first.keyId)
    expect(key).toMatchObject({ kind: 'secp256k1', isChainAccount: true, isOwner: false, isDefault: false })
    const secret = secrets.get(key?.did ?? '')
    expect(first.address).toBe(privateKeyToAddress(hexOf(secret ?? new Uint8Array())))
  })

  it('signs a transaction so that it comes from its address, and writes it down', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const { address, keyId } = await identity.createChainAccount()
    const signature = await identity.signTransaction({ transaction: unsigned, requester })
    expect(await signerOf(signature)).toBe(address)
    expect(identity.signatures({ limit: 2 })).toMatchObject([{ keyId, purpose: 'transaction', requester }])
    expect(identity.verifyLog().whole).toBe(true)
  })

  it('signs nothing but unsigned transactions of type 2', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    await identity.createChainAccount()
    const signed = serializeTransaction(transaction, {
      r: `0x${'11'.repeat(32)}`,
      s: `0x${'22'.repeat(32)}`,
      yParity: 0,
    })
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array(32).fill(2),
      Buffer.from('NuwaACPv1:01234567890123456789012345678901'),
      bytesOf(serializeTransaction({ ...transaction, type: 'legacy', gasPrice: 1n })),
      Uint8Array.of(2, ...bytesOf(serializeTransaction({ ...transaction, type: 'legacy', gasPrice: 1n }))),
      bytesOf(signed),
      Uint8Array.of(...unsigned, 0),
    ])
      await expect(
        identity.signTransaction({ transaction: bytes, requester }),
        hexOf(bytes),
      ).rejects.toMatchObject({
        code: 'transaction_invalid',
      })
    expect(identity.signatures({ limit: 5 })).toEqual([])
  })

  it('signs no package, is no default key, and is not rotated', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const { keyId } = await identity.createChainAccount()
    const ofChain = { code: 'key_of_chain' }
    const use = { purpose: 'package', requester, keyId }
    await expect(identity.sign({ ...use, bytes: unsigned })).rejects.toMatchObject(ofChain)
    expect(() => identity.signer(use)).toThrow(expect.objectContaining(ofChain) as Error)
    await expect(identity.rotate({ keyId })).rejects.toMatchObject(ofChain)
    const [owner] = identity.keys()
    expect(() => identity.setDefault({ keyId, replaces: owner?.keyId ?? '' })).toThrow(
      expect.objectContaining(ofChain) as Error,
    )
  })

  it('stays what it is after a restart, without its database, and from a backup elsewhere', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const account = await identity.createChainAccount()
    identity.close()
    expect(await (await home.ready(keychain)).chainAccount()).toEqual(account)
    home.loseDatabase()
    const found = await home.ready(keychain)
    expect(await found.chainAccount()).toEqual(account)
    const { fileBase64, rehearsedAt } = await found.backup({ passphrase: PASSPHRASE })
    expect(await found.chainAccount()).toEqual({ ...account, backedUpAt: rehearsedAt })
    found.close()

    home.loseDatabase()
    rmSync(join(home.dataDir, 'identity.json'))
    const elsewhere = await home.ready(keychainInMemory().keychain)
    expect(await elsewhere.chainAccount()).toBeNull()
    await elsewhere.restore({ file: Buffer.from(fileBase64, 'base64'), passphrase: PASSPHRASE })
    expect(await elsewhere.chainAccount()).toMatchObject({ address: account.address })
    expect(await signerOf(await elsewhere.signTransaction({ transaction: unsigned, requester }))).toBe(
      account.address,
    )
  })

  it('makes room for another one once it is retired', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const { keyId, address } = await identity.createChainAccount()
    identity.retire({ keyId })
    expect(await identity.chainAccount()).toBeNull()
    expect((await identity.createChainAccount()).address).not.toBe(address)
  })
})

describe('the cryptography of a transaction', () => {
  it('is that of the well-known first account of development chains', async () => {
    const secret = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    const publicKey = '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75'
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(addressOf(Buffer.from(publicKey, 'hex'))).toBe(address)
    expect(await signerOf(signTransactionWith(Buffer.from(secret, 'hex'), unsigned))).toBe(address)
  })
})
