import { samplingRequestSchema, type SamplingAnswer, type SamplingRequest } from '../../contract/servers.ts'

interface Block {
  readonly type: string
  readonly text?: string
}

/** What is read of a request for a model: the newest protocol deprecates it, and servers of all of them use it. */
export interface SamplingParams {
  readonly messages: readonly {
    readonly role: 'user' | 'assistant'
    readonly content: Block | readonly Block[]
  }[]
  readonly systemPrompt?: string | undefined
  readonly maxTokens: number
  readonly tools?: readonly unknown[] | undefined
}

/** The answer as it goes over the wire. */
export interface SamplingResult {
  readonly [key: string]: unknown
  readonly model: string
  readonly role: 'assistant'
  readonly content: { readonly type: 'text'; readonly text: string }
  readonly stopReason: 'endTurn' | 'maxTokens'
}

/**
 * What a server wants the person's model to be asked, within bounds (MCP, sampling). Null for what is not done: pictures and sounds,
 * tools, more words than anybody would read.
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

/** More than this no server is given at once. */
const MAX_TOKENS = 4096

/** The model's answer as the server is told it. */
export const samplingResultOf = ({ model, text, cut }: SamplingAnswer): SamplingResult => ({
  model,
  role: 'assistant',
  content: { type: 'text', text },
  stopReason: cut ? 'maxTokens' : 'endTurn',
})

const isOne = (content: Block | readonly Block[]): content is Block => !Array.isArray(content)
