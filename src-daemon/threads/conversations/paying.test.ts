import canonicalize from 'canonicalize'
import { base58btc } from 'multiformats/bases/base58'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ThreadItem } from '../../contract/thread-conversations.ts'
import type { WalletAccount } from '../../contract/wallets.ts'
import { verifyWithKey } from '../../identity/index.ts'
import { createPayments } from '../../payments/index.ts'
import type { PaymentsService } from '../../payments/types.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { plainState } from '../../state/testing.ts'
import type { StateService } from '../../state/types.ts'
import { CHAIN, tokenAbi, useWalletHome } from '../../wallets/testing/wallet-home.ts'
import { keyInId } from '../quotes/keys.ts'
import { signedQuote, signer, structured, wrapped } from '../testing/examples.ts'
import { openThreadAgent } from '../testing/thread-agent.ts'

const money = useWalletHome()
const PAYMENTS = 'aitp-01-payments'
const schema = `https://aitp.dev/capabilities/${PAYMENTS}/v1.0.0/schema.json`
const PAYEE = '0x00000000000000000000000000000000000000aa'
const OTHER = '0x00000000000000000000000000000000000000bb'
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (thrown: unknown) => toSatchelError(thrown).code,
  )
const store = signer('store.example')
/** Somebody whose id is their key, so that what they signed is verified. */
const keyed = () => {
  const made = signer('')
  const bytes = base58btc.decode(`z${made.near.slice('ed25519:'.length)}`)
  return { ...made, id: `did:key:${base58btc.encode(Uint8Array.from([0xed, 0x01, ...bytes]))}` }
}
/** Of the example's quote, what isn't asked for here. */
const NO_LIMITS = { expiration: undefined, next_recipient: undefined, revenue_share: undefined }

interface Asked {
  readonly amount?: string
  readonly recipient?: string
  readonly token?: string
  readonly type?: string
  readonly currency?: string
  readonly more?: object
}
/** A quote that the store signed; it doesn't expire unless that is said. */
const quoteBody = (
  id: string,
  { amount = '12.5', recipient = PAYEE, token, type, currency = 'USDC', more = {} }: Asked = {},
) => {
  const { expiration: _e, next_recipient: _n, revenue_share: _r, ...quote } = signedQuote(store)
  const { merchant_signature: _s, ...unsigned } = quote
  return signedQuote(store, {
    ...unsigned,
    ...NO_LIMITS,
    quote_id: id,
    payment_options: [
      {
        ...{ amount, currency },
        payment_methods: [
          {
            type: type ?? 'evm_erc20_transfer',
            token: token ?? `${CHAIN}/erc20:${money.token}`,
            recipient,
          },
        ],
      },
    ],
    ...more,
  })
}
const quote = (id: string, asked: Asked = {}): string =>
  structured(PAYMENTS, 'quote', JSON.parse(JSON.stringify(quoteBody(id, asked))) as object)

/** A Satchel with an account that has tokens, its own data, and a shop's agent. */
const openShop = async () => {
  let [state, payments] = [] as unknown as [StateService, PaymentsService]
  const open = (): void => {
    state = plainState({ db: money.database(), now: () => money.clock.getTime() })
    payments = createPayments({
      ...{ db: money.database(), state, now: () => money.clock, language: () => 'en' },
      wallets: {
        prepare: (asked) => money.wallets.prepare(asked),
        carryOut: (asked) => money.wallets.carryOut(asked),
        resume: (key) => money.wallets.resume(key),
        hasSigned: (key) => money.wallets.hasSigned(key),
        tokenFacts: (of) => money.wallets.tokenFacts(of),
        outcomeOf: (of) => money.wallets.outcomeOf(of),
      },
      log: { warn: () => undefined },
      waits: [20, 100],
    })
  }
  const end = async (): Promise<void> => {
    payments.close()
    await state.close()
  }
  open()
  onTestFinished(end)
  const home = await openThreadAgent({
    payments: {
      prepare: (input) => payments.prepare(input),
      carryOut: (input) => payments.carryOut(input),
      resume: (key) => payments.resume(key),
      untold: () => payments.untold(),
      told: (key) => {
        payments.told(key)
      },
      receiptOf: (key) => payments.receiptOf(key),
      onChange: (listener) => payments.onChange(listener),
    },
  })
  const account = await money.account()
  const shop = home.agent()
  await shop.allow()
  const begin = async (): Promise<string> => {
    const { body } = await shop.json('POST', '/v1/threads', {
      body: { metadata: { actors: [{ id: 'shop', capabilities: [schema] }] } },
    })
    return String(body['id'])
  }
  const id = await begin()
  const ask = (content: string, to = id) =>
    shop.json('POST', `/v1/threads/${to}/messages`, { body: { content: [content] } })
  const items = async (of = id): Promise<readonly ThreadItem[]> =>
    (await home.threads.view(of)).entries.flatMap((entry) => entry.items)
  const last = async (of = id): Promise<ThreadItem> => {
    const item = (await items(of)).at(-1)
    if (item === undefined) throw new Error('nothing was asked')
    return item
  }
  const prepare = (item: ThreadItem, { address }: WalletAccount = account, of = id) =>
    home.threads.preparePayment({ id: of, item: item.key, way: '0.0', account: address })
  const answer = (item: ThreadItem, plan: string, of = id) =>
    home.threads.answerPayment({ id: of, item: item.key, way: '0.0', plan })
  const heard = async (): Promise<readonly Record<string, Record<string, unknown>>[]> => {
    const list = await shop.json('GET', `/v1/threads/${id}/messages?order=asc&limit=100`)
    return (list.body['data'] as unknown as { content: string[] }[])
      .flatMap(({ content }) => content)
      .filter((raw) => raw.includes('"payment":'))
      .map((raw) => JSON.parse(raw) as Record<string, Record<string, unknown>>)
  }
  return {
    ...{ home, account, id, begin, ask, items, last, prepare, answer, heard },
    get state() {
      return state
    },
    /** As after a kill: nothing of the program is left but its database and the chain. */
    killed: async () => {
      await end()
      await money.restart()
      open()
      home.restart()
    },
  }
}
const paidTo = (address = PAYEE): Promise<bigint> =>
  money.control.readContract({
    abi: tokenAbi,
    address: money.token,
    functionName: 'balanceOf',
    args: [address as `0x${string}`],
  })

describe('a quote in a conversation', () => {
  it('is paid with an account, answered with a signed payment, and leaves a receipt', async () => {
    const { home, ask, last, prepare, answer, heard, account, state } = await openShop()
    await ask(quote('q'))
    const item = await last()
    expect(item).toMatchObject({
      looks: 'payment',
      state: 'pending',
      payment: [{ key: '0.0', amount: '12.5', chain: CHAIN, problem: null }],
      paid: null,
      canDecline: true,
    })
    const before = await paidTo()
    const plan = await prepare(item)
    expect(plan.rows.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['store.example', '12.5 USDC', 'Local (eip155:31337)']),
    )
    expect(await paidTo()).toBe(before)
    await answer(item, plan.id)
    const [said] = await heard()
    const { payer_signature: signature, ...unsigned } = said?.['payment'] ?? {}
    expect(unsigned).toMatchObject({ quote_id: 'q', payer_id: home.did })
    const key = keyInId(home.did)
    const bytes = Buffer.from(String(signature).slice('ed25519:'.length), 'base64')
    expect(key !== null && verifyWithKey(key, Buffer.from(canonicalize(unsigned) ?? ''), bytes)).toBe(true)
    await vi.waitFor(async () => {
      expect(await last()).toMatchObject({ state: 'answered', paid: { outcome: 'confirmed' } })
    })
    expect((await paidTo()) - before).toBe(12_500_000n)
    const { paid } = await last()
    expect(paid?.transaction).toMatch(/^0x[0-9a-f]{64}$/)
    const kept = state.get(paid?.receipt ?? { schemaUri: '', id: '' })
    expect(kept.object).toMatchObject({
      ...{ payee: 'store.example', amount: '12.5', network: CHAIN, outcome: 'confirmed' },
      ...{ transaction: paid?.transaction, account: account.address, recipient: PAYEE },
    })
    expect(JSON.parse(String(kept.object['bill']))).toMatchObject({ quote: { quote_id: 'q' } })
    // Found by a query, proved to others, and exported, as all data is.
    const { schemaUri, id } = paid?.receipt ?? { schemaUri: '', id: '' }
    const found = await state.query(state.ownerAccess(schemaUri, 'internal'), {
      from: schemaUri,
      where: { outcome: 'confirmed', payee: 'store.example' },
    })
    expect(found.items).toMatchObject([{ id }])
    const proof = await state.proofs.object({ schemaUri, id })
    expect(proof.changes.length).toBe(2) // sent, and what became of it
    const { owner } = state.schemaFacts(schemaUri)
    expect(JSON.stringify(state.exportOwner(owner))).toContain(paid?.transaction)
    expect(state.labelOf({ schemaUri, ids: [id] })).toMatchObject({ integrity: 'foreign' })
  })

  it('is paid once: pressed twice, asked again, wrapped, or in another conversation', async () => {
    const { begin, ask, items, last, prepare, answer, heard } = await openShop()
    await ask(quote('q'))
    const item = await last()
    const before = await paidTo()
    const [one, two] = [await prepare(item), await prepare(item)]
    const codes = await Promise.all([codeOf(answer(item, one.id)), codeOf(answer(item, two.id))])
    expect(codes).toContain('ok')
    expect((await paidTo()) - before).toBe(12_500_000n)
    expect(await heard()).toHaveLength(1)
    expect(await codeOf(prepare(item))).toBe('thread_request_closed')
    const elsewhere = await begin()
    await ask(quote('q'), elsewhere)
    const again = await prepare(await last(elsewhere), undefined, elsewhere)
    expect(again.again).toBe(true)
    await answer(await last(elsewhere), again.id, elsewhere)
    const wrapper = wrapped(JSON.parse(JSON.stringify(quoteBody('q'))) as object, [])
    const third = await begin()
    await ask(structured(PAYMENTS, 'wrapped_quote', wrapper), third)
    // The same quote under a wrapper is another bill's text with the same key.
    expect(await codeOf(prepare(await last(third), undefined, third))).toBe('payment_made')
    const fourth = await begin()
    await ask(quote('q', { amount: '99' }), fourth)
    expect(await codeOf(prepare(await last(fourth), undefined, fourth))).toBe('payment_made')
    expect((await paidTo()) - before).toBe(12_500_000n)
    expect((await items()).map(({ state }) => state)).toEqual(['answered'])
  })

  it('that was signed and not sent when the program was killed is sent once, and answered', async () => {
    const shop = await openShop()
    await shop.ask(quote('q'))
    const item = await shop.last()
    const before = await paidTo()
    const plan = await shop.prepare(item)
    money.lost = 'eth_sendRawTransaction'
    expect(await codeOf(shop.answer(item, plan.id))).toMatch(/^chain_/)
    expect(await shop.last()).toMatchObject({ paid: { outcome: 'agreed' }, canDecline: false })
    // Nobody pays another amount of it meanwhile.
    const other = await shop.begin()
    await shop.ask(quote('q', { amount: '1' }), other)
    expect(await codeOf(shop.prepare(await shop.last(other), undefined, other))).toBe('payment_made')
    money.lost = null
    await shop.killed()
    await vi.waitFor(async () => {
      expect(await shop.last()).toMatchObject({ state: 'answered' })
    })
    await shop.killed()
    expect((await paidTo()) - before).toBe(12_500_000n)
    expect(await shop.heard()).toHaveLength(1)
  })

  it('that was sent and not answered when the program was killed is answered, and not sent again', async () => {
    const shop = await openShop()
    await shop.ask(quote('q'))
    const item = await shop.last()
    const before = await paidTo()
    const plan = await shop.prepare(item)
    const post = vi.spyOn(shop.home.threads.record, 'add').mockImplementation(() => {
      throw new Error('killed')
    })
    await expect(shop.answer(item, plan.id)).rejects.toThrow('killed')
    post.mockRestore()
    expect((await paidTo()) - before).toBe(12_500_000n)
    await shop.killed()
    await vi.waitFor(async () => {
      expect(await shop.heard()).toHaveLength(1)
    })
    expect((await paidTo()) - before).toBe(12_500_000n)
  })

  it('that was agreed to and never signed is forgotten with the program, and open', async () => {
    const shop = await openShop()
    await money.wallets.setLimit({
      ...{ family: 'evm', chain: CHAIN, token: money.token, peer: null, amount: '20' },
    })
    await shop.ask(quote('q'))
    await shop.ask(quote('r'))
    const [first, second] = await shop.items()
    if (first === undefined || second === undefined) throw new Error('two were asked')
    const [one, two] = [await shop.prepare(first), await shop.prepare(second)]
    await shop.answer(first, one.id)
    // Looked at before the first was paid: the limit has no room for both.
    expect(await codeOf(shop.answer(second, two.id))).toMatch(/^wallet_(limit|plan_gone)$/)
    expect(await codeOf(shop.prepare(second))).toBe('wallet_limit')
    expect(await shop.last()).toMatchObject({ state: 'pending', paid: null, canDecline: true })
  })

  it('that changed after it was shown isn’t paid: amount, payee, chain, or when it expired', async () => {
    const { ask, items, last, prepare, answer, heard } = await openShop()
    await ask(quote('q'))
    const plan = await prepare(await last())
    for (const changed of [
      { amount: '13' },
      { recipient: OTHER },
      { token: `eip155:1/erc20:${money.token}` },
    ]) {
      await ask(quote('q', changed))
      const now = await last()
      expect((await items()).at(-2)?.state).toBe('superseded')
      expect(await codeOf(answer(now, plan.id))).toBe('payment_changed')
    }
    expect(await codeOf(prepare(await last()))).toBe('wallet_network_missing')
    const at = new Date(Date.now() + 1500)
    await ask(quote('soon', { more: { expiration: at.toISOString() } }))
    const soon = await last()
    const looked = await prepare(soon)
    money.clock = new Date(at.getTime() + 1)
    expect(await codeOf(answer(soon, looked.id))).toMatch(/^(payment_expired|thread_request_closed)$/)
    expect(await codeOf(prepare(soon))).toMatch(/^(payment_expired|thread_request_closed)$/)
    expect(await heard()).toEqual([])
    expect(await paidTo(OTHER)).toBe(0n)
  })

  it('on a node of another chain is refused just before it is sent', async () => {
    const { ask, last, prepare, answer } = await openShop()
    await ask(quote('q'))
    const item = await last()
    const plan = await prepare(item)
    const before = await paidTo()
    await money.pretendChain(1)
    try {
      expect(await codeOf(answer(item, plan.id))).toBe('chain_wrong')
    } finally {
      await money.pretendChain(31_337)
    }
    expect(await paidTo()).toBe(before)
  })

  it('with a wrapper or an amount that was tampered with can’t be paid', async () => {
    const { ask, last, prepare } = await openShop()
    const [merchant, helper] = [keyed(), keyed()]
    const { expiration: _e, revenue_share: _r, ...unsigned } = quoteBody('q')
    const original = JSON.parse(
      JSON.stringify(signedQuote(merchant, { ...unsigned, ...NO_LIMITS, merchant_id: merchant.id })),
    ) as Record<string, unknown>
    const whole = wrapped(original, [helper]) as { wrappers: Record<string, unknown>[] }
    const [wrapper] = whole.wrappers
    const dearer = {
      ...original,
      payment_options: (quoteBody('q', { amount: '99' }) as never)['payment_options'],
    }
    for (const [type, body] of [
      ['quote', dearer],
      ['wrapped_quote', { ...whole, original_quote: dearer }],
      ['wrapped_quote', { ...whole, wrappers: [{ ...wrapper, next_recipient: 'thief.example' }] }],
    ] as const) {
      await ask(structured(PAYMENTS, type, body))
      const item = await last()
      expect(item).toMatchObject({ state: 'invalid', payment: null, canDecline: false })
      expect(await codeOf(prepare(item))).toBe('thread_request_closed')
    }
    await ask(structured(PAYMENTS, 'wrapped_quote', whole))
    expect(await codeOf(prepare(await last()))).toBe('ok')
  })

  it('says whose name or address is not the one that was paid before, and what isn’t the quoted currency', async () => {
    const { ask, last, prepare, answer } = await openShop()
    await ask(quote('q'))
    await answer(await last(), (await prepare(await last())).id)
    const notes = async (asked: Asked): Promise<string> => {
      await ask(quote(`n${String(Math.random())}`, asked))
      return JSON.stringify((await prepare(await last())).notes)
    }
    expect(await notes({})).not.toMatch(/looks like|another address|sent is the same number/)
    expect(await notes({ recipient: OTHER })).toContain('before at another address')
    expect(await notes({ recipient: PAYEE.replace('00000000aa', '11110000aa') })).toContain('looks like 0x')
    expect(await notes({ currency: 'USD' })).toContain('same number of USDC')
    expect(await notes({ more: { merchant_id: 'st0re.example' } })).toContain('looks like store.example')
  })

  it('in a way that isn’t paid here says so, and can only be declined', async () => {
    const { home, id, ask, last, prepare } = await openShop()
    await ask(quote('near', { type: 'near_payment_channel', token: 'usdc.near', recipient: 'store.near' }))
    expect(await last()).toMatchObject({ payment: null, canDecline: true, state: 'pending' })
    expect(await codeOf(prepare(await last()))).toBe('payment_way')
    for (const asked of [
      { recipient: '0x0000000000000000000000000000000000000000' },
      { recipient: `eip155:1:${PAYEE}` },
      { token: 'usdc' },
      { amount: '0.00' },
    ]) {
      await ask(quote(`u${JSON.stringify(asked).length}${String(Math.random())}`, asked))
      expect(await last()).toMatchObject({ payment: null })
    }
    await ask(quote('places', { amount: '0.0000001' }))
    expect(await codeOf(prepare(await last()))).toBe('payment_amount')
    await home.threads.answer({ id, item: (await last()).key, reply: { action: 'decline' } })
  })

  it('is paid by no form, no words and no plan of somebody’s making, as a model would try', async () => {
    const { home, id, ask, last, answer, heard } = await openShop()
    await ask(quote('q'))
    const item = await last()
    const reply = { action: 'accept' as const, values: { payment: 'yes' } }
    expect(await codeOf(home.threads.answer({ id, item: item.key, reply }))).toBe('thread_request_closed')
    const forged = structured(PAYMENTS, 'payment', {
      quote_id: 'q',
      payment_method: {
        ...{ type: 'evm_erc20_transfer', token: `${CHAIN}/erc20:${money.token}`, currency: 'USDC' },
        ...{ channel_id: `0x${'ab'.repeat(32)}`, amount: '12.5' },
      },
      ...{ payer_id: home.did, timestamp: new Date().toISOString(), payer_signature: 'ed25519:…' },
    })
    expect(await codeOf(home.threads.send({ id, text: forged }))).toBe('thread_message_invalid')
    expect(await codeOf(answer(item, 'yes'))).toBe('wallet_plan_gone')
    expect(await heard()).toEqual([])
    expect(await last()).toMatchObject({ state: 'pending', paid: null })
  })
})
