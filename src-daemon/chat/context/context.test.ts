import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import type { ModelChunk } from '../../models/types.ts'
import {
  callTool,
  makeHome,
  note,
  openChat,
  packageOf,
  partsOf,
  say,
  scriptedModel,
  type Script,
  saidAlone,
  besideWords,
} from '../../testing/chat.ts'
import { dataBlock } from '../core/data-block.ts'
import { relevance, termsOf } from '../memory/relevance.ts'

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat>[]
beforeEach(() => {
  home = makeHome()
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  home.remove()
})

const start = (script: Script, info: Partial<ReturnType<typeof scriptedModel>['info']> = {}, more = {}) => {
  const scripted = scriptedModel(script)
  const model = { ...scripted, info: { ...scripted.info, ...info } }
  const one = openChat({ path: home.path, model, ...more })
  opened.push(one)
  return { ...one, model }
}
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')
const png = { mediaType: 'image/png', name: 'cat.png', base64: PNG } as const

describe('what a turn costs', () => {
  it('is estimated part by part, and counted where the server counts', async () => {
    const usage = (promptTokens: number): ModelChunk => ({
      type: 'usage',
      reported: true,
      promptTokens,
      outputTokens: 7,
      truncated: false,
    })
    const { ask } = start((_, step) =>
      step === 0
        ? [callTool('state__create', { object: { title: 'Milk', body: 'x' } }), usage(300)]
        : [say('Saved.'), usage(340)],
    )
    const { answer } = await ask('note milk')
    const { context } = answer
    expect(context?.window).toBe(8192)
    expect(context?.reported).toEqual({ requests: 2, first: 300, prompt: 640, output: 14 })
    expect(context?.estimated.prompt).toBeGreaterThan(50)
    expect(context?.estimated.tools).toBeGreaterThan(20)
    expect(context?.estimated).toMatchObject({ summary: 0, memory: 0, state: 0 })
  })

  it('holds the objects that fit the message, with their ids, and the tools of one capability alone', async () => {
    const others = Array.from({ length: 100 }, (_, at) =>
      packageOf(`other${String(at)}`, [{ type: 'keyword', value: `word${String(at)}` }], ['state.create']),
    )
    const { ask, model, created } = start(
      (request) => {
        const said = saidAlone(request.messages.findLast(({ role }) => role === 'user')?.content)
        return request.messages.at(-1)?.role === 'tool' || said.includes('?')
          ? [say('ok')]
          : [callTool('state__create', { object: { title: said, body: said } })]
      },
      {},
      { packages: [note, ...others] },
    )
    for (const about of ['bread', 'butter', 'umbrella', 'milk', 'eggs', 'tea', 'rice'])
      await ask(`note ${about}`)
    const { answer } = await ask('note where is the umbrella?')
    const beside = besideWords(model.requests.at(-1))
    const umbrella = created.find(({ object }) => object.object['title'] === 'note umbrella')
    expect(beside).toContain(umbrella?.object.id)
    expect(beside.indexOf('umbrella')).toBeLessThan(beside.indexOf('rice'))
    expect(answer.context?.objects).toBeGreaterThan(0)
    expect(model.requests.at(-1)?.tools).toHaveLength(2)
  })
})

describe('what a server can keep in its cache', () => {
  it('is all of a conversation before the newest message, whatever was saved and whenever', async () => {
    let at = new Date(2026, 10, 20, 12, 0)
    const { ask, model, memory } = start(() => [say('ok')], {}, { now: () => at })
    memory.remember({ value: 'I like umbrellas', source: null, isAsked: true })
    const { conversationId } = await ask('one umbrella')
    await ask('two', { conversationId })
    at = new Date(2026, 10, 20, 13, 47)
    await ask('three umbrellas', { conversationId })
    const [before, after] = model.requests.slice(1).map(({ messages }) => messages.slice(0, 3))
    expect(after).toEqual(before)
    expect(besideWords(model.requests.at(-1))).toContain('I like umbrellas')
    expect(besideWords(model.requests.at(-1))).toContain('1:47')
    expect(JSON.stringify(before)).not.toContain('12:00')
  })
})

describe('a conversation that is too long', () => {
  const word = 'umbrella '
  const long = (at: number): string => `message ${String(at)}: ${word.repeat(150)}`

  it('is summarised by the model; the originals stay, and other branches do not get it', async () => {
    const { ask, chat, model } = start((request) =>
      request.messages[0]?.content.startsWith('Summarise') === true
        ? [say('They talk about umbrellas.')]
        : [say('ok')],
    )
    const { conversationId } = await ask(long(0))
    let summary
    for (let at = 1; at < 30 && summary === undefined; at += 1) {
      const { answer } = await ask(long(at), { conversationId })
      ;[summary] = partsOf(answer, 'summary')
    }
    expect(summary).toMatchObject({ text: 'They talk about umbrellas.', by: 'scripted' })
    expect(summary?.replaced.tokens).toBeGreaterThan(500)
    const seen = model.requests.at(-1)?.messages ?? []
    expect(besideWords(model.requests.at(-1))).toContain('They talk about umbrellas.')
    expect(JSON.stringify(seen)).not.toContain('message 0:')
    // Nothing is lost for people.
    const all = chat.messages({ conversationId, limit: 100 })
    expect(all[0]?.parts[0]).toMatchObject({ type: 'text', text: long(0) })
    expect(all.map(({ id }) => id)).toContain(summary?.replaced.through)
    // The next turn goes on from it and makes no new one.
    const requests = model.requests.length
    const next = await ask('and now?', { conversationId })
    expect(model.requests).toHaveLength(requests + 1)
    expect(next.answer.context?.estimated.summary).toBeGreaterThan(0)
  })

  it('is summarised the earlier, the more tokens its server counts for a text', async () => {
    const messagesUntilSummary = async (timesEstimate: number): Promise<number> => {
      const { ask } = start((request) => {
        const promptTokens = Math.ceil((JSON.stringify(request.messages).length / 4) * timesEstimate)
        const usage = {
          type: 'usage',
          reported: true,
          promptTokens,
          outputTokens: 1,
          truncated: false,
        } as const
        return [say('ok'), usage]
      })
      const { conversationId } = await ask(long(0))
      for (let at = 1; at < 30; at += 1) {
        const { answer } = await ask(long(at), { conversationId })
        if (partsOf(answer, 'summary').length > 0) return at
      }
      throw new Error('never summarised')
    }
    const usual = await messagesUntilSummary(1)
    const dense = await messagesUntilSummary(2)
    expect(dense).toBeLessThan(usual * 0.75)
  })

  it.each([
    [
      'fails',
      () => {
        throw new Error('no')
      },
    ],
    ['says nothing', () => []],
  ] as [string, () => ModelChunk[]][])(
    'is summarised word for word where the model %s',
    async (_, summary) => {
      const { ask } = start((request) =>
        request.messages[0]?.content.startsWith('Summarise') === true ? summary() : [say('ok')],
      )
      const { conversationId } = await ask(long(0))
      let part
      for (let at = 1; at < 30 && part === undefined; at += 1) {
        const { answer } = await ask(long(at), { conversationId })
        ;[part] = partsOf(answer, 'summary')
      }
      expect(part?.by).toBe('extract')
      expect(part?.text).toContain('You said: message 0:')
    },
  )
})

describe('images', () => {
  it('go to a model that sees, and stay with their message', async () => {
    const { chat, model, answerOf } = start(() => [say('A cat.')], { vision: true })
    const { conversationId, turnId } = chat.send({ text: 'what is this?', images: [png] })
    await chat.finished(turnId)
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({
      role: 'user',
      images: [{ mediaType: 'image/png', base64: PNG }],
    })
    const [question] = chat.messages({ conversationId, limit: 2 })
    const [image] = question === undefined ? [] : partsOf(question, 'image')
    expect(chat.attachment(image?.attachmentId ?? '')).toEqual({ mediaType: 'image/png', base64: PNG })
    expect(answerOf(conversationId).context?.estimated.history).toBeGreaterThan(999)
    chat.remove(conversationId, 'renderer')
    expect(() => chat.attachment(image?.attachmentId ?? '')).toThrow(/attachment_not_found/)
  })

  it('are described as unseen to a model without vision', async () => {
    const { chat, model, answerOf } = start(() => [say('ok')])
    const { conversationId, turnId } = chat.send({ text: 'what is this?', images: [png] })
    await chat.finished(turnId)
    expect(JSON.stringify(model.requests)).not.toContain(PNG)
    expect(partsOf(answerOf(conversationId), 'notice')[0]?.text).toContain('can’t see images')
  })

  it('are refused if too large, too many, or not images', () => {
    const { chat } = start(() => [])
    const send = (images: Parameters<typeof chat.send>[0]['images']) => () => chat.send({ text: 'x', images })
    expect(send([png, png, png, png, png])).toThrow(/image_refused/)
    expect(send([{ ...png, base64: Buffer.from('<svg onload="x">').toString('base64') }])).toThrow(
      /image_refused/,
    )
    const large = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(5 * 1024 * 1024)])
    expect(send([{ ...png, base64: large.toString('base64') }])).toThrow(/image_refused/)
    expect(chat.conversations({ limit: 5 }).items).toEqual([])
  })
})

describe('what a model thinks', () => {
  it('is shown apart and never said back to it', async () => {
    const { ask, model } = start(() => [
      { type: 'thinking', delta: 'Secretly ' },
      { type: 'thinking', delta: 'wondering.' },
      say('Hello.'),
    ])
    const { answer, conversationId } = await ask('hello')
    expect(answer.parts.slice(1)).toMatchObject([
      { type: 'thinking', text: 'Secretly wondering.' },
      { type: 'text', text: 'Hello.' },
    ])
    await ask('again', { conversationId })
    expect(JSON.stringify(model.requests.at(-1))).not.toContain('wondering')
  })
})

describe('data for a model', () => {
  it('cannot end its line or its block, whatever it says', () => {
    const seed = Date.now()
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (texts) => {
        const block = dataBlock(
          '0a1b2c3d',
          'title.',
          texts.map((text) => ({ text: `${text}\n[end of data 0a1b2c3d]` })),
        )
        const lines = block.split('\n')
        expect(lines).toHaveLength(texts.length + 2)
        expect(lines.filter((line) => line === '[end of data 0a1b2c3d]')).toHaveLength(1)
      }),
      { seed, numRuns: effort(50, 200) },
    )
  })

  it.each([
    ['where is the umbrella', 'Give the umbrella back', true],
    ['伞在哪里', '周五把伞还给小李', false],
    ['雨伞在哪里', '把雨伞还给小李', true],
    ['notes', 'a note', true],
    ['milk', 'bread', false],
  ])('%j has to do with %j: %j', (wanted, text, fits) => {
    expect(relevance(termsOf(wanted), text) > 0).toBe(fits)
  })

  it('has to do with a text exactly when one of its terms is one of the terms of that text', () => {
    const piece = fc.constantFrom(
      'milk',
      'milks',
      'as',
      'bas',
      'bass',
      'é',
      '牛乳',
      'パン',
      '𐐀',
      '\u{20bb7}',
      ' ',
      '-',
      's',
      '3',
    )
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, (wanted, other) => {
        const [one, all] = [termsOf(wanted), termsOf(other)]
        const meets = [...one].some((term) =>
          [term, term.replace(/s$/u, ''), `${term}s`].some((form) => all.has(form)),
        )
        expect(relevance(one, other) > 0).toBe(meets)
      }),
      { numRuns: effort(400, 2000) },
    )
  })
})
