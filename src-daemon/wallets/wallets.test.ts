import { describe, expect, it } from 'vitest'
import { encodeFunctionData, getAddress, recoverMessageAddress, type Address, type Hex } from 'viem'
import type { EvmSigningRequest, EvmTransactionRequest } from '../contract/aitp-wallets.ts'
import type { WalletPlan } from '../contract/wallets.ts'
import { SatchelError } from '../platform/errors.ts'
import { CHAIN, tokenAbi, useWalletHome } from './testing/wallet-home.ts'
import type { AskedOfWallet } from './types.ts'

const home = useWalletHome()
const PEER = 'did:web:shop.example'
const PAYEE = '0x00000000000000000000000000000000000000aa'
const ETHER = 10n ** 18n
const hexOf = (value: bigint): string => `0x${value.toString(16)}`
let count = 0
const key = (): string => `request-${String((count += 1))}`

const transaction = (
  change: Partial<EvmTransactionRequest['transaction']> = {},
  more: { chain?: number; key?: string; peer?: string } = {},
): AskedOfWallet => ({
  key: more.key ?? key(),
  peer: more.peer ?? PEER,
  request: {
    family: 'evm',
    kind: 'transaction',
    body: {
      request_id: 'r',
      chain_id: more.chain ?? 31_337,
      transaction: { to: PAYEE, value: hexOf(ETHER / 10n), ...change },
    },
  },
})
const call = (data: Hex): Partial<EvmTransactionRequest['transaction']> => ({
  to: home.token,
  data,
  value: undefined,
})
const transfer = (to: Address, amount: bigint) =>
  call(encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }))
const approve = (to: Address, amount: bigint) =>
  call(encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [to, amount] }))
const message = (body: Partial<EvmSigningRequest>, peer = PEER): AskedOfWallet => ({
  key: key(),
  peer,
  request: {
    family: 'evm',
    kind: 'message',
    body: { request_id: 'r', signing_type: 'personal_sign', ...body },
  },
})
const permit = (value: string, name = 'Permit', domain: object = { chainId: 31_337 }): AskedOfWallet =>
  message({
    signing_type: 'typed_data',
    typed_data: {
      types: {
        [name]: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
        ],
      },
      primaryType: name,
      domain: { name: 'Token', ...domain, verifyingContract: home.token },
      message: { owner: PAYEE, spender: PAYEE, value },
    },
  })

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'ok'
  } catch (thrown) {
    return thrown instanceof SatchelError ? thrown.code : String(thrown)
  }
}
const words = ({ rows }: WalletPlan): Record<string, string> =>
  Object.fromEntries(rows.map(({ label, value }) => [label, value]))
const tones = ({ notes }: WalletPlan): string[] => notes.map(({ tone, text }) => `${tone}: ${text}`)
const balance = (address: string): Promise<bigint> => home.control.getBalance({ address: address as Address })

describe('accounts', () => {
  it('are made, imported, watched, renamed and removed, and one key has one account', async () => {
    const { wallets } = home
    const made = await wallets.create({ family: 'evm', label: 'Daily' })
    expect(getAddress(made.address)).toBe(made.address)
    const text = `0x${'42'.repeat(32)}`
    const imported = await wallets.importKey({ family: 'evm', label: 'Old', text })
    await wallets.remove(imported)
    const watched = await wallets.watch({
      family: 'evm',
      label: 'Savings',
      address: imported.address.toLowerCase(),
    })
    expect(watched).toMatchObject({ address: imported.address, origin: 'watched' })
    await wallets.rename({ ...watched, label: 'Seen' })
    expect((await wallets.accounts()).map(({ label }) => label)).toEqual(['Daily', 'Seen'])
    expect(await codeOf(wallets.watch({ family: 'evm', label: 'x', address: made.address }))).toBe(
      'wallet_account_own',
    )
    // The last digit of the example of EIP-55 is another one.
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'
    expect(await codeOf(wallets.watch({ family: 'evm', label: 'x', address }))).toBe('wallet_address_invalid')
    // With its key, it is an account of one's own again.
    await wallets.importKey({ family: 'evm', label: 'Back', text })
    expect((await wallets.accounts()).map(({ label, origin }) => [label, origin])).toEqual([
      ['Daily', 'created'],
      ['Back', 'imported'],
    ])
    await home.restart()
    expect(await home.wallets.accounts()).toHaveLength(2)
    await home.wallets.remove(made)
    expect(await codeOf(home.wallets.remove(made))).toBe('wallet_account_unknown')
  })

  it('tell their address, also those that are only watched, which sign nothing', async () => {
    const watched = await home.wallets.watch({ family: 'evm', label: 'Seen', address: PAYEE })
    const asked: AskedOfWallet = {
      key: key(),
      peer: PEER,
      request: { family: 'evm', kind: 'address', chain: CHAIN },
    }
    expect(await home.agree(asked, watched)).toEqual({ kind: 'address', addresses: [watched.address] })
    for (const other of [message({ message: 'Hello' }), transaction()])
      expect(await codeOf(home.plan(other, watched))).toBe('wallet_watch_only')
    expect(home.wallets.uses(10)).toEqual([])
  })

  it('are on networks whose node answers for their chain', async () => {
    const wrong = { ...home.network, chain: 'eip155:1' }
    expect(await codeOf(home.wallets.setNetwork(wrong))).toBe('chain_wrong')
    const nobody = { ...home.network, rpc: 'http://127.0.0.1:9' }
    expect(await codeOf(home.wallets.setNetwork(nobody))).toBe('chain_unreachable')
    expect(home.wallets.networks()).toEqual([home.network])
    home.wallets.removeNetwork({ family: 'evm', chain: CHAIN })
    const account = await home.account()
    expect(await codeOf(home.plan(transaction(), account))).toBe('wallet_network_missing')
  })
})

describe('a transaction', () => {
  it('is said in words, and sent once a person agreed', async () => {
    const account = await home.account()
    const asked = transaction({ gas: '0x5208', maxFeePerGas: '0xffffffffffff' })
    home.asked.length = 0
    const plan = await home.plan(asked, account)
    expect(words(plan)).toMatchObject({
      Account: 'Daily',
      Network: `Local (${CHAIN})`,
      Sends: '0.1 ETH',
      To: getAddress(PAYEE),
    })
    expect(tones(plan)).toEqual([
      `info: You’ve never sent anything to ${getAddress(PAYEE)} from here.`,
      'info: The fees that the request names aren’t used: the network says them.',
    ])
    expect(home.asked.join()).not.toContain('eth_sendRawTransaction')
    expect(home.wallets.uses(10)).toEqual([])
    const before = await balance(PAYEE)
    const sent = await home.wallets.carryOut({ ...asked, plan: plan.id })
    if (sent.kind !== 'transaction') throw new Error('no transaction')
    await home.control.waitForTransactionReceipt({ hash: sent.hash as Hex })
    expect((await balance(PAYEE)) - before).toBe(ETHER / 10n)
    expect(home.wallets.uses(10)).toMatchObject([
      { hash: sent.hash, state: 'sent', peer: PEER, payee: PAYEE, takes: [{ symbol: 'ETH' }] },
    ])
    // The payee is known from now on.
    expect(tones(await home.plan(transaction(), account))).toEqual([])
  })

  it('is never sent twice: not by two answers, not after a restart, and not with another nonce', async () => {
    const account = await home.account()
    const asked = transaction()
    const before = await balance(PAYEE)
    const [one, two] = await Promise.all([home.plan(asked, account), home.plan(asked, account)])
    const [first, second] = await Promise.all([
      home.wallets.carryOut({ ...asked, plan: one.id }),
      home.wallets.carryOut({ ...asked, plan: two.id }),
    ])
    expect(second).toEqual(first)
    await home.restart()
    expect(await codeOf(home.wallets.carryOut({ ...asked, plan: one.id }))).toBe('wallet_plan_gone')
    const again = await home.plan(asked, account)
    expect(again).toMatchObject({ again: true })
    expect(await home.wallets.carryOut({ ...asked, plan: again.id })).toEqual(first)
    expect((await balance(PAYEE)) - before).toBe(ETHER / 10n)
    expect(home.wallets.uses(10)).toHaveLength(1)
  })

  it('that was signed when the program ended is the one that is sent after it', async () => {
    const account = await home.account()
    const asked = transaction()
    const plan = await home.plan(asked, account)
    // The node isn't what it was at the moment of sending.
    await home.pretendChain(1)
    expect(await codeOf(home.wallets.carryOut({ ...asked, plan: plan.id }))).toBe('chain_wrong')
    await home.pretendChain(31_337)
    const [signed] = home.wallets.uses(1)
    expect(signed).toMatchObject({ state: 'signed' })
    await home.restart()
    const before = await balance(PAYEE)
    expect(await home.agree(asked, account)).toEqual({ kind: 'transaction', hash: signed?.hash })
    expect((await balance(PAYEE)) - before).toBe(ETHER / 10n)
  })

  it('whose place another one took is known for that, and can be agreed to anew', async () => {
    const account = await home.account()
    const [asked, other] = [transaction(), transaction({ value: hexOf(ETHER / 5n) })]
    const plan = await home.plan(asked, account)
    await home.pretendChain(1)
    expect(await codeOf(home.wallets.carryOut({ ...asked, plan: plan.id }))).toBe('chain_wrong')
    await home.pretendChain(31_337)
    // It was never sent, so that the next one has the same place.
    const next = await home.plan(other, account)
    expect(tones(next).join()).toContain('only one of them can be carried out')
    expect(await home.wallets.carryOut({ ...other, plan: next.id })).toMatchObject({ kind: 'transaction' })
    const again = await home.plan(asked, account)
    expect(again).toMatchObject({ again: false })
    expect(home.wallets.uses(10).map(({ state }) => state)).toEqual(
      expect.arrayContaining(['dropped', 'sent']),
    )
    expect(await home.wallets.carryOut({ ...asked, plan: again.id })).toMatchObject({ kind: 'transaction' })
    expect(home.wallets.uses(10).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  it('that was looked at before the same one was sent for another request is looked at again', async () => {
    const account = await home.account()
    const [one, two] = [transaction(), transaction()]
    const plans = [await home.plan(one, account), await home.plan(two, account)]
    const first = await home.wallets.carryOut({ ...one, plan: plans[0]?.id ?? '' })
    expect(await codeOf(home.wallets.carryOut({ ...two, plan: plans[1]?.id ?? '' }))).toBe('wallet_plan_gone')
    expect(await home.agree(two, account)).not.toEqual(first)
  })

  it('that changed after it was shown is refused, and so is a plan of another request', async () => {
    const account = await home.account()
    const asked = transaction()
    const plan = await home.plan(asked, account)
    const dearer = transaction({ value: hexOf(ETHER / 2n) }, { key: asked.key })
    const elsewhere = transaction({ to: `0x${'bb'.repeat(20)}` }, { key: asked.key })
    for (const changed of [
      dearer,
      elsewhere,
      { ...asked, key: key() },
      { ...asked, peer: 'did:web:x.example' },
    ])
      expect(await codeOf(home.wallets.carryOut({ ...changed, plan: plan.id }))).toBe('wallet_plan_changed')
    expect(home.wallets.uses(10)).toEqual([])
    expect(await codeOf(home.wallets.carryOut({ ...asked, plan: 'made-up' }))).toBe('wallet_plan_gone')
    await home.wallets.remove(account)
    expect(await codeOf(home.wallets.carryOut({ ...asked, plan: plan.id }))).toBe('wallet_account_unknown')
  })

  it('on another chain, of another account, out of turn or that fails is refused before anybody agrees', async () => {
    const account = await home.account()
    const wrong: [AskedOfWallet, string][] = [
      [transaction({}, { chain: 1 }), 'wallet_network_missing'],
      [transaction({ from: PAYEE }), 'wallet_account_differs'],
      [transaction({ nonce: '0x9' }), 'wallet_nonce'],
      [transaction({ value: hexOf(2n * ETHER) }), 'chain_funds'],
      [transaction({ to: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD827' }), 'wallet_address_invalid'],
      [transaction(transfer(PAYEE, 10n ** 15n)), 'wallet_reverted'],
    ]
    for (const [asked, code] of wrong) expect(await codeOf(home.plan(asked, account)), code).toBe(code)
    await home.pretendChain(1)
    expect(await codeOf(home.plan(transaction(), account))).toBe('chain_wrong')
    await home.pretendChain(31_337)
  })

  it('of tokens says who gets what, and what an approval allows', async () => {
    const account = await home.account()
    const sends = await home.plan(transaction(transfer(PAYEE, 1_500_000n)), account)
    // A token can't write digits behind an amount.
    expect(words(sends)).toMatchObject({
      Sends: '1.5 USDC',
      To: getAddress(PAYEE),
      'Token’s contract': getAddress(home.token),
    })
    const some = await home.plan(transaction(approve(PAYEE, 2_000_000n)), account)
    expect(words(some)).toMatchObject({ 'Who may take it': getAddress(PAYEE), 'How much of it': '2 USDC' })
    expect(tones(some)[0]).toMatch(/^warn: This lets .* take that much/)
    for (const endless of [2n ** 256n - 1n, 2n ** 160n - 1n, 2n ** 128n, 2n ** 96n - 1n]) {
      const all = await home.plan(transaction(approve(PAYEE, endless)), account)
      expect(words(all)).toMatchObject({ 'How much of it': 'all of it, without an end' })
      expect(tones(all)[0]).toMatch(/^bad: This lets .* take all you have of this token/)
    }
    const sweep = encodeFunctionData({ abi: tokenAbi, functionName: 'sweep', args: [PAYEE] })
    const unread = await home.plan(transaction(call(sweep)), account)
    expect(words(unread)).toMatchObject({ Calls: getAddress(home.token), Data: sweep })
    expect(tones(unread)[0]).toMatch(/^bad: Satchel can’t read what this call does/)
    const { to, data } = transfer(PAYEE, 1n)
    expect(to).toBe(home.token)
    const nowhere = await home.plan(
      transaction({ to: `0x${'bb'.repeat(20)}`, data, value: undefined }),
      account,
    )
    expect(tones(nowhere)[0]).toMatch(/^bad: There is no contract at this address/)
  })

  it('to an address that looks like a known one is called out', async () => {
    const account = await home.account()
    const alike = `${account.address.slice(0, 6)}${'0'.repeat(32)}${account.address.slice(-4)}`.toLowerCase()
    for (const asked of [transaction({ to: alike }), transaction(transfer(alike as Address, 1n))])
      expect(tones(await home.plan(asked, account))[0]).toBe(
        `bad: ${getAddress(alike)} looks like ${account.address.toLowerCase()}, which you know, and is another address.`,
      )
  })
})

describe('a message', () => {
  it('is signed as it was shown, once, and given again after a restart', async () => {
    const account = await home.account()
    const asked = message({ message: 'Hello, shop' })
    const plan = await home.plan(asked, account)
    expect(words(plan)).toMatchObject({ Text: 'Hello, shop' })
    const signed = await home.wallets.carryOut({ ...asked, plan: plan.id })
    if (signed.kind !== 'message') throw new Error('no message')
    expect(await recoverMessageAddress({ message: 'Hello, shop', signature: signed.signature as Hex })).toBe(
      account.address,
    )
    await home.restart()
    expect(await home.agree(asked, account)).toEqual(signed)
    expect(home.wallets.uses(10)).toHaveLength(1)
  })

  it('that is a transaction, or of another account, isn’t signed', async () => {
    const account = await home.account()
    const raw =
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83'
    expect(await codeOf(home.agree(message({ message: raw }), account))).toBe('wallet_message_refused')
    expect(await codeOf(home.plan(message({ message: 'x', address: PAYEE }), account))).toBe(
      'wallet_account_differs',
    )
    expect(home.wallets.uses(10)).toEqual([])
  })

  it('of typed data says what it allows', async () => {
    const account = await home.account()
    const some = await home.plan(permit('2000000'), account)
    expect(words(some)).toMatchObject({ 'How much of it': '2 USDC', 'Kind of data': 'Permit' })
    expect(tones(some)).toEqual([
      expect.stringMatching(/^bad: With this signature 0x0+aa can take that much/),
    ])
    const all = await home.plan(permit(String(2n ** 256n - 1n)), account)
    expect(tones(all)).toEqual([expect.stringMatching(/^bad: This lets 0x0+aa take all you have/)])
    const unknown = await home.plan(permit('1', 'Surprise'), account)
    expect(tones(unknown)).toEqual([
      expect.stringMatching(/^warn: Satchel can’t tell what this signature allows/),
    ])
    expect(await home.agree(permit('5'), account)).toMatchObject({ kind: 'message' })
  })
})

describe('limits', () => {
  const limit = (change: object = {}) => ({
    ...{ family: 'evm' as const, chain: CHAIN, token: null as string | null, peer: null as string | null },
    ...change,
  })

  it('hold for a day, over restarts, in all and for each agent', async () => {
    const account = await home.account()
    await home.wallets.setLimit({ ...limit(), amount: '0.25' })
    await home.wallets.setLimit({ ...limit({ peer: 'did:web:b.example' }), amount: '0.05' })
    expect(await codeOf(home.plan(transaction({}, { peer: 'did:web:b.example' }), account))).toBe(
      'wallet_limit',
    )
    await home.agree(transaction(), account)
    await home.agree(transaction(), account)
    await home.restart()
    const third = transaction()
    expect(await codeOf(home.plan(third, account))).toBe('wallet_limit')
    const [all] = home.wallets.limits()
    expect(BigInt(all?.spent ?? '0')).toBeGreaterThanOrEqual(ETHER / 5n)
    home.clock = new Date(home.clock.getTime() + 24 * 60 * 60_000 + 1)
    expect(await codeOf(home.agree(third, account))).toBe('ok')
    home.wallets.removeLimit(limit())
    expect(await codeOf(home.plan(transaction({ value: hexOf(ETHER / 4n) }), account))).toBe('ok')
    expect(() => {
      home.wallets.removeLimit(limit())
    }).toThrow(expect.objectContaining({ code: 'wallet_limit_missing' }) as Error)
  })

  it('hold against two that were looked at before either was agreed to', async () => {
    const account = await home.account()
    await home.wallets.setLimit({ ...limit(), amount: '0.15' })
    const [one, two] = [transaction(), transaction()]
    const plans = [await home.plan(one, account), await home.plan(two, account)]
    const codes = await Promise.all([
      codeOf(home.wallets.carryOut({ ...one, plan: plans[0]?.id ?? '' })),
      codeOf(home.wallets.carryOut({ ...two, plan: plans[1]?.id ?? '' })),
    ])
    expect(codes).toEqual(['ok', 'wallet_limit'])
  })

  it('count allowances of tokens, and refuse what can’t be read', async () => {
    const account = await home.account()
    await home.wallets.setLimit({ ...limit({ token: home.token }), amount: '3' })
    expect(home.wallets.limits()).toMatchObject([{ symbol: 'USDC', decimals: 6, amount: '3000000' }])
    await home.agree(transaction(approve(PAYEE, 2_000_000n)), account)
    const sweep = encodeFunctionData({ abi: tokenAbi, functionName: 'sweep', args: [PAYEE] })
    const refused: [AskedOfWallet, string][] = [
      [transaction(transfer(PAYEE, 1_000_001n)), 'wallet_limit'],
      [transaction(approve(PAYEE, 2n ** 256n - 1n)), 'wallet_limit'],
      [permit('1000001'), 'wallet_limit'],
      [permit(String(2n ** 255n)), 'wallet_limit'],
      [transaction(call(sweep)), 'wallet_limit_unreadable'],
      [permit('1', 'Surprise'), 'wallet_limit_unreadable'],
      // Bound to no chain, it holds on this one.
      [permit('1000001', 'Permit', {}), 'wallet_limit'],
      [permit('1000001', 'Permit', { chainId: '0x7a69' }), 'wallet_limit'],
    ]
    for (const [asked, code] of refused) expect(await codeOf(home.plan(asked, account))).toBe(code)
    await home.agree(permit('1000000'), account)
    expect(await codeOf(home.plan(transaction(transfer(PAYEE, 1n)), account))).toBe('wallet_limit')
    expect(await codeOf(home.wallets.setLimit({ ...limit(), amount: `0.${'1'.repeat(19)}` }))).toBe(
      'wallet_amount_invalid',
    )
    expect(await codeOf(home.wallets.setLimit({ ...limit({ token: PAYEE }), amount: '1' }))).toBe(
      'wallet_token_unknown',
    )
  })
})
