import { describe, expect, it } from 'vitest'
import { requestOf, NOTE_TOOLS } from '../core/language-model.acceptance.ts'
import { createAnswerReader } from './reader.ts'
import { readJsonEvents } from '../stream/json-events.ts'
import { readLines } from '../stream/lines.ts'

const bodyOf = (pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> => ReadableStream.from(pieces)

const piecesOf = function* (text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const linesOf = async (text: string, size: number): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of readLines(bodyOf(piecesOf(text, size)))) lines.push(line)
  return lines
}

/** How much longer eight times as much takes; the lowest of three, as a busy machine only makes it higher. */
const growthOf = async (work: (times: number) => unknown): Promise<number> => {
  const ratios: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const took: number[] = []
    for (const times of [1, 8]) {
      const before = process.cpuUsage()
      await work(times)
      const { user, system } = process.cpuUsage(before)
      took.push(user + system)
    }
    ratios.push((took[1] ?? 0) / Math.max(1, took[0] ?? 1))
  }
  return Math.min(...ratios)
}

describe('the lines of an answer', () => {
  it.each([1, 2, 3, 100])('are the same however they are cut: pieces of %i', async (size) => {
    expect(await linesOf('\uFEFFa\r\nb\rc\n\n\rGrüße 世界 🎒', size)).toEqual([
      'a',
      'b',
      'c',
      '',
      '',
      'Grüße 世界 🎒',
    ])
  })

  it('have an end', async () => {
    const endless = function* () {
      for (;;) yield Buffer.alloc(4 * 1024 * 1024, 'x')
    }
    const read = async () => {
      for await (const line of readLines(bodyOf(endless()))) void line
    }
    await expect(read()).rejects.toThrow('no end')
  })

  it('take time in proportion to their length, in pieces of a few bytes', async () => {
    const event = (length: number) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(length) } }] })}\n\n`
    const growth = await growthOf(async (times) => {
      const body = bodyOf(piecesOf(event(60_000 * times), 4))
      for await (const one of readJsonEvents(body, () => undefined)) void one
    })
    // Squared, it would be 64.
    expect(growth).toBeLessThan(30)
  })
})

describe('a long answer', () => {
  it.each([
    ['words', 'x '],
    ['thinking', '<think>x '],
    ['what may be a call', '{"a": '],
    ['a call', '<tool_call>{'],
    ['a structured answer', '{"answer": "'],
    ['marks in words', 'a `<think>` b <think> c </think> '],
  ])('takes time in proportion to its length, a few characters at a time: %s', async (what, start) => {
    const isStructured = what === 'a structured answer'
    const growth = await growthOf((times) => {
      const reader = createAnswerReader(requestOf('hello', { tools: NOTE_TOOLS }), isStructured)
      reader.push({ text: start })
      for (let at = 0; at < 10_000 * times; at += 1)
        reader.push({ text: at % 20 === 0 && !isStructured ? start.slice(-3) : 'xy ' })
      reader.finish()
    })
    expect(growth).toBeLessThan(30)
  })
})
