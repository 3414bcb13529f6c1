import { describe, expect, it } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { COLOURS, FORM, structured } from '../testing/examples.ts'
import { openThreadAgent } from '../testing/thread-agent.ts'
import { LIMITS } from '../kept/limits.ts'

const DECISION = structured('aitp-02-decisions', 'request_decision', COLOURS)
const URL_02 = 'https://aitp.dev/capabilities/aitp-02-decisions/v1.0.0/schema.json'

/** An agent that the owner holds conversations with. */
const allowed = async () => {
  const us = await openThreadAgent()
  const shop = us.agent()
  await shop.allow()
  return { us, shop }
}

/** Reads events until `count` of them came. */
const follow = async (
  response: Response,
  count: number,
): Promise<{ id: string; event: string; data: unknown }[]> => {
  const found: { id: string; event: string; data: unknown }[] = []
  let text = ''
  if (response.body === null) return found
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
      if (line('id') !== '')
        found.push({ id: line('id'), event: line('event'), data: JSON.parse(line('data')) })
    }
    if (found.length >= count) break
  }
  return found
}

describe('a conversation that is kept here', () => {
  it('is begun, written to and read by an agent in it, and says who is there', async () => {
    const { us, shop } = await allowed()
    const made = await shop.json('POST', '/v1/thread', {
      body: {
        messages: [{ role: 'user', content: 'Hello' }],
        metadata: { actors: [{ id: 'shop.near', client_id: 'x', capabilities: [{ $schema: URL_02 }] }] },
      },
    })
    expect(made).toMatchObject({
      status: 200,
      body: {
        status: 'open',
        metadata: {
          actors: [{ id: us.did }, { id: shop.did, client_id: 'shop.near', capabilities: [URL_02] }],
        },
      },
    })
    const path = `/v1/threads/${String(made.body['id'])}`
    const said = await shop.json('POST', `${path}/messages`, {
      body: { role: 'user', content: [DECISION, { type: 'text', text: { value: 'Please choose.' } }] },
    })
    expect(said).toMatchObject({
      status: 200,
      body: { role: 'user', content: [DECISION, 'Please choose.'], metadata: { actor: shop.did } },
    })
    us.record.add(String(made.body['id']), { actor: us.did, content: ['Wait.'] }, us.read)
    const { body } = await shop.json('GET', `${path}/messages?limit=2&order=asc`)
    expect(body).toMatchObject({
      object: 'list',
      has_more: true,
      data: [{ content: ['Hello'] }, { content: [DECISION, 'Please choose.'] }],
    })
    const rest = await shop.json('GET', `${path}/messages?order=asc&after=${String(body['last_id'])}`)
    expect(rest.body).toMatchObject({
      has_more: false,
      data: [{ role: 'assistant', content: ['Wait.'], metadata: { actor: us.did } }],
    })
    const back = await shop.json('GET', `${path}/messages?limit=1&after=${String(rest.body['last_id'])}`)
    expect(back.body).toMatchObject({ has_more: true, data: [{ content: [DECISION, 'Please choose.'] }] })
    const list = await shop.json('GET', '/v1/threads')
    expect(list.body).toMatchObject({ data: [{ id: made.body['id'] }] })
  })

  it('is nothing to those whom the owner didn’t open it to, and they wait in the inbox', async () => {
    const { us, shop } = await allowed()
    const id = await shop.begin('Hello')
    const other = us.agent()
    const asks = { body: { messages: [{ content: 'Let me in.' }], metadata: { actors: [] } } }
    expect(await other.json('POST', '/v1/threads', asks)).toMatchObject({
      status: 403,
      body: { error: { type: 'permission_error', code: 'not_allowed' } },
    })
    expect(us.agents.callers().find(({ did }) => did === other.did)).toMatchObject({
      status: 'asked',
      asked: { method: 'threads/create', params: expect.stringContaining('Let me in.') as string },
    })
    await other.allow()
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/messages'],
      ['GET', '/events'],
      ['POST', '/messages'],
      ['POST', ''],
      ['POST', '/leave'],
    ] as const) {
      const body = method === 'POST' ? { body: { content: 'x' } } : {}
      expect(await other.json(method, `/v1/threads/${id}${path}`, body), `${method} ${path}`).toMatchObject({
        status: 404,
      })
    }
    expect((await other.json('GET', '/v1/threads')).body).toMatchObject({ data: [] })
    expect((await fetch(`${us.origin}/v1/threads`)).status).toBe(401)
    us.offer(false)
    expect((await shop.send('GET', '/v1/threads')).status).toBe(404)
  })

  it('is only joined by who was asked to, and each is who they prove to be', async () => {
    const { us, shop } = await allowed()
    const [guest, stranger] = [us.agent(), us.agent()]
    await guest.allow()
    await stranger.allow()
    const id = await shop.begin('Hello')
    const path = `/v1/threads/${id}`
    const join = (who: typeof guest, id: string) =>
      who.json('POST', path, { body: { metadata: { actors: [{ id, capabilities: [URL_02] }] } } })
    expect((await join(guest, guest.did)).status).toBe(404)
    await shop.json('POST', path, { body: { metadata: { actors: [{ id: guest.did }] } } })
    expect((await guest.send('GET', `${path}/messages`)).status).toBe(404)
    // Another's name makes nobody that one.
    const joined = await join(guest, shop.did)
    expect(joined.body).toMatchObject({
      metadata: { actors: [{ id: us.did }, { id: shop.did }, { id: guest.did }] },
    })
    expect(us.record.store.get(id)?.actors.find(({ did }) => did === shop.did)).toMatchObject({ state: 'in' })
    expect((await join(stranger, stranger.did)).status).toBe(404)
    const left = await guest.json('POST', `${path}/leave`, { body: {} })
    expect(left.body).toMatchObject({
      status: 'open',
      metadata: { actors: [{ id: us.did }, { id: shop.did }] },
    })
    expect((await guest.send('GET', `${path}/messages`)).status).toBe(404)
    expect((await shop.json('POST', `${path}/leave`, { body: {} })).body).toMatchObject({ status: 'closed' })
  })
})

describe('what others post', () => {
  it('counts once, however often it comes', async () => {
    const { us, shop } = await allowed()
    const id = await shop.begin('Hello')
    const path = `/v1/threads/${id}/messages`
    const headers = { 'idempotency-key': 'k-1' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.json('POST', path, { body: { content: 'Once' }, headers })),
    )
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    expect(us.record.store.page(id, { limit: 10 }).messages).toHaveLength(2)
    expect(await shop.json('POST', path, { body: { content: 'Twice' }, headers })).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_reused' } },
    })
    const threads = await Promise.all(
      [0, 1].map(() =>
        shop.json('POST', '/v1/threads', { body: { messages: [] }, headers: { 'idempotency-key': 'k-2' } }),
      ),
    )
    expect(threads[0]?.body['id']).toBe(threads[1]?.body['id'])
  })

  it.each([
    ['no JSON', '{"content": '],
    ['JSON that readers take differently', '{"content": "a", "content": "b"}'],
    ['nothing', '{"content": " "}'],
    [
      'a picture',
      JSON.stringify({ content: [{ type: 'image_url', image_url: { url: 'https://a.example/b' } }] }),
    ],
    ['an attachment', JSON.stringify({ content: 'a', attachments: [{ file_id: 'f' }] })],
    ['65 items', JSON.stringify({ content: Array.from({ length: 65 }, () => 'a') })],
    ['more than 256 KiB', JSON.stringify({ content: ['a'.repeat(200_000), 'a'.repeat(70_000)] })],
    ['nine hops', JSON.stringify({ content: 'a', metadata: { aitp_origin_actor: 'a', aitp_hops: 9 } })],
    [
      'a form that asks for a card',
      JSON.stringify({
        content: structured('aitp-03-data-request', 'request_data', {
          ...FORM,
          form: { fields: [{ id: 'a', type: 'text', autocomplete: 'cc-number' }] },
        }),
      }),
    ],
    [
      'a decision without options',
      JSON.stringify({ content: structured('aitp-02-decisions', 'request_decision', { id: 'a' }) }),
    ],
  ])('is refused with what is wrong: %s', async (_what, body) => {
    const { us, shop } = await allowed()
    const id = await shop.begin('Hello')
    const answer = await shop.json('POST', `/v1/threads/${id}/messages`, { body })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', code: expect.any(String) as string } },
    })
    expect(us.record.store.page(id, { limit: 10 }).messages).toHaveLength(1)
  })

  it('is refused where it came back to its own conversation', async () => {
    const { shop } = await allowed()
    const id = await shop.begin('Hello')
    const metadata = { aitp_origin_actor: 'a', aitp_origin_thread: id, aitp_hops: 1 }
    const answer = await shop.json('POST', `/v1/threads/${id}/messages`, {
      body: { content: DECISION, metadata },
    })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'forwarded_in_a_circle' } } })
  })

  it('ends in a refusal when an agent floods', async () => {
    const { us, shop } = await allowed()
    const id = await shop.begin('Hello')
    const statuses = []
    for (let n = 0; n < 40; n += 1)
      statuses.push(
        (await shop.send('POST', `/v1/threads/${id}/messages`, { body: { content: String(n) } })).status,
      )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
    expect(us.record.store.size(id).count).toBeLessThan(30)
    const full = us.agent()
    await full.allow()
    for (let n = 0; n < LIMITS.threads; n += 1)
      us.record.create({
        address: null,
        contact: null,
        us: us.did,
        title: '',
        actors: [{ did: full.did, named: '', capabilities: [], state: 'in' }],
      })
    expect(await full.json('POST', '/v1/threads', { body: {} })).toMatchObject({
      status: 429,
      body: { error: { code: 'too_many_threads' } },
    })
  })
})

describe('the events of a conversation', () => {
  it('come as they happen, and after a break from where it was', async () => {
    const { us, shop } = await allowed()
    const id = await shop.begin('Hello')
    const path = `/v1/threads/${id}/events`
    const stream = await shop.send('GET', path)
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    us.record.add(id, { actor: us.did, content: ['One'] }, us.read)
    const [first] = await follow(stream, 1)
    expect(first).toMatchObject({ event: 'message.created', data: { content: ['One'], role: 'assistant' } })
    for (const word of ['Two', 'Three']) us.record.add(id, { actor: us.did, content: [word] }, us.read)
    const again = await shop.send('GET', path, { headers: { 'last-event-id': first?.id ?? '' } })
    expect(await follow(again, 2)).toMatchObject([
      { data: { content: ['Two'] } },
      { data: { content: ['Three'] } },
    ])
    const last = await shop.send('GET', path)
    await shop.json('POST', `/v1/threads/${id}`, {
      body: { metadata: { actors: [{ id: 'shop', capabilities: [URL_02] }] } },
    })
    const thread = us.record.store.get(id)
    if (thread !== null) us.record.close(thread)
    expect(await follow(last, 3)).toMatchObject([
      { event: 'actor.updated', data: { id: shop.did, capabilities: [URL_02] } },
      { event: 'thread.closed' },
    ])
  })

  it('end once the owner takes the permission back, and nobody has more than a few', async () => {
    const { us, shop } = await allowed()
    const id = await shop.begin('Hello')
    const path = `/v1/threads/${id}/events`
    const streams = await Promise.all(Array.from({ length: LIMITS.streams }, () => shop.send('GET', path)))
    const readers = streams.flatMap((one) => (one.body === null ? [] : [one.body.getReader()]))
    await Promise.all(readers.map((one) => one.read()))
    expect((await shop.send('GET', path)).status).toBe(429)
    await us.agents.answer({ did: shop.did, status: 'refused', tools: [] })
    us.record.add(id, { actor: us.did, content: ['Secret'] }, us.read)
    const rest = await Promise.all(readers.map((one) => one.read()))
    expect(rest.every((one) => one.done)).toBe(true)
  })

  it('tell a secret answer to who asked for it alone, and keep nothing of it', async () => {
    const { us, shop } = await allowed()
    const guest = us.agent(createMemorySigner())
    await guest.allow()
    const form = structured('aitp-03-data-request', 'request_data', {
      ...FORM,
      form: { fields: [{ id: 'code', type: 'text', autocomplete: 'one-time-code' }] },
    })
    const id = await shop.begin(form)
    await shop.json('POST', `/v1/threads/${id}`, { body: { metadata: { actors: [{ id: guest.did }] } } })
    await guest.json('POST', `/v1/threads/${id}`, { body: { metadata: { actors: [{ id: guest.did }] } } })
    const answer = structured('aitp-03-data-request', 'data', {
      request_data_id: FORM.id,
      fields: [{ id: 'code', value: '771204' }],
    })
    us.record.add(id, { actor: us.did, content: [answer] }, us.read)
    const read = async (who: typeof guest) =>
      JSON.stringify(await who.json('GET', `/v1/threads/${id}/messages`))
    expect(await read(shop)).toContain('771204')
    expect(await read(guest)).not.toContain('771204')
    us.record.add(id, { actor: shop.did, content: ['You said 771204.'] }, us.read)
    const kept = us.db.prepare('SELECT group_concat(content) FROM thread_messages').pluck().get()
    expect(String(kept)).not.toContain('771204')
    expect(String(kept)).toContain('***')
  })
})
