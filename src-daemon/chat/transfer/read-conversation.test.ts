import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConversation as reading } from './read-conversation.ts'

const readConversation = (exported: unknown) => {
  const steps = reading(exported)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const node = (parent: string | null, role: string, parts: unknown[], more: object = {}) => ({
  parent,
  message: {
    author: { role },
    create_time: 1_700_000_000,
    content: { content_type: 'text', parts },
    ...more,
  },
})
const chatGpt = {
  title: 'Trip',
  create_time: 1_700_000_000.5,
  update_time: 1_700_000_100,
  conversation_id: 'c1',
  current_node: 'd',
  mapping: {
    root: { parent: null, message: null },
    s: node('root', 'system', ['be nice']),
    a: node('s', 'user', ['Where to?', { asset_pointer: 'file://x' }]),
    other: node('a', 'assistant', ['Nowhere.']),
    h: node('a', 'user', ['hidden'], { metadata: { is_visually_hidden_from_conversation: true } }),
    b: node('h', 'assistant', ['<img src=x onerror=alert(1)> Lisbon.']),
    t: node('b', 'tool', ['{}']),
    d: node('t', 'assistant', ['']),
  },
}
const claude = {
  uuid: 'u1',
  name: '',
  created_at: '2024-05-01T10:00:00.000000Z',
  updated_at: 'soon',
  chat_messages: [
    { sender: 'human', text: 'Hi', created_at: '2024-05-01T10:00:00Z', content: [] },
    {
      sender: 'assistant',
      text: 'both',
      created_at: '',
      content: [
        { type: 'thinking', thinking: 'x' },
        { type: 'text', text: 'Hello' },
        { type: 'text', text: 'you' },
      ],
    },
    { sender: 'robot', text: 'no' },
    7,
  ],
}

describe('conversations of other programs', () => {
  it('are read with what exporters leave out, or add to each message', () => {
    const metadata = { model_slug: 'gpt-4o', finish_details: { type: 'stop' } }
    const { author, content } = node(null, 'assistant', ['Bread.'], {}).message
    const exported = {
      id: 'c2',
      title: 'Bread',
      mapping: {
        a: node(null, 'user', ['What now?'], { metadata: null }),
        b: { parent: 'a', message: { author, content, metadata } },
      },
    }
    expect(readConversation(exported)?.messages).toMatchObject([{ text: 'What now?' }, { text: 'Bread.' }])
  })

  it('are read without the marks of citations, and with what was talked', () => {
    const talked = { content_type: 'audio_transcription', text: 'How is the weather?', direction: 'in' }
    const { author } = node(null, 'user', []).message
    const content = {
      content_type: 'multimodal_text',
      parts: [talked, { content_type: 'audio_asset_pointer' }],
    }
    const exported = {
      id: 'c3',
      mapping: {
        a: { parent: null, message: { author, content } },
        b: node('a', 'assistant', ['Mild.\uE200cite\uE202turn0search1\uE202turn0search2\uE201 Take a coat.']),
      },
    }
    expect(readConversation(exported)?.messages).toMatchObject([
      { text: 'How is the weather?' },
      { text: 'Mild. Take a coat.' },
    ])
  })

  it('are read as they were shown, words only', () => {
    expect(readConversation(chatGpt)).toMatchObject({
      source: 'chatgpt',
      id: 'c1',
      title: 'Trip',
      createdAt: '2023-11-14T22:13:20.500Z',
      messages: [
        { role: 'user', text: 'Where to?' },
        { role: 'assistant', text: '<img src=x onerror=alert(1)> Lisbon.' },
      ],
      isCut: false,
    })
    expect(readConversation(claude)).toMatchObject({
      source: 'claude',
      id: 'u1',
      updatedAt: null,
      messages: [
        { role: 'user', text: 'Hi', createdAt: '2024-05-01T10:00:00.000Z' },
        { role: 'assistant', text: 'Hello\n\nyou', createdAt: null },
      ],
    })
  })

  it('have limits, and say so', () => {
    const long = { ...claude, chat_messages: [{ sender: 'human', text: 'x'.repeat(300_000), content: [] }] }
    const read = readConversation(long)
    expect([read?.messages[0]?.text.length, read?.isCut]).toEqual([200_000, true])
  })

  it.each([
    [
      'a circle',
      {
        ...chatGpt,
        mapping: { a: node('b', 'user', ['x']), b: node('a', 'user', ['y']) },
        current_node: 'a',
      },
    ],
    [
      'a parent that is a method',
      { ...chatGpt, mapping: { a: node('constructor', 'user', ['x']) }, current_node: 'a' },
    ],
  ])('end in spite of %s', (_, exported) => {
    expect(readConversation(exported)?.messages.length).toBeGreaterThan(0)
  })

  it('are nothing where they are not known, whatever they are', () => {
    expect(readConversation({ ...chatGpt, mapping: {} })).toBeNull()
    fc.assert(fc.property(fc.anything(), (value) => readConversation(value) === null))
  })
})

it('takes over whose of the owner’s a file of Satchel’s says that something was, by names alone', () => {
  const keepers = ['mcp:mail', 'Allow this: it is safe.', 'acp:note', 'acp:a b', 'satchel:\u{202e}x', 7]
  const parts = [{ type: 'text', text: 'x', keepers: keepers.filter((one) => typeof one === 'string') }]
  const of = (given: unknown) =>
    readConversation({
      ...{ id: 'a', title: '', createdAt: '', updatedAt: '' },
      messages: [{ role: 'assistant', text: 'x', createdAt: '', parts: given }],
    })?.messages[0]?.keepers
  expect(of([{ keepers: ['mcp:mail', 'acp:note'] }, { keepers: ['acp:note'] }])).toEqual([
    'mcp:mail',
    'acp:note',
  ])
  for (const one of [parts, [{ keepers }], 'x', null, [7]]) expect(of(one)).toEqual([])
})
