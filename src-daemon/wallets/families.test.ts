import { createPublicKey, verify } from 'node:crypto'
import { address as solanaAddress, getAddressEncoder } from '@solana/addresses'
import { getOffchainMessageV1Decoder } from '@solana/offchain-messages'
import { base58btc } from 'multiformats/bases/base58'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NearSigningRequest, SolanaSigningRequest } from '../contract/aitp-wallets.ts'
import { keychainInMemory, useIdentityHome } from '../identity/keys/testing.ts'
import { SatchelError } from '../platform/errors.ts'
import type { AskedOfWallet, WalletRequest, WalletsService } from './types.ts'
import { createWallets } from './wallets.ts'

/** Accounts on chains on which messages are signed, and nothing is sent: nothing here may reach for a network. */
const identity = useIdentityHome()
const PEER = 'did:web:shop.example'
const NONCE = Buffer.alloc(32, 7).toString('base64')
const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
let wallets: WalletsService
let count = 0

beforeEach(async () => {
  wallets = createWallets({
    db: identity.database(),
    identity: await identity.ready(keychainInMemory().keychain),
    guard: {
      fetchFor: () => () => {
        throw new Error('nothing is asked')
      },
    },
    now: () => new Date('2026-11-28T12:00:00Z'),
    language: () => 'en',
  })
})

const asked = (request: WalletRequest): AskedOfWallet => ({
  key: `request-${String((count += 1))}`,
  peer: PEER,
  request,
})
const near = (message: Partial<NearSigningRequest['message']> = {}): AskedOfWallet =>
  asked({
    family: 'near',
    kind: 'message',
    body: {
      request_id: 'r',
      message: { message: 'Hello', recipient: 'shop.near', nonce: NONCE, ...message },
    },
  })
const solana = (body: Partial<SolanaSigningRequest> = {}): AskedOfWallet =>
  asked({
    family: 'solana',
    kind: 'message',
    body: { request_id: 'r', chain: MAINNET, signing_type: 'offchain', message: 'Hello', ...body },
  })
const agree = async (request: AskedOfWallet, account: string) => {
  const { id } = await wallets.prepare({ ...request, account })
  return wallets.carryOut({ ...request, plan: id })
}
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'ok'
  } catch (thrown) {
    return thrown instanceof SatchelError ? thrown.code : String(thrown)
  }
}
const isSigned = (publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean => {
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, bytes, key, signature)
}

describe('accounts on NEAR and Solana', () => {
  it('are made, imported, watched, renamed and removed beside those of EVM', async () => {
    const sol = await wallets.create({ family: 'solana', label: 'Sol' })
    expect(getAddressEncoder().encode(solanaAddress(sol.address))).toHaveLength(32)
    const own = await wallets.create({ family: 'near', label: 'Near' })
    expect(own.address).toMatch(/^[0-9a-f]{64}$/)
    await wallets.create({ family: 'evm', label: 'Ether' })
    const seen = await wallets.watch({ family: 'near', label: 'Seen', address: 'alice.near' })
    expect((await wallets.accounts()).map(({ family, label }) => [family, label])).toEqual([
      ['solana', 'Sol'],
      ['near', 'Near'],
      ['evm', 'Ether'],
      ['near', 'Seen'],
    ])
    for (const [family, address] of [
      ['near', 'Alice.near'],
      ['near', 'a..near'],
      ['near', 'a'],
      ['near', 'x'.repeat(65)],
      ['solana', own.address],
      ['solana', `${sol.address}1`],
      ['solana', sol.address.toLowerCase().replaceAll('l', '0')],
      ['evm', 'alice.near'],
    ] as const)
      expect(await codeOf(wallets.watch({ family, label: 'x', address })), address).toBe(
        'wallet_address_invalid',
      )
    // The address of one family isn't an account of another.
    expect(await codeOf(wallets.rename({ family: 'near', label: 'x', address: sol.address }))).toBe(
      'wallet_account_unknown',
    )
    await wallets.rename({ ...sol, label: 'Sun' })
    await wallets.remove(own)
    await wallets.remove(seen)
    expect((await wallets.accounts()).map(({ label }) => label)).toEqual(['Sun', 'Ether'])
  })

  it('tell their address, also those that are only watched, which sign nothing', async () => {
    await wallets.watch({ family: 'near', label: 'Seen', address: 'alice.near' })
    expect(await agree(asked({ family: 'near', kind: 'address', chain: null }), 'alice.near')).toEqual({
      kind: 'address',
      addresses: ['alice.near'],
    })
    expect(await codeOf(agree(near(), 'alice.near'))).toBe('wallet_watch_only')
  })

  it('have no networks and no limits yet', async () => {
    const network = {
      family: 'near',
      chain: 'near:mainnet',
      name: 'NEAR',
      coin: 'NEAR',
      rpc: 'https://x.example',
    } as const
    expect(await codeOf(wallets.setNetwork(network))).toBe('wallet_family_messages')
    const limit = { family: 'solana', chain: MAINNET, token: null, peer: null, amount: '1' } as const
    expect(await codeOf(wallets.setLimit(limit))).toBe('wallet_network_missing')
  })

  it('sign messages of NEP-413 once a person has seen the text and whom it is meant for', async () => {
    const { address } = await wallets.create({ family: 'near', label: 'Near' })
    const request = near()
    const plan = await wallets.prepare({ ...request, account: address })
    expect(plan.rows.map(({ label, value }) => [label, value])).toEqual([
      ['Account', 'Near'],
      ['Address', address],
      ['Meant for', 'shop.near'],
      ['Text', 'Hello'],
    ])
    expect(wallets.uses(5)).toEqual([])
    // A request that was changed after it was shown is not the one that was agreed to.
    const changed = { ...near({ recipient: 'evil.near' }), key: request.key, plan: plan.id }
    expect(await codeOf(wallets.carryOut(changed))).toBe('wallet_plan_changed')
    const signed = await wallets.carryOut({ ...request, plan: plan.id })
    expect(signed).toMatchObject({
      kind: 'message',
      address,
      publicKey: `ed25519:${base58btc.encode(Buffer.from(address, 'hex')).slice(1)}`,
    })
    // Asked again, the same signature is told again.
    expect(await agree(request, address)).toEqual(signed)
    expect(wallets.uses(5)).toHaveLength(1)
    expect(await codeOf(agree(near({ nonce: 'AAAA' }), address))).toBe('wallet_message_invalid')
  })

  it('sign off-chain messages of Solana, which anybody can check, and texts, but no transactions', async () => {
    const { address } = await wallets.create({ family: 'solana', label: 'Sol' })
    const key = Uint8Array.from(getAddressEncoder().encode(solanaAddress(address)))
    const signed = await agree(solana(), address)
    if (signed.kind !== 'message' || signed.family !== 'solana') throw new Error('no message of Solana')
    const bytes = Buffer.from(signed.signedMessage, 'base64')
    expect(getOffchainMessageV1Decoder().decode(bytes)).toMatchObject({ version: 1, content: 'Hello' })
    expect(isSigned(key, bytes, base58btc.decode(`z${signed.signature}`))).toBe(true)

    const raw = solana({ signing_type: 'raw', message: 'Sign in, please' })
    const plan = await wallets.prepare({ ...raw, account: address })
    expect(plan.notes.map(({ text }) => text).join()).toContain('Nothing marks what is signed as a message')
    const text = await wallets.carryOut({ ...raw, plan: plan.id })
    if (text.kind !== 'message') throw new Error('no message')
    expect(isSigned(key, Buffer.from('Sign in, please'), base58btc.decode(`z${text.signature}`))).toBe(true)

    const other = '11111111111111111111111111111112'
    expect(await codeOf(agree(solana({ address: other }), address))).toBe('wallet_account_differs')
    // A transfer of this account's SOL, in base64 and as a text's own letters.
    const transfer = Buffer.concat([
      Buffer.of(1, 0, 1, 3, ...key),
      Buffer.alloc(31),
      Buffer.of(1),
      Buffer.alloc(32),
      Buffer.alloc(32, 5),
      Buffer.from('01020200010c02000000' + '00e40b5402000000', 'hex'),
    ])
    for (const message of [transfer.toString('base64'), transfer.toString('latin1')])
      for (const type of ['raw', 'offchain'] as const)
        expect(await codeOf(agree(solana({ signing_type: type, message }), address)), type).toBe(
          'wallet_message_refused',
        )
    expect(wallets.uses(9)).toHaveLength(2)
  })

  it('sign in by the text of Sign In With Solana, with a warning where it isn’t the agent’s own place', async () => {
    const secret = '37df573b3ac4ad5b522e064e25b63ea16bcbe79d449e81a0268d1047948bb445'
    const { address } = await wallets.importKey({ family: 'solana', label: 'Sun', text: secret })
    expect(address).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
    const signIn = (body: Partial<NonNullable<SolanaSigningRequest['sign_in']>>) =>
      solana({
        signing_type: 'sign_in',
        message: undefined,
        sign_in: { domain: 'shop.example', nonce: '8f2b1c9d0e', issued_at: '2026-11-20T18:00:00Z', ...body },
      })
    const shown = async (request: AskedOfWallet) => {
      const { rows, notes } = await wallets.prepare({ ...request, account: address })
      return [rows.find(({ label }) => label === 'Text')?.value, notes[0]?.tone]
    }
    // As `createSignInMessageText` of @solana/wallet-standard-util 1.1.4 writes them.
    expect(await shown(signIn({ domain: 'agent.example', statement: 'Sign in' }))).toEqual([
      'agent.example wants you to sign in with your Solana account:\nHAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk\n\nSign in\n\nNonce: 8f2b1c9d0e\nIssued At: 2026-11-20T18:00:00Z',
      'bad',
    ])
    const whole = signIn({
      ...{ uri: 'https://shop.example/in', version: '1', chain_id: 'mainnet', request_id: '7' },
      ...{ expiration_time: '2026-11-30T18:00:00Z', not_before: '2026-11-20T18:00:00Z' },
      resources: ['https://shop.example/a', 'urn:b'],
    })
    const text =
      'shop.example wants you to sign in with your Solana account:\nHAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk\n\nURI: https://shop.example/in\nVersion: 1\nChain ID: mainnet\nNonce: 8f2b1c9d0e\nIssued At: 2026-11-20T18:00:00Z\nExpiration Time: 2026-11-30T18:00:00Z\nNot Before: 2026-11-20T18:00:00Z\nRequest ID: 7\nResources:\n- https://shop.example/a\n- urn:b'
    expect(await shown(whole)).toEqual([text, 'info'])
    const signed = await agree(whole, address)
    if (signed.kind !== 'message' || signed.family !== 'solana') throw new Error('no message of Solana')
    expect(Buffer.from(signed.signedMessage, 'base64').toString('utf8')).toBe(text)
    const key = Uint8Array.from(getAddressEncoder().encode(solanaAddress(address)))
    expect(isSigned(key, Buffer.from(text), base58btc.decode(`z${signed.signature}`))).toBe(true)
    // Fields that could pretend to be others.
    for (const broken of [
      { statement: 'Hello\n\nURI: https://bank.example' },
      { domain: 'shop.example\nx' },
      { domain: '' },
      { nonce: '8f2b1c9d0e\u2028' },
      { request_id: '7\nNonce: 0000000000' },
      { resources: ['urn:a\n- urn:b'] },
    ])
      expect(await codeOf(shown(signIn(broken))), JSON.stringify(broken)).toBe('wallet_message_invalid')
  })
})
