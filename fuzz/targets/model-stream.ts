import { createOllamaModel } from '../../src-daemon/models/ollama/model.ts'
import { namedModel } from '../../src-daemon/models/endpoint/named-model.ts'
import { createOpenAiModel } from '../../src-daemon/models/openai/model.ts'
import { collect, NOTE_TOOLS, requestOf } from '../../src-daemon/models/core/language-model.acceptance.ts'
import type { LanguageModel } from '../../src-daemon/models/core/types.ts'
import { answering, inPieces } from '../engine/answering.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const sse = (...events: readonly unknown[]): string =>
  [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'].join('')
const delta = (given: object, finish_reason: string | null = null) => ({
  choices: [{ delta: given, finish_reason }],
})
const called = (part: object) => ({ tool_calls: [{ index: 0, id: 'a', function: part }] })
const line = (message: object, more: object = { done: false }): string =>
  `${JSON.stringify({ message, ...more })}\n`
const done = line({ content: '' }, { done: true, done_reason: 'stop', eval_count: 3, prompt_eval_count: 9 })

/** The answer of a model server: server-sent events as OpenAI writes them, or lines as Ollama does. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () => [
    sse(delta({ content: 'Hel' }), delta({ content: 'lo' }), delta({}, 'stop'), {
      choices: [],
      usage: { prompt_tokens: 3 },
    }),
    sse(
      delta(called({ name: 'state__query', arguments: '{"query":' })),
      delta(called({ arguments: '{}}' }), 'tool_calls'),
    ),
    sse(
      delta({ reasoning_content: 'hm' }),
      delta({ content: '<think>x</think><tool_call>{"name":"state__query"}</tool_call>' }, 'length'),
    ),
    sse({ error: { message: 'maximum context length' } }),
    ': a comment\r\nevent: x\r\nid: 1\r\nretry: 5\r\ndata: {"choices":\r\ndata: []}\r\n\r\n',
    line({ content: 'Hel' }) + line({ content: 'lo', thinking: 'hm' }) + done,
    line({ content: '```json\n{"name": "state__query", "arguments": {\'query\': {}}}\n```' }) + done,
    line({ content: '', tool_calls: [{ function: { name: 'state__update', arguments: '{"id": None,}' } }] }) +
      done,
    '{"error": "error parsing tool call: raw=\'{\', err=x"}\n',
  ],
  run: async (input) => {
    await sameInPieces(input, 'text/event-stream', openAi)
    await sameInPieces(input, 'application/x-ndjson', ollama)
  },
}

/** How the network cuts an answer makes no difference. */
const sameInPieces = async (input: Buffer, type: string, open: typeof openAi): Promise<void> => {
  const [whole, cut] = [await told(open([input], type)), await told(open(inPieces(input), type))]
  promised(cut === whole, 'an answer in pieces is the same answer')
}

const told = async (model: LanguageModel): Promise<string> => {
  const said = await collect(model.chat(requestOf('add a note', { tools: NOTE_TOOLS }))).then(
    (chunks) => {
      for (const chunk of chunks)
        if (chunk.type === 'tool_call')
          promised(
            typeof chunk.call.arguments === 'object' && chunk.call.id !== '',
            'a call has arguments and an id',
          )
      return chunks.map((chunk) => (chunk.type === 'tool_call' ? { ...chunk.call, id: '' } : chunk))
    },
    (thrown: unknown) => {
      promised(
        typeof (thrown as { code?: unknown }).code === 'string',
        `a failure has a code: ${String(thrown)}`,
      )
      return (thrown as { code: string }).code
    },
  )
  return JSON.stringify(said)
}

const SILENT = { warn: () => undefined }

const openAi = (pieces: readonly Uint8Array[], type: string): LanguageModel => {
  const endpoint = {
    ...{
      id: 'test',
      name: 'Test',
      protocol: 'openai' as const,
      baseUrl: 'http://127.0.0.1:1/v1',
      contextWindow: null,
    },
    ...{ tools: 'auto' as const, vision: false, models: [] },
  }
  return createOpenAiModel({
    guard: answering(pieces, type),
    endpoint,
    key: () => Promise.resolve(null),
    info: namedModel({ endpoint }, 'm'),
    model: 'm',
    quirks: { noTools: false, noUsage: false, noFormat: false },
    log: SILENT,
  })
}

const ollama = (pieces: readonly Uint8Array[], type: string): LanguageModel =>
  createOllamaModel({
    guard: answering(pieces, type),
    url: 'http://127.0.0.1:1',
    info: {
      ...{ id: 'ollama:m', name: 'm', provider: 'ollama', contextWindow: 4096, tools: true, vision: false },
      ...{ thinking: false, embedding: false, leavesMachine: false, sizeBytes: null },
    },
    contextWindow: 4096,
    keepAliveMinutes: null,
    think: false,
    log: SILENT,
  })
