import { beforeAll, describe, expect, it } from 'vitest'
import { threadMessageSchema } from '../../contract/thread-cards.ts'
import type { ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { AskOptions } from '../../mcp/index.ts'
import type { FormFetcher } from '../asking/fetch-form.ts'
import { openContentReader, type ReadContent } from '../messages/read-content.ts'
import { COLOURS, FORM, QUOTE, structured } from '../testing/examples.ts'
import { exchange } from './exchange.ts'
import { withoutAnswers } from './for-models.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})

const DECISION = structured('aitp-02-decisions', 'request_decision', COLOURS)
const FORM_RAW = structured('aitp-03-data-request', 'request_data', FORM)
type Sent = Record<string, unknown>

/** A conversation with an agent that gives these answers, and a person who gives these replies. */
const talk = async (
  answers: readonly Sent[],
  replies: readonly ServerReply[],
  takes = { data: true, text: true },
  fetcher?: Pick<FormFetcher, 'load' | 'agreed'>,
  declines?: (capability: string, origin: string | null) => boolean,
) => {
  const sent: Sent[] = []
  const asked: ServerQuestion[] = []
  const hidden: string[] = []
  const result = await exchange(
    { question: 'A headset, please' },
    {
      read,
      now: () => new Date('2025-02-01T00:00:00Z'),
      language: 'en',
      agent: 'a2a:shop',
      takes,
      ...(fetcher === undefined ? {} : { fetcher }),
      ...(declines === undefined ? {} : { declines }),
      hide: (secret) => hidden.push(secret),
      send: (given) => {
        sent.push(given)
        return Promise.resolve(answers[sent.length - 1] ?? { state: 'completed', text: 'Done.' })
      },
      ask: (question: ServerQuestion, options?: AskOptions) => {
        asked.push(question)
        const reply = replies[asked.length - 1] ?? { action: 'cancel', why: 'no_person' }
        if (reply.action === 'accept') options?.check?.(reply)
        return Promise.resolve(reply)
      },
    },
  )
  return { result, sent, asked, hidden }
}
const waiting = (raw: string) => ({
  state: 'input-required',
  text: 'Please choose.',
  data: [JSON.parse(raw) as unknown],
  task: 't1',
})

describe('a call of an agent that asks back', () => {
  it('is told no without asking where the owner decided so beforehand', async () => {
    const { sent, asked } = await talk(
      [{ ...waiting(DECISION), metadata: { aitp_origin_actor: 'did:web:far.example' } }, waiting(FORM_RAW)],
      [],
      undefined,
      undefined,
      (capability, origin) => capability === 'aitp-02-decisions' && origin === 'did:web:far.example',
    )
    expect(sent[1]).toMatchObject({ data: { decision: { status: 'declined' } } })
    expect(asked).toMatchObject([{ form: { title: FORM.title } }])
  })

  it('puts a decision to the person, and their answer goes back into the task', async () => {
    const { result, sent, asked } = await talk(
      [waiting(DECISION)],
      [{ action: 'accept', values: { options: ['blue'] } }],
    )
    expect(asked).toMatchObject([{ kind: 'form', form: { title: 'Your Favorite Colors' } }])
    expect(sent[1]).toEqual({
      task: 't1',
      data: {
        $schema: 'https://aitp.dev/capabilities/aitp-02-decisions/v1.0.0/schema.json',
        decision: { request_decision_id: 'colours', options: [{ id: 'blue', name: 'Blue' }] },
      },
    })
    expect(result).toMatchObject({
      state: 'completed',
      text: 'Done.',
      messages: [
        { role: 'assistant', content: [DECISION], metadata: { actor: 'a2a:shop' } },
        { role: 'user', metadata: { actor: 'user' } },
      ],
    })
  })

  it('answers as text where the agent said it as text, or takes nothing else', async () => {
    const said = { state: 'input-required', text: `Which one?\n${DECISION}`, task: 't1' }
    const yes: ServerReply = { action: 'accept', values: { options: ['blue'] } }
    const { sent, result } = await talk([said], [yes])
    expect(read(String(sent[1]?.['question']))).toMatchObject({ kind: 'message', type: { type: 'decision' } })
    expect(result['messages']).toHaveLength(2)
    const { sent: other } = await talk([waiting(DECISION)], [yes], { data: false, text: true })
    expect(read(String(other[1]?.['question']))).toMatchObject({ kind: 'message' })
  })

  it('says no to the agent, and leaves the question with whoever called if nobody answers', async () => {
    const { sent } = await talk([waiting(DECISION)], [{ action: 'decline' }])
    expect(sent[1]).toMatchObject({ data: { decision: { status: 'declined' } } })
    const { sent: none, result } = await talk([waiting(DECISION)], [])
    expect(none).toHaveLength(1)
    expect(result).toMatchObject({ state: 'input-required', task: 't1', messages: [{ role: 'assistant' }] })
  })

  it('asks about a task that needs input in words, with the same card', async () => {
    const where = { state: 'input-required', text: 'Where?', task: 't1' }
    const { sent, asked, result } = await talk([where], [{ action: 'accept', values: { answer: 'Oslo' } }])
    expect(asked).toMatchObject([{ form: { description: 'Where?', fields: [{ kind: 'multiline' }] } }])
    expect(sent[1]).toEqual({ question: 'Oslo', task: 't1' })
    expect(result).toEqual({ state: 'completed', text: 'Done.' })
  })

  it('keeps secrets out of what is kept', async () => {
    const fields = [
      { id: 'name', type: 'text' },
      { id: 'code', type: 'text', autocomplete: 'one-time-code' },
    ]
    const form = structured('aitp-03-data-request', 'request_data', { ...FORM, form: { fields } })
    const { sent, result, hidden } = await talk(
      [waiting(form)],
      [{ action: 'accept', values: { name: 'Ann', code: '123456' } }],
    )
    expect(JSON.stringify(sent[1])).toContain('123456')
    expect(JSON.stringify(result)).not.toContain('123456')
    expect(JSON.stringify(result)).toContain('***')
    expect(hidden).toEqual(['123456'])
  })

  it('never answers what pays, and asks nothing instead of it', async () => {
    const quote = structured('aitp-01-payments', 'quote', { ...QUOTE, expiration: '2050-01-01T00:00:00Z' })
    const { sent, asked, result } = await talk([waiting(quote)], [{ action: 'accept', values: {} }])
    expect([sent.length, asked.length]).toEqual([1, 0])
    expect(result['messages']).toMatchObject([{ content: [quote] }])
  })

  it('says who asked first, and asks an agent that floods no more than ten times', async () => {
    const from = { ...waiting(DECISION), metadata: { aitp_origin_actor: 'store.near', aitp_hops: 2 } }
    const { asked } = await talk([from], [])
    expect(asked).toMatchObject([{ forwarded: { requester: 'store.near', hops: 2 } }])
    const again = Array.from({ length: 50 }, (_, n) =>
      waiting(structured('aitp-02-decisions', 'request_decision', { ...COLOURS, id: `d${String(n)}` })),
    )
    const yes = again.map((): ServerReply => ({ action: 'accept', values: { options: ['blue'] } }))
    expect((await talk(again, yes)).asked).toHaveLength(10)
  })

  it('leaves plain answers as they are', async () => {
    const plain = { state: 'completed', text: '{"a": 1}', data: [{ a: 1 }] }
    expect((await talk([plain], [])).result).toEqual(plain)
  })
})

describe('what a model reads of a call', () => {
  const form = structured('aitp-03-data-request', 'request_data', FORM)

  it('is without what the person filled in, and with what they chose', async () => {
    const { result } = await talk(
      [waiting(DECISION), waiting(form)],
      [
        { action: 'accept', values: { options: ['blue'] } },
        { action: 'accept', values: { color: 'Red', email: 'zelda@example.org' } },
      ],
    )
    expect(JSON.stringify(result)).toContain('zelda@example.org')
    const read = withoutAnswers(result)
    expect(JSON.stringify(read)).not.toContain('zelda@example.org')
    expect(read).toMatchObject({ state: 'completed', messages: { length: 4 } })
    const said = threadMessageSchema
      .array()
      .parse(read['messages'])
      .map(({ content }) => content[0] ?? '')
    expect(JSON.parse(said[1] ?? '')).toMatchObject({ decision: { options: [{ id: 'blue', name: 'Blue' }] } })
    expect(JSON.parse(said[3] ?? '')).toMatchObject({
      data: {
        fields: [
          { id: 'color', value: '***' },
          { id: 'number', value: '' },
          { id: 'email', value: '***' },
        ],
      },
    })
    expect(said[2]).toBe(form)
  })

  it('is any other output as it is, whatever it says of itself', () => {
    const mine = (content: readonly string[]) => ({
      messages: [{ role: 'user', created_at: '', content, metadata: { actor: 'user' } }],
    })
    for (const output of [
      null,
      { messages: 'none' },
      { messages: [null, { role: 'user' }] },
      mine(['{"data', '[]', 'null', '{"data":{"fields":3}}', '{"data":{"fields":[null,{"id":"a"}]}}']),
    ])
      expect(withoutAnswers(output)).toEqual(output)
  })
})

describe('a form at another address', () => {
  const URL_ = 'https://forms.example/shipping.json'
  const elsewhere = structured('aitp-03-data-request', 'request_data', { ...FORM, form: { json_url: URL_ } })
  const fields = [
    { id: 'name', label: 'Name', type: 'text', required: true, autocomplete: 'name' },
    { id: 'code', label: 'Code', type: 'text', autocomplete: 'one-time-code' },
  ]
  const agree = { action: 'accept', values: { get: 'get' } } as const
  const fill = { action: 'accept', values: { name: 'Ana', code: '771204' } } as const
  const from = (file: string, agreed = new Set<string>()) => {
    const loaded: string[] = []
    const load = (url: string) => {
      loaded.push(url)
      return Promise.resolve(file)
    }
    return { loaded, agreed, fetcher: { load, agreed } }
  }

  it.each([
    ['alone', { fields }],
    ['as a form', { form: { fields } }],
  ])('is loaded once the person agrees to its host, and answered: %s', async (_how, file) => {
    const { loaded, agreed, fetcher } = from(JSON.stringify(file))
    const { sent, asked, result, hidden } = await talk(
      [waiting(elsewhere)],
      [agree, fill],
      undefined,
      fetcher,
    )
    expect(asked).toMatchObject([
      {
        form: {
          description: expect.stringContaining('forms.example') as string,
          fields: [{ display: 'buttons' }],
        },
      },
      { form: { title: FORM.title, fields: [{ id: 'name', autocomplete: 'name' }, { secret: true }] } },
    ])
    expect(loaded).toEqual([URL_])
    expect([...agreed]).toEqual(['forms.example'])
    expect(sent[1]).toMatchObject({ data: { data: { fields: [{ value: 'Ana' }, { value: '771204' }] } } })
    expect(hidden).toEqual(['771204'])
    expect(JSON.stringify(result)).not.toContain('771204')
  })

  it('isn’t asked about again at a host that was agreed to', async () => {
    const { fetcher } = from(JSON.stringify({ fields }), new Set(['forms.example']))
    const { asked } = await talk([waiting(elsewhere)], [fill], undefined, fetcher)
    expect(asked).toHaveLength(1)
  })

  it('isn’t loaded if the person doesn’t agree: the request is declined', async () => {
    const { loaded, agreed, fetcher } = from(JSON.stringify({ fields }))
    const { sent } = await talk([waiting(elsewhere)], [{ action: 'decline' }], undefined, fetcher)
    expect(loaded).toEqual([])
    expect(agreed.size).toBe(0)
    expect(sent[1]).toMatchObject({ data: { data: { status: 'declined' } } })
  })

  it.each([
    ['no JSON', '<html>'],
    ['no fields', '{"a":1}'],
    ['an empty list', '{"fields":[]}'],
    ['a form that is elsewhere again', `{"json_url":"${URL_}"}`],
    ['a card', JSON.stringify({ fields: [{ id: 'a', autocomplete: 'cc-number' }] })],
    ['a field twice', JSON.stringify({ fields: [{ id: 'a' }, { id: 'a' }] })],
    [
      'too many fields',
      JSON.stringify({ fields: Array.from({ length: 101 }, (_, n) => ({ id: String(n) })) }),
    ],
    ['too much', JSON.stringify({ fields: [{ id: 'a', description: 'x'.repeat(300_000) }] })],
  ])('isn’t asked with %s in its place', async (_what, file) => {
    const { fetcher } = from(file, new Set(['forms.example']))
    await expect(talk([waiting(elsewhere)], [fill], undefined, fetcher)).rejects.toThrow(
      /thread_form_unusable/,
    )
  })

  it('of this computer or its network is never loaded', async () => {
    for (const url of [
      'https://127.0.0.1/f.json',
      'https://printer.local/f.json',
      'http://forms.example/f',
    ]) {
      const { loaded, fetcher } = from(JSON.stringify({ fields }))
      const raw = structured('aitp-03-data-request', 'request_data', { ...FORM, form: { json_url: url } })
      const { asked } = await talk([waiting(raw)], [agree, fill], undefined, fetcher)
      // The agent's words are all that is asked.
      expect(asked.map((one) => (one.kind === 'form' ? one.form.fields.map(({ id }) => id) : []))).toEqual([
        ['answer'],
      ])
      expect(loaded, url).toEqual([])
    }
  })
})
