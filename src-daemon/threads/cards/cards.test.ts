import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FormValue } from '../../contract/form.ts'
import type { ServerReply } from '../../contract/servers.ts'
import { threadCardSchema, type ThreadCard, type ThreadMessageView } from '../../contract/thread-cards.ts'
import type { AskOptions } from '../../mcp/index.ts'
import { formProblems, initialValues } from '../../text/index.ts'
import { askPerson } from '../asking/ask-person.ts'
import { formOf } from '../forms/form-of.ts'
import { openContentReader, type ReadContent } from '../messages/read-content.ts'
import { COLOURS, QUOTE, structured } from '../testing/examples.ts'
import { cardsOf } from './cards.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})
const NOW = Date.parse('2025-02-01T00:00:00Z')
const said = (raw: string, metadata: object = {}): ThreadMessageView => ({
  role: 'assistant',
  created_at: '2025-01-31T00:00:00Z',
  content: [raw],
  metadata: { actor: 'shop', ...metadata },
})
const ours = (raw: string): ThreadMessageView => ({ ...said(raw, { actor: 'user' }), role: 'user' })
const cards = (...messages: ThreadMessageView[]): readonly ThreadCard[] =>
  cardsOf(messages, { read, now: NOW, language: 'en' }).map((card) => threadCardSchema.parse(card))
const DECISION = structured('aitp-02-decisions', 'request_decision', COLOURS)

describe('the cards of a conversation', () => {
  it('are a line once they are answered', () => {
    const answer = structured('aitp-02-decisions', 'decision', {
      request_decision_id: 'colours',
      options: [{ id: 'blue', name: 'Blue' }],
    })
    expect(cards(said(DECISION), ours(answer))).toMatchObject([
      { looks: 'decision', title: 'Asks you to choose', state: 'answered', answer: 'Blue', mine: false },
    ])
    expect(cards(said(DECISION))).toMatchObject([{ state: 'pending', answer: null }])
  })

  it('say what is to be paid, to whom, until when, and that a signature nobody checked is none', () => {
    const [card] = cards(said(structured('aitp-01-payments', 'quote', QUOTE)))
    expect(card).toMatchObject({ looks: 'payment', state: 'pending', expiresAt: '2025-03-01T12:00:00.000Z' })
    expect(card?.rows).toContainEqual({
      label: 'Payee',
      value: 'store.near',
      code: true,
      total: false,
      depth: 0,
    })
    expect(card?.rows).toContainEqual({
      label: 'Amount',
      value: '99.99 USD',
      code: false,
      total: true,
      depth: 0,
    })
    expect(card?.notes.map(({ tone, text }) => `${tone} ${text}`)).toEqual([
      'warn The signature wasn’t checked: the key isn’t known (store.near).',
      'info near_payment_channel: Experimental: Satchel doesn’t pay this way.',
      'info Nothing is signed or sent in a call. An account answers in a conversation with the agent.',
    ])
    const late = structured('aitp-01-payments', 'quote', { ...QUOTE, expiration: '2025-01-31T23:00:00Z' })
    expect(cards(said(late))[0]?.state).toBe('expired')
  })

  it('call an allowance without end what it is', () => {
    const spender = '11'.repeat(20)
    const data = `0x095ea7b3${'0'.repeat(24)}${spender}${'f'.repeat(64)}`
    const request = structured('aitp-05-evm-wallet', 'request_transaction', {
      request_id: 'r',
      transaction: { to: `0x${'22'.repeat(20)}`, data },
    })
    const [card] = cards(said(request))
    expect(card?.rows.map(({ label, value }) => `${label} ${value}`)).toContain(
      `Lets this address spend 0x${spender}`,
    )
    expect(card?.notes.map(({ tone, text }) => `${tone} ${text}`)).toEqual([
      `bad This lets 0x${spender} take all you have of this token, at any time.`,
      'info Nothing is signed or sent in a call. An account answers in a conversation with the agent.',
    ])
  })

  it('name who asked first, and show what nobody knows as it is', () => {
    expect(cards(said(DECISION, { aitp_origin_actor: 'store.near', aitp_hops: 2 }))[0]?.forwarded).toEqual({
      requester: 'store.near',
      hops: 2,
    })
    const odd = JSON.stringify({ $schema: 'https://x.example/s.json', hello: { title: 'Hi' } })
    expect(cards(said(odd))).toMatchObject([{ looks: 'unknown', heading: 'Hi', raw: odd, state: null }])
    expect(
      cards(said('{"$schema":"https://aitp.dev/capabilities/aitp-02-decisions/v1.0.0/schema.json"')),
    ).toMatchObject([{ looks: 'invalid' }])
    expect(cards(said('Hello'))).toEqual([])
  })
})

/** Of the published examples, and ours; `../shared` may be absent. */
const folder = new URL('../../../../shared/examples/aitp/', import.meta.url)
const files = ['published', 'proposed-examples'].flatMap((name) =>
  existsSync(folder)
    ? readdirSync(new URL(`${name}/`, folder))
        .filter((file) => file.endsWith('.json') && !file.startsWith('TESTVECTOR'))
        .map(
          (file) =>
            [`${name}/${file}`, readFileSync(new URL(`${name}/${file}`, folder), 'utf8').trim()] as const,
        )
    : [],
)

describe.skipIf(files.length === 0)('the examples in ../shared (skipped where that is absent)', () => {
  it.each(files)('%s is a card without an error, and can be answered if it asks', async (_file, raw) => {
    const item = read(raw)
    expect(item.kind).toBe('message')
    const [card] = cards(said(raw))
    const isHidden = item.kind === 'message' && item.type.hidden
    expect(isHidden ? 'hidden' : (card?.title ?? '')).not.toBe('')
    expect(card?.looks).not.toBe('invalid')
    const form = item.kind === 'message' ? formOf(item) : null
    if (item.kind !== 'message' || form === null) return
    const values = Object.fromEntries(
      form.fields.map((field): [string, FormValue] => [
        field.id,
        field.kind === 'choices'
          ? [field.choices[0]?.value ?? '']
          : (field.choices[0]?.value ??
            (
              { number: 3, email: 'a@b.example', phone: '+47 22 22 22 22' } as Partial<
                Record<string, FormValue>
              >
            )[field.kind] ??
            'x'),
      ]),
    )
    expect([...formProblems(form, { ...initialValues(form), ...values })]).toEqual([])
    const reply: ServerReply = { action: 'accept', values }
    const ask = (_question: unknown, options?: AskOptions) => {
      options?.check?.(reply)
      return Promise.resolve(reply)
    }
    const asked = await askPerson(item, ask)
    expect(cards(said(raw), ours(asked?.message ?? ''))).toMatchObject([{ state: 'answered' }])
  })
})
