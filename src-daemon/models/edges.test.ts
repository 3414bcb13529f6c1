import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { NetworkGuard } from '../network/index.ts'
import { createOllamaModel } from './ollama/model.ts'
import { namedModel } from './endpoint/named-model.ts'
import { createOpenAiModel } from './openai/model.ts'
import { answerSchema, bytesOf, inOtherPieces, seen, type ScriptedAnswer } from './testing/answers.ts'
import type { LanguageModel } from './core/types.ts'

const DIRECTORY = join(import.meta.dirname, 'testing/edges')
const files = readdirSync(DIRECTORY).filter((name) => name.endsWith('.json'))

/** A guard that gives this answer to every request, in pieces of so many bytes. */
const answering = (answer: ScriptedAnswer, size: number): NetworkGuard => {
  const bytes = bytesOf(answer)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  const answered = (): Promise<Response> =>
    Promise.resolve(
      new Response(ReadableStream.from(pieces), { status: answer.status, headers: answer.headers }),
    )
  const done = (): Promise<void> => Promise.resolve()
  return { fetchFor: () => answered, fetch: answered, check: done, close: done }
}

const open = (answer: ScriptedAnswer, size: number, told: object[]): LanguageModel => {
  const guard = answering(answer, size)
  const log = { warn: (what: object) => void told.push(what) }
  const endpoint = {
    ...{
      id: 'test',
      name: 'Test',
      protocol: 'openai' as const,
      baseUrl: 'http://127.0.0.1:1/v1',
      contextWindow: 32_000,
    },
    ...{ tools: 'native' as const, vision: false, models: [] },
  }
  const info = namedModel({ endpoint }, 'm')
  if (answer.protocol === 'ollama') {
    const known = { url: 'http://127.0.0.1:1', contextWindow: 32_000, keepAliveMinutes: null, think: false }
    return createOllamaModel({ guard, info, log, ...known })
  }
  const quirks = { noTools: false, noUsage: false, noFormat: false }
  return createOpenAiModel({
    guard,
    endpoint,
    key: () => Promise.resolve(null),
    info,
    model: 'm',
    quirks,
    log,
  })
}

describe('what a model server sends', () => {
  it.each(files)('%s', async (name) => {
    const answer = answerSchema.parse(JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8')))
    const { told: isTold, ...expected } = answer.expect
    for (const size of [1_000_000, 1]) {
      const told: object[] = []
      const read = await seen(open(answer, size, told), answer)
      const { tokens, ...rest } = read
      expect(rest, `${answer.about}, in pieces of ${String(size)}`).toEqual({
        ...expected,
        tokens: undefined,
      })
      if (expected.tokens !== undefined) expect(tokens, answer.about).toEqual(expected.tokens)
      expect(told.length > 0, `${answer.about}: the log`).toBe(isTold)
    }
    for (const other of inOtherPieces(answer, /^(?:thinking|written)-/.test(name))) {
      const { tokens: _tokens, ...rest } = await seen(open(other, 1_000_000, []), other)
      expect(rest, `${answer.about}, in ${String(other.events?.length)} events`).toEqual({
        ...expected,
        tokens: undefined,
      })
    }
  })
})
