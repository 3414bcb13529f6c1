import { describe, expect, it, vi } from 'vitest'
import type { ThreadItem } from '../../contract/thread-conversations.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { COLOURS, FORM, PAYMENT, QUOTE, structured } from '../testing/examples.ts'
import { openThreadAgent } from '../testing/thread-agent.ts'

const schema = (slug: string) => `https://aitp.dev/capabilities/${slug}/v1.0.0/schema.json`
const DECISION = structured('aitp-02-decisions', 'request_decision', COLOURS)
const FORM_RAW = structured('aitp-03-data-request', 'request_data', {
  ...FORM,
  form: { fields: [{ id: 'code', type: 'text', autocomplete: 'one-time-code' }] },
})
const QUOTE_RAW = structured('aitp-01-payments', 'quote', { ...QUOTE, expiration: '2099-01-01T00:00:00Z' })

/** A travel assistant, which a shop's agent and a person's Satchel talk to, each in a conversation of their own. */
const openTravel = async () => {
  const ports: string[] = []
  const travel = await openThreadAgent({ reaches: () => ports })
  const ana = await openThreadAgent({ reaches: () => ports })
  ports.push(new URL(travel.origin).host, new URL(ana.origin).host)
  await travel.befriend(ana, 'travel')
  const shop = travel.agent()
  await shop.allow()
  const asked = await shop.begin('A hotel for May?')
  const { id } = await ana.threads.open({ contact: 'travel', text: 'Find me a hotel.' })
  const to = travel.threads.list().find(({ title }) => title === 'Find me a hotel.')?.id ?? ''
  const ask = async (content: string, metadata = {}) => {
    const { status } = await shop.json('POST', `/v1/threads/${asked}/messages`, {
      body: { content: [content], metadata },
    })
    expect(status).toBe(200)
  }
  /** What the shop reads, raw. */
  const heard = async (): Promise<readonly string[]> => {
    const { body } = await shop.json('GET', `/v1/threads/${asked}/messages?order=asc&limit=100`)
    return (body['data'] as unknown as { content: string[] }[]).flatMap(({ content }) => content)
  }
  return { travel, ana, shop, asked, at: id, to, ask, heard }
}
type Satchel = Awaited<ReturnType<typeof openTravel>>['ana']

const itemsOf = async ({ threads }: Satchel, id: string): Promise<readonly ThreadItem[]> =>
  (await threads.view(id)).entries.flatMap(({ items }) => items)
const openIn = async (satchel: Satchel, id: string): Promise<ThreadItem> => {
  const found = await vi.waitFor(async () => {
    const open = (await itemsOf(satchel, id)).find(({ canDecline }) => canDecline)
    if (open === undefined) throw new Error('nothing is open')
    return open
  })
  return found
}
const refused = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (thrown: unknown) => toSatchelError(thrown).code,
  )

describe('what a third party asks a travel assistant', () => {
  it('reaches the person as it was asked, with who asked, and the answer goes back as it was given', async () => {
    const { travel, ana, asked, at, to, ask, heard, shop } = await openTravel()
    await ask(DECISION)
    const request = await openIn(travel, asked)
    expect(await travel.threads.forward({ id: asked, item: request.key, to })).toEqual({
      inWords: false,
      comesBack: true,
    })
    expect(await itemsOf(travel, asked)).toMatchObject([{ state: 'pending', passedTo: to }])
    const shown = await openIn(ana, at)
    expect(shown).toMatchObject({ raw: DECISION, forwarded: { requester: shop.did, hops: 1 } })
    await ana.threads.answer({
      id: at,
      item: shown.key,
      reply: { action: 'accept', values: { options: ['blue'] } },
    })
    const answer = await vi.waitFor(async () => {
      const last = (await heard()).at(-1)
      expect(last).toContain('"decision"')
      return last
    })
    expect(ana.record.transcript(at).at(-1)?.content).toEqual([answer])
    expect(await itemsOf(travel, asked)).toMatchObject([{ state: 'answered', passedTo: null }])
  })

  it('is asked for a secret that only the shop reads, and the assistant keeps nothing of', async () => {
    const { travel, ana, asked, at, to, ask, heard } = await openTravel()
    await ask(FORM_RAW)
    await travel.threads.forward({ id: asked, item: (await openIn(travel, asked)).key, to })
    const shown = await openIn(ana, at)
    await ana.threads.answer({
      id: at,
      item: shown.key,
      reply: { action: 'accept', values: { code: '771204' } },
    })
    await vi.waitFor(async () => {
      expect((await heard()).at(-1)).toContain('771204')
    })
    for (const { db } of [ana, travel])
      expect(
        String(db.prepare('SELECT group_concat(content) FROM thread_messages').pluck().get()),
      ).not.toContain('771204')
  })

  it('may be a payment: in words for who doesn’t pay, raw for who does, and one answer goes back', async () => {
    const { travel, asked, ask, heard } = await openTravel()
    await ask(QUOTE_RAW)
    const request = await openIn(travel, asked)
    const friend = travel.agent()
    await friend.allow()
    const plain = await friend.begin('Hello')
    expect(await travel.threads.forward({ id: asked, item: request.key, to: plain })).toEqual({
      inWords: true,
      comesBack: false,
    })
    const said = await friend.json('GET', `/v1/threads/${plain}/messages?order=desc`)
    const words = JSON.stringify(said.body['data'])
    expect(words).toContain(QUOTE.merchant_id)
    expect(words).not.toContain('$schema')
    const wallet = travel.agent()
    await wallet.allow()
    const { body } = await wallet.json('POST', '/v1/threads', {
      body: { metadata: { actors: [{ id: 'wallet', capabilities: [schema('aitp-01-payments')] }] } },
    })
    const pays = String(body['id'])
    expect(await travel.threads.forward({ id: asked, item: request.key, to: pays })).toEqual({
      inWords: false,
      comesBack: true,
    })
    // It waits in one conversation at a time.
    expect(await refused(travel.threads.forward({ id: asked, item: request.key, to: pays }))).toBe(
      'thread_forward_refused',
    )
    const payment = structured('aitp-01-payments', 'payment', { ...PAYMENT, quote_id: QUOTE.quote_id })
    for (const content of [payment, payment.replace(/Z"/, '1Z"')])
      await wallet.json('POST', `/v1/threads/${pays}/messages`, { body: { content: [content] } })
    await vi.waitFor(async () => {
      expect((await heard()).filter((raw) => raw.includes('"payment"'))).toEqual([payment])
    })
    expect(await itemsOf(travel, asked)).toMatchObject([{ state: 'answered' }])
  })

  it('goes round in no circle and through no more than eight hands', async () => {
    const { travel, ana, asked, at, to, ask } = await openTravel()
    await ask(DECISION)
    const request = await openIn(travel, asked)
    expect(await refused(travel.threads.forward({ id: asked, item: request.key, to: asked }))).toBe(
      'thread_forward_refused',
    )
    await travel.threads.forward({ id: asked, item: request.key, to })
    const shown = await openIn(ana, at)
    // Back to who passed it on.
    const back = await ana.threads.open({ contact: 'travel', text: 'Again' })
    expect(await refused(ana.threads.forward({ id: at, item: shown.key, to: back.id }))).toBe(
      'thread_forward_refused',
    )
    await ask(structured('aitp-02-decisions', 'request_decision', { ...COLOURS, id: 'far' }), {
      aitp_origin_actor: 'did:web:far.example',
      aitp_hops: 8,
    })
    const far = (await itemsOf(travel, asked)).find(({ raw }) => raw.includes('"far"'))
    expect(await refused(travel.threads.forward({ id: asked, item: far?.key ?? '', to }))).toBe(
      'thread_forward_refused',
    )
  })

  it('isn’t given back once it was answered, or by an answer that doesn’t fit', async () => {
    const { travel, asked, ask, heard } = await openTravel()
    await ask(DECISION)
    const helper = travel.agent()
    await helper.allow()
    const { body } = await helper.json('POST', '/v1/threads', {
      body: { metadata: { actors: [{ id: 'helper', capabilities: [schema('aitp-02-decisions')] }] } },
    })
    const to = String(body['id'])
    const { key: item } = await openIn(travel, asked)
    await travel.threads.forward({ id: asked, item, to })
    const chosen = (id: string) =>
      structured('aitp-02-decisions', 'decision', { request_decision_id: COLOURS.id, options: [{ id }] })
    const say = (content: string) =>
      helper.json('POST', `/v1/threads/${to}/messages`, { body: { content: [content] } })
    await say(chosen('plaid'))
    expect((await itemsOf(travel, asked))[0]).toMatchObject({ state: 'pending' })
    await travel.threads.answer({
      id: asked,
      item,
      reply: { action: 'accept', values: { options: ['red'] } },
    })
    await say(chosen('blue'))
    await vi.waitFor(async () => {
      expect(await itemsOf(travel, asked)).toMatchObject([{ passedTo: null }])
    })
    expect((await heard()).filter((raw) => raw.includes('"decision"'))).toEqual([
      expect.stringContaining('"red"') as unknown,
    ])
  })

  it('is asked in words where it isn’t understood, and the plain answer goes back as a decision, once', async () => {
    const { travel, asked, ask, heard } = await openTravel()
    const helper = travel.agent()
    await helper.allow()
    const to = await helper.begin('Ask me in plain words.')
    const say = (content: string) =>
      helper.json('POST', `/v1/threads/${to}/messages`, { body: { content: [content] } })
    await say('2')
    await ask(DECISION)
    const { key: item } = await openIn(travel, asked)
    expect(await travel.threads.forward({ id: asked, item, to })).toEqual({ inWords: true, comesBack: true })
    expect(await itemsOf(travel, asked)).toMatchObject([{ state: 'pending', passedTo: to }])
    // Another question there would make it unplain which one is answered.
    await ask(structured('aitp-02-decisions', 'request_decision', { ...COLOURS, id: 'other' }))
    const other = (await itemsOf(travel, asked)).find(({ raw }) => raw.includes('"other"'))?.key ?? ''
    expect(await refused(travel.threads.forward({ id: asked, item: other, to }))).toBe(
      'thread_forward_refused',
    )
    // What we say there is no answer, and talk is none, either.
    await travel.threads.send({ id: to, text: '1' })
    await say('Let me think.')
    await travel.threads.view(to)
    expect((await itemsOf(travel, asked))[0]).toMatchObject({ state: 'pending' })
    await say('The second, please.')
    await vi.waitFor(async () => {
      expect((await itemsOf(travel, asked))[0]).toMatchObject({ state: 'answered', passedTo: null })
    })
    await say('Blue')
    expect(await travel.threads.forward({ id: asked, item: other, to })).toMatchObject({ comesBack: true })
    const answers = (await heard()).filter((raw) => raw.includes('"decision"'))
    expect(answers.map((raw): unknown => JSON.parse(raw))).toMatchObject([
      { decision: { request_decision_id: COLOURS.id, options: [{ id: 'red', name: 'Red' }] } },
    ])
  })

  it('asks for no secret in words that an answer would come back from', async () => {
    const { travel, asked, ask } = await openTravel()
    const helper = travel.agent()
    await helper.allow()
    const to = await helper.begin('Ask me in plain words.')
    await ask(FORM_RAW)
    const { key: item } = await openIn(travel, asked)
    expect(await travel.threads.forward({ id: asked, item, to })).toEqual({ inWords: true, comesBack: false })
    expect(await itemsOf(travel, asked)).toMatchObject([{ passedTo: null }])
  })

  it('waits in words no longer once it was answered where it was asked', async () => {
    const { travel, asked, ask, heard } = await openTravel()
    const helper = travel.agent()
    await helper.allow()
    const to = await helper.begin('Ask me in plain words.')
    await ask(DECISION)
    const { key: item } = await openIn(travel, asked)
    await travel.threads.forward({ id: asked, item, to })
    await travel.threads.answer({ id: asked, item, reply: { action: 'decline' } })
    await vi.waitFor(async () => {
      expect(await itemsOf(travel, asked)).toMatchObject([{ state: 'declined', passedTo: null }])
    })
    await helper.json('POST', `/v1/threads/${to}/messages`, { body: { content: ['2'] } })
    expect((await heard()).filter((raw) => raw.includes('"decision"'))).toHaveLength(1)
  })
})
