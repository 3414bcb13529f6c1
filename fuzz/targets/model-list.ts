import { modelInfoSchema } from '../../src-daemon/contract/models.ts'
import { createOllamaDiscovery } from '../../src-daemon/models/ollama/discovery.ts'
import { discoverOpenAi } from '../../src-daemon/models/openai/discovery.ts'
import type { ModelInfo } from '../../src-daemon/contract/models.ts'
import { answering } from '../engine/answering.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const model = {
  id: 'a',
  context_length: 8192,
  type: 'llm',
  capabilities: { vision: true, function_calling: false },
}
const endpoint = {
  ...{ id: 'test', name: 'Test', baseUrl: 'http://127.0.0.1:1/v1', contextWindow: null },
  ...{ protocol: 'openai' as const, tools: 'auto' as const, vision: false, models: [] },
}

/** The list of models of a server. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () => [
    JSON.stringify({ data: [model, { id: 'text-embedding', type: 'embeddings' }] }),
    JSON.stringify([{ id: 'b', max_model_len: 4096, architecture: { input_modalities: ['image'] } }]),
    JSON.stringify({
      data: [{ id: 'c', meta: { n_ctx: 1, n_ctx_train: 2 }, supported_parameters: ['tools'] }],
    }),
    JSON.stringify({
      models: [{ name: 'd:1b', size: 5, digest: 'x' }],
      capabilities: ['completion', 'tools', 'vision', 'thinking'],
      model_info: { 'llama.context_length': 4096 },
    }),
    JSON.stringify({ models: [{ name: 'e' }], capabilities: ['embedding'] }),
  ],
  run: async (input) => {
    const guard = answering([input], 'application/json')
    await listed(discoverOpenAi({ guard, endpoint, key: () => Promise.resolve('k') }))
    await listed(createOllamaDiscovery({ guard }).models('http://127.0.0.1:1'))
  },
}

/** A server that doesn't answer like one is a plain error, which the list shows beside the server. */
const listed = async (answer: Promise<readonly ModelInfo[]>): Promise<void> => {
  const models = await answer.catch((thrown: unknown) => {
    promised(
      thrown instanceof Error && !(thrown instanceof TypeError) && !(thrown instanceof RangeError),
      `a failure is a plain one: ${String(thrown)}`,
    )
    return []
  })
  for (const one of models) promised(modelInfoSchema.safeParse(one).success, 'each model is one')
}
