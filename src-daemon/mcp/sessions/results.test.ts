import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import { answerOf, resultOf } from './results.ts'

const whose = { server: 'x', tool: 'act' }
const caseSchema = z.object({
  about: z.string(),
  result: z.custom<CallToolResult>(),
  /** What `answerOf` and `resultOf` make of it. */
  answer: z.record(z.string(), z.unknown()).optional(),
  output: z.record(z.string(), z.unknown()).optional(),
  /** What the failure says; all it says where it begins with `=`. */
  problem: z.array(z.string()).optional(),
})
const folder = join(import.meta.dirname, 'testing/edges')
const cases = readdirSync(folder).map((file) => ({
  file,
  ...caseSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
}))

const failureOf = (work: () => unknown): SatchelError => {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof SatchelError) return thrown
  }
  throw new Error('it did not fail')
}

describe('what servers answer', () => {
  it.each(cases.filter(({ problem }) => problem === undefined))('$file: $about', (one) => {
    expect(one.answer ?? one.output).toBeDefined()
    expect(answerOf(one.result, whose)).toEqual({ structured: undefined, ...one.answer })
    expect(resultOf(one.result, whose)).toEqual(one.output)
  })

  it.each(cases.filter(({ problem }) => problem !== undefined))(
    '$file: $about',
    ({ result, problem = [] }) => {
      const failure = failureOf(() => answerOf(result, whose))
      expect(failure).toMatchObject({ code: 'server_tool_failed', details: whose })
      expect(failureOf(() => resultOf(result, whose)).params).toEqual(failure.params)
      for (const words of problem)
        if (words.startsWith('=')) expect(failure.params['problem']).toBe(words.slice(1))
        else expect(failure.params['problem']).toContain(words)
      expect(toErrorView(failure, 'en').message).not.toContain('iVBOR')
    },
  )
})

describe('a result beyond the bounds', () => {
  const long = 'word '.repeat(400_000)
  const result = (given: object) => given as CallToolResult
  const words = (content: readonly unknown[]): string[] =>
    content.map((block) => z.object({ text: z.string().default('') }).parse(block).text)

  it('has its text cut, which is said, and keeps the rest', () => {
    const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' }
    const given = result({
      content: [{ type: 'text', text: long }, picture, { type: 'text', text: 'the end' }],
    })
    const { content } = answerOf(given, whose)
    const [beginning = '', , end, note] = words(content)
    expect(long.startsWith(beginning)).toBe(true)
    expect(beginning.length).toBeGreaterThan(600_000)
    expect([content[1], end]).toEqual([picture, 'the end'])
    expect(note).toContain(String(JSON.stringify(given.content).length).slice(0, 3))
    expect(JSON.stringify(content).length).toBeLessThan(1024 * 1024)
    expect(resultOf(given, whose)).toMatchObject({ images: [{}], left_out: [note] })
  })

  it('is cut in structured content, in resources and in lists as well', () => {
    const structured = { log: long, state: 'done', rows: Array.from({ length: 400_000 }, (_, n) => n) }
    const answer = answerOf(result({ content: [], structuredContent: structured }), whose)
    expect(answer.structured).toMatchObject({ state: 'done' })
    expect(words(answer.content)).toHaveLength(1)
    const embedded = { type: 'resource', resource: { uri: 'log://1', text: long } }
    const { content } = answerOf(result({ content: [embedded] }), whose)
    expect(content[0]).toMatchObject({ resource: { uri: 'log://1' } })
    expect(content).toHaveLength(2)
  })

  it('never ends a text in half a character', () => {
    const { content } = answerOf(
      result({ content: [{ type: 'text', text: `x${'😀'.repeat(600_000)}` }] }),
      whose,
    )
    expect(words(content)[0]?.isWellFormed()).toBe(true)
  })

  it('has pictures left out that are too large, which is said with kind and size', () => {
    const huge = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(800_000) }
    const given = result({ content: [{ type: 'text', text: 'a chart' }, huge] })
    expect(words(answerOf(given, whose).content)).toEqual([
      'a chart',
      expect.stringMatching(/image\/png.*600 kB/),
    ])
    expect(resultOf(given, whose)).toMatchObject({
      text: 'a chart',
      left_out: [expect.any(String) as string],
    })
  })

  it('is refused if there is nothing to cut', () => {
    const structuredContent = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, n) => [`name ${String(n)}`, n]),
    )
    expect(failureOf(() => answerOf(result({ content: [], structuredContent }), whose)).code).toBe(
      'server_result_too_large',
    )
  })

  it('has the reason of a failure cut, which is said', () => {
    const given = result({ isError: true, content: [{ type: 'text', text: long }] })
    const problem = String(failureOf(() => answerOf(given, whose)).params['problem'])
    expect(problem.length).toBeLessThan(4500)
    expect(problem).toContain('cut')
  })
})
