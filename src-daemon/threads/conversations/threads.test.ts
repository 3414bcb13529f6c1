import { createServer } from 'node:http'
import { onTestFinished, describe, expect, it, vi } from 'vitest'
import { toSatchelError } from '../../platform/errors.ts'
import type { ThreadItem } from '../../contract/thread-conversations.ts'
import { COLOURS, FORM, QUOTE, structured } from '../testing/examples.ts'
import { openThreadAgent } from '../testing/thread-agent.ts'

const DECISION = structured('aitp-02-decisions', 'request_decision', COLOURS)
const FORM_RAW = structured('aitp-03-data-request', 'request_data', FORM)
const URL_02 = 'https://aitp.dev/capabilities/aitp-02-decisions/v1.0.0/schema.json'

/** Two Satchels that know each other: Ana writes to Bo, who keeps the conversation. */
const pair = async () => {
  const ports: string[] = []
  const reaches = () => ports
  const bo = await openThreadAgent({ reaches })
  const ana = await openThreadAgent({ reaches })
  ports.push(new URL(bo.origin).host, new URL(ana.origin).host)
  await bo.befriend(ana, 'bo')
  await ana.befriend(bo, 'ana')
  return { ana, bo }
}
type Satchel = Awaited<ReturnType<typeof pair>>['ana']

const itemsOf = async ({ threads }: Satchel, id: string): Promise<readonly ThreadItem[]> =>
  (await threads.view(id)).entries.flatMap(({ items }) => items)
const wordsOf = async ({ threads }: Satchel, id: string): Promise<readonly string[]> =>
  (await threads.view(id)).entries.flatMap(({ texts }) => texts)
const onlyThread = ({ threads }: Satchel): string => threads.list()[0]?.id ?? ''
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (thrown: unknown) => toSatchelError(thrown).code,
  )

const DECLARED = [
  'aitp-01-payments',
  'aitp-02-decisions',
  'aitp-03-data-request',
  'aitp-04-near-wallet',
  'aitp-05-evm-wallet',
  'aitp-06-solana-wallet',
  'x01-control',
]

describe('a conversation of two Satchels', () => {
  it('is begun at the other, and both see who is in it and what was said', async () => {
    const { ana, bo } = await pair()
    const made = await ana.threads.open({ contact: 'bo', text: 'Have you a minute?' })
    expect(made).toMatchObject({
      title: 'Have you a minute?',
      keptBy: 'bo',
      people: [
        { did: ana.did, isUs: true, state: 'in' },
        {
          did: bo.did,
          name: 'bo',
          capabilities: DECLARED,
        },
      ],
      common: DECLARED,
    })
    const id = onlyThread(bo)
    expect(bo.threads.list()).toMatchObject([
      {
        title: 'Have you a minute?',
        connection: 'here',
        unseen: 1,
        people: [{ isUs: true }, { name: 'ana' }],
      },
    ])
    bo.threads.seen(id)
    expect(bo.threads.list()).toMatchObject([{ unseen: 0 }])
    await bo.threads.send({ id, text: 'For you, always.' })
    await vi.waitFor(async () => {
      expect(await wordsOf(ana, made.id)).toEqual(['Have you a minute?', 'For you, always.'])
    })
    expect(ana.threads.list()).toMatchObject([{ connection: 'live', unseen: 1 }])
    expect((await ana.threads.view(made.id)).entries).toMatchObject([
      { mine: true },
      { mine: false, name: 'bo' },
    ])
  })

  it('takes decisions and forms to the person, and the answers back, once each', async () => {
    const { ana, bo } = await pair()
    const { id } = await ana.threads.open({ contact: 'bo', text: 'Please ask me.' })
    const at = onlyThread(bo)
    for (const raw of [DECISION, FORM_RAW]) bo.record.add(at, { actor: bo.did, content: [raw] }, bo.read)
    await vi.waitFor(async () => {
      expect(await itemsOf(ana, id)).toHaveLength(2)
    })
    const [decision, form] = await itemsOf(ana, id)
    expect(decision).toMatchObject({ state: 'pending', looks: 'decision', mine: false, canDecline: true })
    expect(decision?.form?.fields).toHaveLength(1)
    const answer = {
      id,
      item: decision?.key ?? '',
      reply: { action: 'accept' as const, values: { options: ['blue'] } },
    }
    const twice = await Promise.all([codeOf(ana.threads.answer(answer)), codeOf(ana.threads.answer(answer))])
    expect(twice).toEqual(['ok', 'thread_request_closed'])
    // A program that ended between the question and the answer shows the question again.
    ana.restart()
    expect((await itemsOf(ana, id))[1]).toMatchObject({ key: form?.key, state: 'pending' })
    await ana.threads.answer({ id, item: form?.key ?? '', reply: { action: 'decline' } })
    await vi.waitFor(async () => {
      expect((await itemsOf(bo, at)).map(({ state, mine }) => [state, mine])).toEqual([
        ['answered', true],
        ['declined', true],
      ])
    })
    expect((await itemsOf(ana, id)).map(({ state }) => state)).toEqual(['answered', 'declined'])
    expect(await codeOf(ana.threads.answer({ ...answer, item: form?.key ?? '' }))).toBe(
      'thread_request_closed',
    )
  })

  it('gives a secret to who asked alone', async () => {
    const { ana, bo } = await pair()
    const { id } = await ana.threads.open({ contact: 'bo', text: 'Hello' })
    const at = onlyThread(bo)
    const fields = [{ id: 'code', type: 'text', autocomplete: 'one-time-code' }]
    const raw = structured('aitp-03-data-request', 'request_data', { ...FORM, form: { fields } })
    bo.record.add(at, { actor: bo.did, content: [raw] }, bo.read)
    await vi.waitFor(async () => {
      expect(await itemsOf(ana, id)).toHaveLength(1)
    })
    const [form] = await itemsOf(ana, id)
    await ana.threads.answer({
      id,
      item: form?.key ?? '',
      reply: { action: 'accept', values: { code: '771204' } },
    })
    const [said] = bo.record.store.page(at, { limit: 1, order: 'desc' }).messages
    if (said === undefined) throw new Error('nothing was said')
    expect(bo.record.contentFor(said, bo.did).join()).toContain('771204')
    for (const { db } of [ana, bo])
      expect(
        String(db.prepare('SELECT group_concat(content) FROM thread_messages').pluck().get()),
      ).not.toContain('771204')
    await bo.threads.send({ id: at, text: 'It was 771204.' })
    await vi.waitFor(async () => {
      expect((await wordsOf(ana, id)).at(-1)).toMatch(/^It was \*+\.$|^It was ‹?/)
    })
    expect((await wordsOf(ana, id)).join()).not.toContain('771204')
  })

  it('never pays: a quote is declined in a form the other knows, or in words', async () => {
    const { ana, bo } = await pair()
    const quote = structured('aitp-01-payments', 'quote', { ...QUOTE, expiration: '2099-01-01T00:00:00Z' })
    const shop = ana.agent()
    await shop.allow()
    const plain = await shop.begin(quote)
    const [theirs] = await itemsOf(ana, plain)
    expect(theirs).toMatchObject({ looks: 'payment', form: null, canDecline: true })
    const pay = { id: plain, item: theirs?.key ?? '', reply: { action: 'accept' as const, values: {} } }
    expect(await codeOf(ana.threads.answer(pay))).toBe('thread_request_closed')
    await ana.threads.answer({ ...pay, reply: { action: 'decline' } })
    expect((await wordsOf(ana, plain)).at(-1)).toContain('declined')
    const { id } = await bo.threads.open({ contact: 'ana', text: 'I owe you.' })
    const at = ana.threads.list().find(({ title }) => title === 'I owe you.')?.id ?? ''
    bo.record.add(id, { actor: ana.did, content: [quote] }, bo.read)
    await bo.threads.answer({ id, item: (await itemsOf(bo, id))[0]?.key ?? '', reply: { action: 'decline' } })
    expect(ana.record.transcript(at).at(-1)?.content[0]).toContain('"rejection"')
  })

  it('goes on where it was after a break, without a gap and nothing twice', async () => {
    const { ana, bo } = await pair()
    const { id } = await ana.threads.open({ contact: 'bo', text: 'One' })
    const at = onlyThread(bo)
    await vi.waitFor(() => {
      expect(ana.threads.list()).toMatchObject([{ connection: 'live' }])
    })
    await bo.threads.send({ id: at, text: 'Two' })
    ana.threads.close()
    await bo.threads.send({ id: at, text: 'Three' })
    ana.restart()
    await vi.waitFor(async () => {
      expect(await wordsOf(ana, id)).toEqual(['One', 'Two', 'Three'])
    })
    // The door closes in the middle of a stream, and opens again.
    const endpoint = bo.settings.get().agentEndpoint
    await bo.agents.setEndpoint({ ...endpoint, enabled: false })
    await vi.waitFor(() => {
      expect(ana.threads.list()).toMatchObject([{ connection: 'waiting' }])
    })
    await bo.threads.send({ id: at, text: 'Four' })
    expect(await codeOf(ana.threads.send({ id, text: 'Lost' }))).toBe('network_unreachable')
    await bo.agents.setEndpoint(endpoint)
    await vi.waitFor(async () => {
      expect(await wordsOf(ana, id)).toEqual(['One', 'Two', 'Three', 'Four'])
    })
    const key = 'once'
    await ana.threads.send({ id, text: 'Five', key })
    await ana.threads.send({ id, text: 'Five', key })
    expect(await wordsOf(bo, at)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
    expect(await wordsOf(ana, id)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
  })

  it('is left, joined again, and over once nobody else is there', async () => {
    const { ana, bo } = await pair()
    const { id } = await ana.threads.open({ contact: 'bo', text: 'Hello' })
    const at = onlyThread(bo)
    await bo.threads.leave(at)
    await vi.waitFor(() => {
      expect(ana.threads.list()).toMatchObject([{ connection: 'closed' }])
    })
    expect(await codeOf(ana.threads.send({ id, text: 'Still there?' }))).toBe('thread_closed')
    const again = await ana.threads.open({ contact: 'bo', text: 'Again' })
    await ana.threads.leave(again.id)
    expect(bo.threads.list()[0]).toMatchObject({ connection: 'closed' })
    ana.threads.remove(id)
    expect(ana.threads.list()).toHaveLength(1)
    expect(await codeOf(ana.threads.view(id))).toBe('thread_unknown')
  })

  it('needs an agent that is approved, holds conversations and knows us', async () => {
    const { ana, bo } = await pair()
    const known = ana.contacts.get('bo')
    if (known === undefined) throw new Error('nobody is known')
    expect(await codeOf(ana.threads.open({ contact: 'nobody', text: 'Hello' }))).toBe('thread_not_offered')
    ana.contacts.set('bo', { ...known, threads: null })
    expect(await codeOf(ana.threads.open({ contact: 'bo', text: 'Hello' }))).toBe('thread_not_offered')
    ana.contacts.set('bo', { ...known, as: null })
    expect(await codeOf(ana.threads.open({ contact: 'bo', text: 'Hello' }))).toBe('thread_no_identity')
    ana.contacts.set('bo', known)
    await bo.agents.answer({ did: ana.did, status: 'refused', tools: [] })
    expect(await codeOf(ana.threads.open({ contact: 'bo', text: 'Hello' }))).toBe('agent_refused')
    expect(bo.threads.list()).toEqual([])
  })
})

describe('an agent that keeps a conversation', () => {
  /** A server of the Thread API that says what a script wants. */
  const scripted = async (actors: unknown, messages: readonly object[], events = '') => {
    const posted: unknown[] = []
    const server = createServer((request, response) => {
      const path = request.url ?? ''
      const json = (value: unknown) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
      if (path.endsWith('/events')) {
        response.setHeader('content-type', 'text/event-stream').write(`: hello\n\n${events}`)
        return
      }
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        if (body !== '') posted.push(JSON.parse(body))
        if (path.includes('/messages') && request.method === 'GET')
          json({ object: 'list', data: messages, has_more: false })
        else if (path.includes('/messages'))
          json({ id: `p${String(posted.length)}`, content: ['something else'], metadata: { actor: 'x' } })
        else json({ id: 't1', metadata: { actors } })
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const host = `localhost:${String(typeof address === 'object' ? address?.port : 0)}`
    const ana = await openThreadAgent({ reaches: () => [host] })
    onTestFinished(() => {
      ana.threads.close()
      server.closeAllConnections()
      server.close()
    })
    ana.contacts.set('shop', {
      id: 'shop',
      did: 'did:web:shop.example',
      threads: `http://${host}/v1/threads`,
      as: ana.did,
    })
    return { ana, posted, open: () => ana.threads.open({ contact: 'shop', text: 'Hello' }) }
  }

  it.each([
    ['addresses', [URL_02]],
    ['objects with schema', [{ schema: URL_02 }]],
    ['objects with $schema', [{ $schema: URL_02 }]],
  ])('declares what it knows as %s, or as a text of it', async (_how, capabilities) => {
    const actor = { id: 'did:web:shop.example', client_id: 'shop', capabilities }
    for (const actors of [[actor], JSON.stringify([actor]), [JSON.stringify(actor)]]) {
      const { open, posted } = await scripted(actors, [])
      expect(await open()).toMatchObject({ common: ['aitp-02-decisions'] })
      expect(posted[0]).toMatchObject({
        messages: [],
        metadata: { actors: [{ capabilities: expect.arrayContaining([URL_02]) as unknown }] },
      })
    }
  })

  it('can’t say that we said something, change what was said, or answer its own question', async () => {
    const ours = structured('aitp-02-decisions', 'decision', {
      request_decision_id: COLOURS.id,
      options: [{ id: 'blue' }],
    })
    const messages: object[] = []
    const { ana, open } = await scripted([], messages)
    const us = { actor: ana.did }
    messages.push(
      { id: 'm1', content: [DECISION], metadata: { actor: 'did:web:shop.example' } },
      { id: 'm2', content: [ours], metadata: us },
      { id: 'm3', content: [ours], metadata: { actor: 'did:web:shop.example' } },
      { id: 'm1', content: ['I never asked.'], metadata: {} },
      { id: 'm4', content: 'x'.repeat(300_000) },
      { content: 'without an id' },
    )
    const { id } = await open()
    await vi.waitFor(async () => {
      expect(await itemsOf(ana, id)).toMatchObject([
        { state: 'pending' },
        { state: null, notes: [{ tone: 'bad' }] },
      ])
    })
    expect(await wordsOf(ana, id)).toEqual(['Hello'])
  })

  it('can’t take what we say off the list by giving it another’s id', async () => {
    const messages = [
      { id: 'p2', content: 'I said this.', metadata: { actor: 'did:web:shop.example' } },
      { id: 'p3', content: 'And this.', metadata: { actor: 'did:web:shop.example' } },
    ]
    const { ana, open, posted } = await scripted([], messages)
    const { id } = await open()
    await vi.waitFor(async () => {
      expect(await wordsOf(ana, id)).toContain('And this.')
    })
    await ana.threads.send({ id, text: 'Mine' })
    expect(posted).toHaveLength(3)
    expect(await wordsOf(ana, id)).toContain('Mine')
    const pasted = structured('aitp-02-decisions', 'decision', {
      request_decision_id: 'a',
      options: [{ id: 'b' }],
    })
    expect(await codeOf(ana.threads.send({ id, text: pasted }))).toBe('thread_message_invalid')
    expect(posted).toHaveLength(3)
  })

  it('is heard in events, where an unreadable one is passed over', async () => {
    const event = (id: string, name: string, data: string) => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`
    const said = JSON.stringify({
      id: 'm9',
      role: 'assistant',
      content: [{ type: 'text', text: { value: 'Late' } }],
    })
    const { ana, open } = await scripted(
      [],
      [],
      [
        event('1', 'message.created', '{'),
        event('2', 'message.delta', '{}'),
        event('3', 'message.created', said),
        event('4', 'message.completed', said),
      ].join(''),
    )
    const { id } = await open()
    await vi.waitFor(async () => {
      expect(await wordsOf(ana, id)).toEqual(['Hello', 'Late'])
    })
    await vi.waitFor(() => {
      expect(ana.record.store.get(id)?.cursor).toBe('4')
    })
  })
})
