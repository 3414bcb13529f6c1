import { samplingRequestSchema, type SamplingAnswer, type SamplingRequest } from '../../contract/servers.ts'

interface Block {
  readonly type: string
  readonly text?: string
}

/**
 * The part of a sampling request that is read: the newest protocol deprecates it, but servers of all versions
 * use it.
 */
export interface SamplingParams {
  readonly messages: readonly {
    readonly role: 'user' | 'assistant'
    readonly content: Block | readonly Block[]
  }[]
  readonly systemPrompt?: string | undefined
  readonly maxTokens: number
  readonly tools?: readonly unknown[] | undefined
}

/** The answer in the protocol's form. */
export interface SamplingResult {
  readonly [key: string]: unknown
  readonly model: string
  readonly role: 'assistant'
  readonly content: { readonly type: 'text'; readonly text: string }
  readonly stopReason: 'endTurn' | 'maxTokens'
}

/**
 * A server's request to the person's model, within bounds (MCP, sampling). Null if it is not supported:
 * images, audio, tools, excessive text.
 */
export const samplingRequestOf = (params: SamplingParams): SamplingRequest | null => {
  if ((params.tools ?? []).length > 0) return null
  const messages = params.messages.map(({ role, content }) => {
    const blocks = isOne(content) ? [content] : content
    return blocks.every(({ type }) => type === 'text')
      ? { role, text: blocks.map((block) => block.text ?? '').join('\n') }
      : null
  })
  const read = samplingRequestSchema.safeParse({
    system: params.systemPrompt ?? null,
    messages,
    maxTokens: Math.min(params.maxTokens, MAX_TOKENS),
  })
  return read.success ? read.data : null
}

/** The most tokens a server gets for one request. */
const MAX_TOKENS = 4096

/** The model's answer in the protocol's form. */
export const samplingResultOf = ({ model, text, cut }: SamplingAnswer): SamplingResult => ({
  model,
  role: 'assistant',
  content: { type: 'text', text },
  stopReason: cut ? 'maxTokens' : 'endTurn',
})

const isOne = (content: Block | readonly Block[]): content is Block => !Array.isArray(content)
