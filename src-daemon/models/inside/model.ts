/** A model inside Satchel, as a `LanguageModel`: it calls tools by writing what its grammar allows, and nothing else. */
import type { ModelInfo } from '../../contract/models.ts'
import { createAnswerReader } from '../answer/reader.ts'
import { forGrammar, onlyAnswer, structuredFormat, structuredMessages } from '../answer/structured.ts'
import { windowOf } from '../core/context-window.ts'
import type { ChatRequest, LanguageModel, ModelChunk } from '../core/types.ts'
import { explainEngine, type Engines, type LoadableModel } from './engines.ts'
import { grammarOf } from './grammar.ts'

export interface InsideModelDeps {
  readonly engines: Pick<Engines, 'use'>
  readonly model: LoadableModel
  readonly info: ModelInfo
  /** Tokens to read at most, unless a request needs more; null = what this computer holds well. */
  readonly contextWindow: number | null
  readonly think: boolean
}

/** For words. What is held to a grammar is as likely as possible. */
const TEMPERATURE = 0.7

/** Errors of `chat`: those of `Engines.use`, `model_failed`, `model_context_exceeded`. */
export const createInsideModel = (deps: InsideModelDeps): LanguageModel => {
  const { engines, model, info } = deps

  async function* chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const { messages, tools, signal, minContextWindow: needed } = request
    if (signal.aborted) return
    const structured = tools.length > 0
    const reader = createAnswerReader(request, structured)
    const format = structured ? structuredFormat(tools) : request.format
    const window = windowOf({ own: info.contextWindow, limit: deps.contextWindow, needed })
    const { engine, release } = await engines.use(model, window)
    try {
      const answer = engine.chat(
        {
          messages: (structured ? structuredMessages(messages, tools) : onlyAnswer(messages)).flatMap(
            ({ role, content }) => (role === 'tool' ? [] : [{ role, content }]),
          ),
          grammar: format === undefined ? null : grammarOf(forGrammar(format)),
          think: deps.think && format === undefined,
          temperature: format === undefined ? TEMPERATURE : 0,
        },
        signal,
      )
      for await (const line of answer) {
        if (isStopped(signal)) return
        if (line.type !== 'end') {
          yield* reader.push(line.type === 'text' ? { text: line.delta } : { thinking: line.delta })
          continue
        }
        yield* reader.finish()
        yield {
          type: 'usage',
          reported: true,
          promptTokens: line.promptTokens,
          outputTokens: line.outputTokens,
          truncated: line.promptTokens >= engine.window,
          ...(line.isCut && { endedBy: 'length' }),
        }
      }
    } catch (thrown) {
      if (!isStopped(signal)) throw explainEngine(thrown, model)
    } finally {
      release()
    }
  }

  return { info, chat }
}

/** A function, so that TypeScript does not narrow it: the signal changes during an await. */
const isStopped = (signal: AbortSignal): boolean => signal.aborted
