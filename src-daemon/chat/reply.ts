import type { ChatRequest, LanguageModel, ModelChunk, ModelToolCall } from '../models/types.ts'
import { untilAborted } from './core/until-aborted.ts'
import type { Draft } from './core/draft.ts'

type FormChunk = Extract<ModelChunk, { type: 'form' }>

/** One answer of a model, read to its end. */
export interface Reply {
  readonly text: string
  readonly calls: readonly ModelToolCall[]
  readonly form: FormChunk | null
  /** The model did not see the whole conversation. */
  readonly cut: boolean
  /** It was stopped because it went on beyond all measure. */
  readonly endless: boolean
  /** It was ended by its signal. */
  readonly cutShort: boolean
  /** What ended the answer before it was complete. */
  readonly endedBy: 'length' | 'filter' | null
  /** The model thought before it answered, or instead. */
  readonly thought: boolean
  /** Kinds of parts that cannot be shown. */
  readonly leftOut: ReadonlySet<string>
  /** The server's count; null if it gave none. */
  readonly usage: { readonly prompt: number; readonly output: number } | null
}

/** A model that never stops talking is stopped; in UTF-16 units. */
export const LONGEST_TEXT = 200_000

/** Streams one answer into the draft. Ends early when the turn is stopped, even when the model does not. */
export const readReply = async (model: LanguageModel, request: ChatRequest, draft: Draft): Promise<Reply> => {
  const calls: ModelToolCall[] = []
  let text = ''
  let thought = 0
  let usage: Reply['usage'] = null
  let form: FormChunk | null = null
  let cut = false
  let endless = false
  let endedBy: Reply['endedBy'] = null
  const leftOut = new Set<string>()
  const begun = draft.message().parts.length
  for await (const chunk of untilAborted(model.chat(request), request.signal)) {
    if (chunk.type === 'text' && chunk.delta !== '') {
      text += chunk.delta
      draft.text(chunk.delta)
      endless = text.length > LONGEST_TEXT
      if (endless) break
    } else if (chunk.type === 'thinking' && chunk.delta !== '') {
      thought += chunk.delta.length
      draft.thinking(chunk.delta)
      endless = thought > LONGEST_TEXT
      if (endless) break
    } else if (chunk.type === 'was_thinking') {
      thought += text.length
      text = ''
      turnIntoThinking(draft, begun)
    } else if (chunk.type === 'left_out') leftOut.add(chunk.kind)
    else if (chunk.type === 'tool_call') calls.push(chunk.call)
    else if (chunk.type === 'form') form = chunk
    else if (chunk.type === 'usage') {
      cut ||= chunk.truncated
      endedBy = chunk.endedBy ?? null
      if (chunk.reported) usage = { prompt: chunk.promptTokens, output: chunk.outputTokens }
    }
  }
  const cutShort = request.signal.aborted
  return { text, calls, form, cut, endless, cutShort, endedBy, thought: thought > 0, leftOut, usage }
}

/** The text since that part turned out to be thinking. */
const turnIntoThinking = (draft: Draft, begun: number): void => {
  for (const [index, part] of draft.message().parts.entries())
    if (index >= begun && part.type === 'text') draft.replace(index, { type: 'thinking', text: part.text })
}
