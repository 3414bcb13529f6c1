import { verify } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { describe, expect, it, vi } from 'vitest'
import { recoverMessageAddress, type Hex } from 'viem'
import type { ThreadItem } from '../../contract/thread-conversations.ts'
import type { WalletAccount } from '../../contract/wallets.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { useWalletHome } from '../../wallets/testing/wallet-home.ts'
import { schemaUrlOf, structured } from '../testing/examples.ts'
import { openThreadAgent } from '../testing/thread-agent.ts'

const money = useWalletHome()
const EVM = 'aitp-05-evm-wallet'
const NEAR = 'aitp-04-near-wallet'
const SOLANA = 'aitp-06-solana-wallet'
const capabilities = [NEAR, EVM, SOLANA].map(schemaUrlOf)
const PAYEE = '0x00000000000000000000000000000000000000aa'
const ETHER = 10n ** 18n
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (thrown: unknown) => toSatchelError(thrown).code,
  )

const pay = (id: string, value: bigint, more: object = {}): string =>
  structured(EVM, 'request_transaction', {
    ...{ request_id: id, description: 'Two nights', chain_id: 31_337 },
    transaction: { to: PAYEE, value: `0x${value.toString(16)}` },
    ...more,
  })
const sign = (id: string, message: string): string =>
  structured(EVM, 'request_message_signing', { request_id: id, signing_type: 'personal_sign', message })

/** A Satchel with an account that has money, and a shop's agent that knows wallets. */
const openShop = async () => {
  const home = await openThreadAgent({
    wallets: {
      prepare: (asked) => money.wallets.prepare(asked),
      carryOut: (asked) => money.wallets.carryOut(asked),
    },
  })
  const account = await money.account()
  const shop = home.agent()
  await shop.allow()
  const { body } = await shop.json('POST', '/v1/threads', {
    body: { metadata: { actors: [{ id: 'shop', capabilities }] } },
  })
  const id = String(body['id'])
  const ask = (content: string) =>
    shop.json('POST', `/v1/threads/${id}/messages`, { body: { content: [content] } })
  const heard = async (): Promise<readonly Record<string, Record<string, unknown>>[]> => {
    const list = await shop.json('GET', `/v1/threads/${id}/messages?order=asc&limit=100`)
    return (list.body['data'] as unknown as { role: string; content: string[] }[])
      .flatMap(({ content }) => content)
      .filter((raw) => raw.includes('_response') || raw.includes('rejection'))
      .map((raw) => JSON.parse(raw) as Record<string, Record<string, unknown>>)
  }
  const items = async (): Promise<readonly ThreadItem[]> =>
    (await home.threads.view(id)).entries.flatMap((entry) => entry.items)
  const last = async (): Promise<ThreadItem> => {
    const item = (await items()).at(-1)
    if (item === undefined) throw new Error('nothing was asked')
    return item
  }
  const prepare = (item: ThreadItem, { address }: WalletAccount) =>
    home.threads.prepareWallet({ id, item: item.key, account: address })
  const answer = (item: ThreadItem, plan: string) => home.threads.answerWallet({ id, item: item.key, plan })
  return { home, account, id, ask, heard, items, last, prepare, answer }
}
const balance = () => money.control.getBalance({ address: PAYEE })

describe('a request to a wallet in a conversation', () => {
  it('is answered with an account that the person picks: address, text and transaction', async () => {
    const { account, ask, heard, last, items, prepare, answer } = await openShop()
    await ask(structured(EVM, 'request_address', { request_id: 'a', chain_id: 31_337 }))
    const address = await last()
    expect(address).toMatchObject({
      looks: 'wallet',
      state: 'pending',
      form: null,
      wallet: { family: 'evm', kind: 'address', account: null, chain: 'eip155:31337' },
    })
    await answer(address, (await prepare(address, account)).id)
    await ask(sign('s', 'Sign in to the shop'))
    await answer(await last(), (await prepare(await last(), account)).id)
    await ask(pay('t', ETHER / 10n))
    const before = await balance()
    await answer(await last(), (await prepare(await last(), account)).id)
    const [told, signed, paid] = await heard()
    expect(told).toMatchObject({ address_response: { request_id: 'a', addresses: [account.address] } })
    const signature = signed?.['message_signing_response']?.['signature'] as Hex
    expect(await recoverMessageAddress({ message: 'Sign in to the shop', signature })).toBe(account.address)
    const hash = paid?.['transaction_response']?.['transaction_hash'] as Hex
    await money.control.waitForTransactionReceipt({ hash })
    expect((await balance()) - before).toBe(ETHER / 10n)
    const shown = await items()
    expect(shown.map(({ state }) => state)).toEqual(['answered', 'answered', 'answered'])
    expect(shown.map(({ answer: said }) => said)).toEqual([
      account.address,
      `${account.address}: ${signature}`,
      hash,
    ])
  })

  it('is answered with an account of its own family on NEAR and Solana', async () => {
    const { account, ask, heard, last, prepare, answer } = await openShop()
    const near = await money.wallets.create({ family: 'near', label: 'Near' })
    const sol = await money.wallets.create({ family: 'solana', label: 'Sol' })
    await ask(structured(NEAR, 'request_account', { request_id: 'a' }))
    await answer(await last(), (await prepare(await last(), near)).id)
    await ask(structured(SOLANA, 'request_address', { request_id: 'a' }))
    await answer(await last(), (await prepare(await last(), sol)).id)
    const nonce = Buffer.alloc(32, 7).toString('base64')
    await ask(
      structured(NEAR, 'request_message_signing', {
        request_id: 's',
        message: { message: 'Hello', recipient: 'shop.near', nonce },
      }),
    )
    expect(await last()).toMatchObject({ wallet: { family: 'near', kind: 'message', account: null } })
    for (const other of [account, sol])
      expect(await codeOf(prepare(await last(), other))).toBe('wallet_account_unknown')
    await answer(await last(), (await prepare(await last(), near)).id)
    await ask(
      structured(SOLANA, 'request_message_signing', {
        ...{ request_id: 's', signing_type: 'offchain', message: 'Hello', address: sol.address },
      }),
    )
    await answer(await last(), (await prepare(await last(), sol)).id)
    expect(await heard()).toMatchObject([
      { account_response: { request_id: 'a', accounts: [near.address] } },
      { address_response: { request_id: 'a', addresses: [sol.address] } },
      {
        message_signing_response: {
          ...{ request_id: 's', account_id: near.address },
          public_key: `ed25519:${base58btc.encode(Buffer.from(near.address, 'hex')).slice(1)}`,
        },
      },
      { message_signing_response: { request_id: 's', address: sol.address } },
    ])
    const [, , ofNear, ofSolana] = await heard()
    const signatureOf = (message: typeof ofNear): string =>
      String(message?.['message_signing_response']?.['signature'])
    expect(Buffer.from(signatureOf(ofNear), 'base64')).toHaveLength(64)
    const signed = Buffer.from(String(ofSolana?.['message_signing_response']?.['signed_message']), 'base64')
    const x = Buffer.from(base58btc.decode(`z${sol.address}`)).toString('base64url')
    const key = { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' } as const
    expect(verify(null, signed, key, base58btc.decode(`z${signatureOf(ofSolana)}`))).toBe(true)
    expect(signed.toString('latin1')).toMatch(/^\xffsolana offchain.*Hello$/s)
  })

  it('is answered once, whatever is pressed twice, and after a restart with what was looked at anew', async () => {
    const { home, account, id, ask, heard, last, prepare, answer } = await openShop()
    await ask(pay('t', ETHER / 10n))
    const item = await last()
    const lost = await prepare(item, account)
    home.restart()
    await money.restart()
    expect(await codeOf(answer(item, lost.id))).toBe('wallet_plan_gone')
    const before = await balance()
    const [one, two] = [await prepare(item, account), await prepare(item, account)]
    const codes = await Promise.all([codeOf(answer(item, one.id)), codeOf(answer(item, two.id))])
    expect(codes.sort()).toEqual(['ok', 'thread_request_closed'])
    expect(await codeOf(prepare(item, account))).toBe('thread_request_closed')
    expect(await heard()).toHaveLength(1)
    expect((await balance()) - before).toBe(ETHER / 10n)
    expect(await codeOf(home.threads.answer({ id, item: item.key, reply: { action: 'decline' } }))).toBe(
      'thread_request_closed',
    )
  })

  it('that was changed after it was looked at isn’t carried out', async () => {
    const { account, ask, heard, items, last, prepare, answer } = await openShop()
    await ask(pay('t', ETHER / 10n))
    const item = await last()
    const plan = await prepare(item, account)
    // The same request, dearer.
    await ask(pay('t', ETHER / 2n))
    const [former, latter] = await items()
    expect(former?.state).toBe('superseded')
    expect(await codeOf(answer(item, plan.id))).toBe('thread_request_closed')
    expect(latter?.state).toBe('pending')
    if (latter !== undefined) expect(await codeOf(answer(latter, plan.id))).toBe('wallet_plan_changed')
    expect(await heard()).toEqual([])
    expect(money.wallets.uses(5)).toEqual([])
  })

  it('on a wrong chain can’t be answered, and what isn’t a wallet’s has no account', async () => {
    const { account, ask, last, prepare } = await openShop()
    // One that names two chains isn't taken.
    const { status } = await ask(pay('t', 1n, { transaction: { to: PAYEE, value: '0x1', chainId: 1 } }))
    expect(status).toBe(400)
    await ask(pay('u', 1n, { chain_id: 1 }))
    expect(await codeOf(prepare(await last(), account))).toBe('wallet_network_missing')
    await ask(
      structured('aitp-04-near-wallet', 'request_transaction', {
        request_id: 'n',
        transaction: { receiver_id: 'shop.near', actions: [{ type: 'Transfer', params: { deposit: '1' } }] },
      }),
    )
    expect(await last()).toMatchObject({ state: 'pending', wallet: null })
    expect(await codeOf(prepare(await last(), account))).toBe('thread_request_closed')
  })

  it('is answered by no form and by no words, as a model would try', async () => {
    const { home, account, id, ask, heard, last } = await openShop()
    await ask(pay('t', ETHER / 10n))
    const { key } = await last()
    expect(
      await codeOf(
        home.threads.answer({
          id,
          item: key,
          reply: { action: 'accept', values: { account: account.address } },
        }),
      ),
    ).toBe('thread_request_closed')
    const forged = structured(EVM, 'transaction_response', {
      request_id: 't',
      transaction_hash: `0x${'ab'.repeat(32)}`,
    })
    expect(await codeOf(home.threads.send({ id, text: forged }))).toBe('thread_message_invalid')
    expect(await codeOf(home.threads.answerWallet({ id, item: key, plan: 'yes' }))).toBe('wallet_plan_gone')
    expect(await heard()).toEqual([])
    expect(await last()).toMatchObject({ state: 'pending' })
  })

  it('leaves no secret of an account in what is kept or shown', async () => {
    const { home, account, ask, last, prepare, answer } = await openShop()
    const text = `0x${'a7'.repeat(32)}`
    await money.wallets.importKey({ family: 'evm', label: 'Imported', text })
    await ask(sign('s', 'Hello'))
    await answer(await last(), (await prepare(await last(), account)).id)
    const kept = JSON.stringify([
      home.db.prepare('SELECT * FROM thread_messages').all(),
      money.wallets.uses(10),
      await money.wallets.accounts(),
    ])
    expect(kept).not.toContain('a7'.repeat(32))
    await vi.waitFor(async () => {
      expect((await last()).state).toBe('answered')
    })
  })

  it('is declined, and was never signed', async () => {
    const { home, id, ask, last } = await openShop()
    await ask(pay('t', ETHER / 10n))
    await home.threads.answer({ id, item: (await last()).key, reply: { action: 'decline' } })
    expect(money.wallets.uses(5)).toEqual([])
  })

  it('of a conversation elsewhere counts for who keeps it, whoever is said to have asked', async () => {
    const ports: string[] = []
    const reaches = () => ports
    const bo = await openThreadAgent({ reaches })
    const ana = await openThreadAgent({
      reaches,
      wallets: {
        prepare: (asked) => money.wallets.prepare(asked),
        carryOut: (asked) => money.wallets.carryOut(asked),
      },
    })
    ports.push(new URL(bo.origin).host, new URL(ana.origin).host)
    await bo.befriend(ana, 'bo')
    const { id } = await ana.threads.open({ contact: 'bo', text: 'Hello' })
    const kept = bo.threads.list()[0]?.id ?? ''
    bo.record.add(kept, { actor: 'did:web:somebody.example', content: [sign('s', 'Hello')] }, bo.read)
    const item = await vi.waitFor(async () => {
      const found = (await ana.threads.view(id)).entries.flatMap(({ items }) => items).at(-1)
      if (found === undefined) throw new Error('not yet')
      return found
    })
    const { address } = await money.account()
    const plan = await ana.threads.prepareWallet({ id, item: item.key, account: address })
    await ana.threads.answerWallet({ id, item: item.key, plan: plan.id })
    expect(money.wallets.uses(5)).toMatchObject([{ peer: bo.did }])
  })
})
