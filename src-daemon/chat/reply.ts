import { onAbort } from '../platform/abortable.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelToolCall } from '../models/types.ts'
import type { Draft } from './draft.ts'

type FormChunk = Extract<ModelChunk, { type: 'form' }>

/** One answer of a model, read to its end. */
export interface Reply {
  readonly text: string
  readonly calls: readonly ModelToolCall[]
  readonly form: FormChunk | null
  /** The model did not see the whole conversation. */
  readonly cut: boolean
  /** What the server counted; null where it said nothing. */
  readonly usage: { readonly prompt: number; readonly output: number } | null
}

/** A model that never stops talking is stopped; in UTF-16 units. */
const LONGEST_TEXT = 200_000

/** Streams one answer into the draft. Ends early when the turn is stopped, even when the model does not. */
export const readReply = async (model: LanguageModel, request: ChatRequest, draft: Draft): Promise<Reply> => {
  const calls: ModelToolCall[] = []
  let text = ''
  let thought = 0
  let usage: Reply['usage'] = null
  let form: FormChunk | null = null
  let cut = false
  for await (const chunk of untilAborted(model.chat(request), request.signal)) {
    if (chunk.type === 'text' && chunk.delta !== '') {
      text += chunk.delta
      draft.text(chunk.delta)
      if (text.length > LONGEST_TEXT) break
    } else if (chunk.type === 'thinking' && chunk.delta !== '') {
      thought += chunk.delta.length
      draft.thinking(chunk.delta)
      if (thought > LONGEST_TEXT) break
    } else if (chunk.type === 'tool_call') calls.push(chunk.call)
    else if (chunk.type === 'form') form = chunk
    else if (chunk.type === 'usage') {
      cut ||= chunk.truncated
      if (chunk.reported) usage = { prompt: chunk.promptTokens, output: chunk.outputTokens }
    }
  }
  return { text, calls, form, cut, usage }
}

/** The same, until `signal` fires; a source that does not listen is left alone. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<'aborted'>()
  const forget = onAbort(signal, () => {
    aborted.resolve('aborted')
  })
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), aborted.promise])
      if (next === 'aborted' || next.done === true) return
      yield next.value
    }
  } finally {
    forget()
    // Not awaited: a source that hangs would hang its reader. What it still has to say concerns nobody.
    iterator.return?.().catch(() => undefined)
  }
}
