import { describe, expect, it } from 'vitest'
import type { ModelInfo } from '../../contract/models.ts'
import { parametersOf, withGuidance } from './parameters.ts'

describe('the size of a model', () => {
  it.each([
    ['qwen3:0.6b', 600_000_000],
    ['SmolLM2-135M-Instruct.Q4_1.gguf', 135_000_000],
    ['Qwen3-30B-A3B', 30_000_000_000],
    ['qwen2.5-7b-instruct-1m', 7_000_000_000],
    ['gemini-1.5-pro-1m', undefined],
    ['mixtral-8x7b', undefined],
    ['phi-3-mini-128k-instruct', undefined],
    ['gemma-3n-E2B-it', undefined],
    ['gpt-4.1', undefined],
  ])('is read from the name %s: %s', (name, count) => {
    expect(parametersOf(null, name)).toBe(count)
  })

  it('is what the server says before what the name says', () => {
    expect(parametersOf(134_515_008, 'my-7b')).toBe(134_515_008)
    expect(parametersOf(-1, 'my-7b')).toBe(7_000_000_000)
  })

  it.each([
    [600_000_000, {}, true],
    [8_000_000_000, {}, false],
    [undefined, {}, false],
    [600_000_000, { 'openai:a:m': false }, false],
    [undefined, { 'openai:a:m': true }, true],
  ])('guides a model of %s parameters, where the person chose %j: %s', (parameters, chosen, guided) => {
    const info: ModelInfo = {
      ...{ id: 'openai:a:m', name: 'm', provider: 'openai:a', contextWindow: null, tools: true },
      ...{ vision: false, thinking: false, embedding: false, leavesMachine: false, sizeBytes: null },
      ...(parameters !== undefined && { parameters }),
    }
    expect(withGuidance(info, chosen).guided).toBe(guided)
    expect(withGuidance({ ...info, provider: 'planner' }, chosen).guided).toBeUndefined()
  })
})
