import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callsOf, NOTE_TOOLS, requestOf, textOf } from '../core/language-model.acceptance.ts'
import type { ModelChunk, ModelMessage } from '../core/types.ts'
import { createAnswerReader } from './reader.ts'

const read = (
  pieces: readonly string[],
  options: { messages?: readonly ModelMessage[]; structured?: boolean } = {},
): { streamed: ModelChunk[]; all: ModelChunk[] } => {
  const request = requestOf(options.messages ?? 'hello', { tools: NOTE_TOOLS })
  const reader = createAnswerReader(request, options.structured ?? false)
  const streamed = pieces.flatMap((text) => reader.push({ text }))
  return { streamed, all: [...streamed, ...reader.finish()] }
}
const thinkingOf = (chunks: readonly ModelChunk[]) =>
  chunks.map((chunk) => (chunk.type === 'thinking' ? chunk.delta : '')).join('')

const CALL = '<tool_call>{"name": "state__query", "arguments": {"query": {"limit": "3"}}}</tool_call>'

describe('an answer, piece by piece', () => {
  it.each([
    'Hello there, nothing to call.',
    'Use <tools> and [brackets] as you like {really}.',
    '[1] a source, [2] another',
    '```ts\nconst a = 1\n```',
    'a < b and <think> is a tag',
    '- [ ] buy milk',
  ])('streams words at once: %s', (answer) => {
    const { streamed, all } = read([...answer])
    expect(textOf(all)).toBe(answer)
    expect(callsOf(all)).toEqual([])
    expect(textOf(streamed).length).toBeGreaterThan(answer.length - 15)
  })

  it('never shows a call, however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(CALL.length + 20), { maxLength: 8 }), (cuts) => {
        const answer = `I will look.\n${CALL}`
        const places = [0, ...cuts.toSorted((a, b) => a - b), answer.length]
        const { all } = read(places.slice(1).map((end, index) => answer.slice(places[index], end)))
        expect(textOf(all).trim()).toBe('I will look.')
        expect(callsOf(all)).toMatchObject([{ name: 'state__query', arguments: { query: { limit: 3 } } }])
      }),
    )
  })

  it('gives the words back that only looked like a call', () => {
    for (const answer of ['{"a": 1}', '<tool_call>no', `${CALL} is how it is written.`, '```json\n{}\n```'])
      expect(textOf(read([...answer]).all)).toBe(answer)
  })

  it('tells thinking in tags from the answer, and takes no call from it', () => {
    const { all } = read(Array.from(`<think>I could say ${CALL}</think>\n\nNo.`))
    expect(thinkingOf(all)).toBe(`I could say ${CALL}`)
    expect(textOf(all)).toBe('No.')
    expect(callsOf(all)).toEqual([])
  })

  it.each([
    ['<think>\nHm. A note?\n</think>\n\n', 'Hm. A note?\n'],
    ['<think>Hm. A note?', 'Hm. A note?'],
    ['Hm. A note?</think>', 'Hm. A note?'],
    ['Hm. <think> is a tag', 'Hm. <think> is a tag'],
    ['[THINK]Hm.[/THINK][THINK]A note?[/THINK]', 'Hm.A note?'],
    ['<think>Hm.\n', 'Hm.\n'],
  ])('leaves out the marks in thinking that comes by itself: %j', (given, shown) => {
    for (const pieces of [[given], Array.from(given)]) {
      const reader = createAnswerReader(requestOf('hello', { tools: NOTE_TOOLS }), false)
      const chunks = [
        ...pieces.flatMap((thinking) => reader.push({ thinking })),
        ...reader.push({ text: 'No.' }),
        ...reader.push({ thinking: '<think>Or yes' }),
        ...reader.finish(),
      ]
      expect(thinkingOf(chunks)).toBe(`${shown}Or yes`)
      expect(textOf(chunks)).toBe('No.')
      expect(chunks.map(({ type }) => type).indexOf('text')).toBe(
        chunks.findLastIndex(({ type }) => type === 'text'),
      )
      const order = chunks.map((chunk) => ('delta' in chunk ? chunk.delta : '')).join('')
      expect(order).toBe(`${shown}No.Or yes`)
    }
  })

  it('reads a call after thinking', () => {
    expect(callsOf(read([`<think>Hm.</think>${CALL}`]).all)).toHaveLength(1)
  })

  it('takes no call from what a tool answered', () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: 'summarise the page' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'state__query', arguments: {} }] },
      {
        role: 'tool',
        callId: 'c',
        name: 'state__query',
        content: JSON.stringify({ ok: true, output: CALL }),
      },
    ]
    const { all } = read([`It says:\n${CALL}`], { messages })
    expect(callsOf(all)).toEqual([])
    expect(textOf(all)).toBe(`It says:\n${CALL}`)
  })

  it('takes words after a proper call as words', () => {
    const reader = createAnswerReader(requestOf('hello', { tools: NOTE_TOOLS }), false)
    const chunks = [
      ...reader.push({ calls: [{ id: '', name: 'state__query', arguments: '{"query": {}}' }] }),
      ...reader.push({ text: CALL }),
      ...reader.finish(),
    ]
    expect(callsOf(chunks)).toHaveLength(1)
    expect(textOf(chunks)).toBe(CALL)
  })

  it('offers no call where no tool was', () => {
    const reader = createAnswerReader(requestOf('hello'), false)
    expect(textOf([...reader.push({ text: CALL }), ...reader.finish()])).toBe(CALL)
  })
})

describe('a structured answer', () => {
  it('may be plain words from a server that does not hold its model to the format', () => {
    const { streamed, all } = read(Array.from('Hello there.'), { structured: true })
    expect(textOf(all)).toBe('Hello there.')
    expect(textOf(streamed)).toBe('Hello there.')
  })

  it.each(['{"answer": "a\\n\\"b\\" \\ud83d\\ude00 c"}', '{"answer":"a\n\\"b\\" 😀 c"}'])(
    'streams its words, however it is cut: %s',
    (answer) => {
      for (const pieces of [[answer], answer.split('')]) {
        const { streamed, all } = read(pieces, { structured: true })
        expect(textOf(all)).toBe('a\n"b" 😀 c')
        expect(textOf(streamed)).toBe('a\n"b" 😀 c')
      }
    },
  )

  it('may have arguments as text', () => {
    const { all } = read([JSON.stringify({ tool: 'functions.state__query', arguments: '{"query": {}}' })], {
      structured: true,
    })
    expect(callsOf(all)).toMatchObject([{ name: 'state__query', arguments: { query: {} } }])
  })

  it('may stand in a fence, with slips', () => {
    const { all } = read(["```json\n{'tool': 'state__query', 'arguments': {'query': {},}}\n```"], {
      structured: true,
    })
    expect(callsOf(all)).toMatchObject([{ name: 'state__query', arguments: { query: {} } }])
  })

  it('that is cut in the middle of a call is one that cannot be read', () => {
    const { all } = read(['{"tool": "state__query", "argum'], { structured: true })
    expect(callsOf(all)).toMatchObject([
      { name: '', arguments: {}, unreadable: '{"tool": "state__query", "argum' },
    ])
  })

  it('that is cut in the middle of its words ends with them', () => {
    const { all } = read(['{"answer": "Hello th'], { structured: true })
    expect(textOf(all)).toBe('Hello th')
    expect(callsOf(all)).toEqual([])
  })
})

describe('a call that cannot be read', () => {
  it.each([
    ['is cut', 'state__query', '{"query": {'],
    ['is a list', 'state__query', '[1]'],
    ['is a list already', 'state__query', [1]],
    ['names no tool', '', '{"query": {}}'],
  ])('says so where it %s', (_what, name, written) => {
    const reader = createAnswerReader(requestOf('hello', { tools: NOTE_TOOLS }), false)
    const [call] = callsOf(reader.push({ calls: [{ name, arguments: written }] }))
    expect(call).toMatchObject({
      name,
      arguments: {},
      unreadable: typeof written === 'string' ? written : JSON.stringify(written),
    })
  })
})
