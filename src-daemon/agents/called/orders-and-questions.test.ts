import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Signer } from '../../identity/types.ts'
import { localhostTls } from '../../network/testing/localhost-tls.ts'
import { NO_OFFER, ORDER, QUESTION, TOOL } from '../testing/endpoint.ts'
import { startOne } from './testing/start-one.ts'

const before = getCACertificates('default')
beforeAll(() => {
  setDefaultCACertificates([...before, localhostTls.cert])
})
afterAll(() => {
  setDefaultCACertificates(before)
})

describe('an order', () => {
  const LATTE = {
    kind: 'product' as const,
    identifier: 'latte',
    name: 'Latte',
    description: '',
    price: { amount: '13.00', currency: 'CNY' },
    images: [],
    options: [
      { name: 'Temperature', isRequired: true, values: ['Iced', 'Hot'] },
      { name: 'Size', isRequired: false, values: ['Large'] },
    ],
    more: {},
  }
  const start = async ({ enabled = true, taken = new Map<string, object>() } = {}) => {
    const opened = await startOne({
      offer: { get: () => ({ ...NO_OFFER, orders: { enabled }, items: [LATTE] }), published: () => null },
      takenOrder: (did, key) => {
        const order = taken.get(`${did} ${key}`)
        return order === undefined ? null : { order: order as never, answer: { order: 'before' } }
      },
    })
    opened.invoke.mockImplementation(({ params, did }) => {
      taken.set(`${did} ${String(params['idempotencyKey'])}`, params)
      return Promise.resolve({ ok: true, output: { order: 'new' } })
    })
    const order = (
      body: object = {},
      headers: Record<string, string> = { 'idempotency-key': 'k-1' },
      signer: Signer | null = opened.caller,
    ) =>
      opened.post(
        '/orders',
        { identifier: 'latte', customizationOptions: { Temperature: 'Hot' }, ...body },
        { ...(signer === null ? {} : { signer }), headers },
      )
    return { ...opened, order }
  }

  it('is taken from whom the owner allowed that, who is asked about it', async () => {
    const { order, allow, agents, invoke, caller } = await start()
    expect((await order()).status).toBe(403)
    expect(agents.callers()).toMatchObject([{ asked: { method: 'order' } }])
    await allow([ORDER.id])
    expect(await order()).toMatchObject({ status: 200, text: '{"order":"new"}' })
    expect(invoke).toHaveBeenCalledWith(
      expect.objectContaining({
        toolId: ORDER.id,
        did: caller.did,
        asksOwner: true,
        params: {
          identifier: 'latte',
          product: 'Latte',
          price: '13.00',
          currency: 'CNY',
          options: { Temperature: 'Hot' },
          idempotencyKey: 'k-1',
        },
      }),
    )
  })

  it('is taken once, however often it is sent', async () => {
    const { order, allow, invoke } = await start()
    await allow([ORDER.id])
    await order()
    expect(await order()).toMatchObject({ status: 200, text: '{"order":"before"}' })
    expect((await order({ customizationOptions: { Temperature: 'Iced' } })).status).toBe(400)
    expect(invoke).toHaveBeenCalledTimes(1)
    await order({}, {})
    await order({}, {})
    expect(invoke).toHaveBeenCalledTimes(3)
  })

  it('is one of a product and choices there are', async () => {
    const { order, allow, invoke } = await start()
    await allow([ORDER.id])
    expect((await order({ identifier: 'mocha' })).status).toBe(404)
    for (const customizationOptions of [
      {},
      { Temperature: 'Warm' },
      { Temperature: 'Hot', Milk: 'Oat' },
      'Hot',
    ])
      expect((await order({ customizationOptions })).status).toBe(400)
    expect((await order({}, { 'idempotency-key': 'a b' })).status).toBe(400)
    expect(invoke).not.toHaveBeenCalled()
    expect((await order({ customizationOptions: { Temperature: 'Hot', Size: 'Large' } })).status).toBe(200)
  })

  it('needs a signature over it, and that orders are taken', async () => {
    const { order, allow, token, bearer, invoke } = await start()
    await allow([ORDER.id, TOOL.id])
    const given = await token()
    invoke.mockClear()
    expect((await order({}, bearer(given).headers, null)).status).toBe(401)
    expect((await order({}, {}, null)).status).toBe(401)
    const closed = await start({ enabled: false })
    await closed.allow([ORDER.id])
    expect((await closed.order()).status).toBe(404)
    for (const one of [invoke, closed.invoke]) expect(one).not.toHaveBeenCalled()
  })
})

describe('a question', () => {
  const start = async () => {
    const opened = await startOne({
      offer: { get: () => ({ ...NO_OFFER, questions: { enabled: true } }), published: () => null },
    })
    opened.invoke.mockImplementation(({ onText }) => {
      onText?.('Three')
      onText?.('Three metres')
      return Promise.resolve({ ok: true, output: { answer: 'Three metres.' } })
    })
    const ask = (options: Parameters<typeof opened.post>[2], question = 'How far?') =>
      opened.post('/ask', { question }, options)
    return { ...opened, ask }
  }

  it('is answered for whom the owner allowed that, with the tools open to it', async () => {
    const { ask, allow, caller, agents, invoke } = await start()
    expect((await ask({ signer: caller })).status).toBe(403)
    expect(agents.callers()).toMatchObject([{ asked: { method: 'ask' } }])
    await allow([TOOL.id])
    expect((await ask({ signer: caller })).status).toBe(404)
    expect(invoke).not.toHaveBeenCalled()
    await allow([TOOL.id, QUESTION.id])
    const answer = await ask({ signer: caller })
    expect(answer).toMatchObject({ status: 200, text: '{"answer":"Three metres."}' })
    expect(invoke).toHaveBeenCalledWith(
      expect.objectContaining({
        toolId: QUESTION.id,
        did: caller.did,
        params: { question: 'How far?', tools: [TOOL.id] },
      }),
    )
  })

  it('is answered in pieces to whom accepts events', async () => {
    const { ask, allow, caller } = await start()
    await allow([QUESTION.id])
    const answer = await ask({ signer: caller, headers: { accept: 'text/event-stream' } })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.text).toBe(
      'data: {"delta":"Three"}\n\ndata: {"delta":" metres"}\n\ndata: {"delta":"."}\n\ndata: [DONE]\n\n',
    )
  })

  it('is answered in text to whom accepts that, and is refused by HTTP whatever is accepted', async () => {
    const { ask, allow, caller, invoke } = await start()
    await allow([QUESTION.id])
    const plain = await ask({ signer: caller, headers: { accept: 'text/plain;q=0.9' } })
    expect(plain.text).toBe('Three metres.')
    invoke.mockResolvedValue({ ok: false, code: 'EXECUTION_FAILED', message: 'no model' })
    const failed = await ask({ signer: caller, headers: { accept: 'text/event-stream' } })
    expect(failed).toMatchObject({
      status: 502,
      text: '{"error":{"code":"EXECUTION_FAILED","message":"no model"}}',
    })
    invoke.mockImplementation(({ onText }) => {
      onText?.('Thr')
      return Promise.resolve({ ok: false, code: 'TIMEOUT', message: 'too late' })
    })
    const late = await ask({ signer: caller, headers: { accept: 'text/event-stream' } })
    expect(late.text).toBe(
      'data: {"delta":"Thr"}\n\ndata: {"error":{"code":"TIMEOUT","message":"too late"}}\n\ndata: [DONE]\n\n',
    )
  })

  it('that is none, or too long, is refused before anything else', async () => {
    const { post, allow, caller } = await start()
    await allow([QUESTION.id])
    for (const body of [{}, { question: '' }, { question: 'x'.repeat(20_001) }])
      expect((await post('/ask', body, { signer: caller })).status).toBe(400)
  })
})
