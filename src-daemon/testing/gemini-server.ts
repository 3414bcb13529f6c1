import { z } from 'zod'
import {
  argumentsOf,
  startScriptedModels,
  type ScriptedModels,
  type ScriptedModelsOptions,
  type ScriptedProtocol,
} from './scripted-models.ts'

const partSchema = z.looseObject({ text: z.string().optional(), functionResponse: z.unknown().optional() })
const bodySchema = z.object({
  contents: z.array(z.object({ role: z.string(), parts: z.array(partSchema) })),
  tools: z.array(z.object({ functionDeclarations: z.array(z.looseObject({ name: z.string() })) })).optional(),
  generationConfig: z
    .looseObject({ responseJsonSchema: z.record(z.string(), z.unknown()).optional() })
    .optional(),
})

/** Starts a server that speaks Gemini's protocol. */
export const startGeminiServer = (
  options: ScriptedModelsOptions & { readonly models?: readonly Readonly<Record<string, unknown>>[] } = {},
): Promise<ScriptedModels> => {
  const models = options.models ?? [
    { name: 'models/gemini-test', inputTokenLimit: 100_000, supportedGenerationMethods: ['generateContent'] },
  ]
  const protocol: ScriptedProtocol = {
    keyOf: (headers) => headers['x-goog-api-key'],
    refusal: (code, message) => ({ error: { code, message, status: 'FAILED' } }),
    other: (what) => (what === 'GET /v1beta/models' ? { models } : undefined),
    asked: ({ what, body }) => {
      const [, model] = /^POST \/v1beta\/models\/([^:]+):streamGenerateContent$/.exec(what) ?? []
      if (model === undefined) return null
      const { contents, tools, generationConfig } = bodySchema.parse(body)
      return {
        model,
        stream: true,
        messages: contents.flatMap(({ role, parts }) =>
          parts.map(({ text, functionResponse }) =>
            functionResponse === undefined
              ? { role: role === 'model' ? 'assistant' : role, content: text ?? '' }
              : { role: 'tool', content: JSON.stringify(functionResponse) },
          ),
        ),
        tools: tools?.flatMap(({ functionDeclarations }) =>
          functionDeclarations.map((declared) => ({ function: declared })),
        ),
        format: generationConfig?.responseJsonSchema,
      }
    },
    events: () => {
      const event = (value: object) => `data: ${JSON.stringify(value)}\r\n\r\n`
      const parts = (...all: object[]) => event({ candidates: [{ content: { role: 'model', parts: all } }] })
      return {
        begin: [],
        chunk: ({ content, thinking, tool_calls: calls, error }) => [
          ...(error === undefined
            ? []
            : [event({ error: { code: 503, status: 'UNAVAILABLE', message: error } })]),
          ...(thinking === undefined ? [] : [parts({ text: thinking, thought: true })]),
          ...(content === undefined ? [] : [parts({ text: content })]),
          ...(calls ?? []).map(({ function: { name, arguments: args } }) =>
            parts({
              functionCall: { name, args: JSON.parse(argumentsOf(args)) as object },
              thoughtSignature: 'c2lnbmVk',
            }),
          ),
        ],
        end: ({ done_reason: reason, eval_count: output, chunks }) => [
          event({
            candidates: [{ finishReason: reason === 'length' ? 'MAX_TOKENS' : reason.toUpperCase() }],
            usageMetadata: { promptTokenCount: 15, candidatesTokenCount: output ?? chunks.length },
          }),
        ],
      }
    },
  }
  return startScriptedModels(protocol, options)
}
