import { newId } from '../../platform/ids.ts'
import { say } from '../../text/index.ts'
import { declaredName } from '../tool-names.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelInfo, ModelTool } from '../types.ts'
import { answerResults } from './answer.ts'
import { chooseTool } from './choose-tool.ts'
import { collectEvidence, type Evidence } from './evidence.ts'
import { fillArguments } from './fill-arguments.ts'
import { searchCondition } from './search.ts'
import { subjectOf } from './subject.ts'

const info: ModelInfo = {
  id: 'planner',
  name: 'Built-in planner',
  provider: 'planner',
  contextWindow: null,
  tools: true,
  sizeBytes: null,
}

/**
 * The model that is always there: no network, no weights, the same answer to the same message. It chooses a tool, fills its
 * arguments with what the message holds, and asks with a form for what it does not. It never invents a value.
 */
export const createPlanner = (deps: { now?: () => Date } = {}): LanguageModel => {
  const now = deps.now ?? (() => new Date())

  const plan = (request: ChatRequest): ModelChunk[] => {
    const { messages, tools, language } = request
    const lastUser = messages.findLastIndex(({ role }) => role === 'user')
    const after = messages.slice(lastUser + 1)
    if (after.at(-1)?.role === 'tool') return speak(answerResults(after, language))
    if (tools.length === 0) return speak(say(language, 'planner_no_tools'))

    const message = (messages[lastUser]?.content ?? '').normalize('NFC').trim()
    const text = subjectOf(message, request.hint, tools)
    const chosen = chooseTool(tools, message, text)
    if (chosen === null) {
      const names = tools.map(({ description, name }) => description.trim() || declaredName(name))
      return speak(
        say(language, 'planner_no_fitting_tool', { tools: names.map((name) => `\n• ${name}`).join('') }),
      )
    }
    return call(chosen.tool, tools, collectEvidence(message, text, now()))
  }

  const call = (tool: ModelTool, tools: readonly ModelTool[], evidence: Evidence): ModelChunk[] => {
    const declared = declaredName(tool.name)
    const { values, missing } = fillArguments(tool.parameters, evidence, {
      fillsItself: declared === 'state.create',
    })
    if (missing.length > 0)
      return [{ type: 'form', tool: tool.name, schema: tool.parameters, values, missing }]
    const args = declared === 'state.query' ? withSearch(values, searchCondition(tools, evidence)) : values
    return [{ type: 'tool_call', call: { id: newId(), name: tool.name, arguments: args } }]
  }

  async function* chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
    for (const chunk of plan(request)) {
      // Lets a stop that came meanwhile be seen, as it would be between the tokens of a model.
      await new Promise((resolve) => setImmediate(resolve))
      if (request.signal.aborted) return
      yield chunk
    }
  }

  return { info, chat }
}

const withSearch = (
  values: Record<string, unknown>,
  where: Record<string, unknown> | null,
): Record<string, unknown> =>
  where === null ? values : { ...values, query: { ...Object(values['query']), where } }

/** A sentence in a few pieces, split between words. */
const speak = (sentence: string): ModelChunk[] => {
  const size = Math.max(12, Math.ceil(sentence.length / 4))
  const pieces =
    sentence.match(new RegExp(`[^]{1,${String(size)}}(?=\\s|$)|[^]{1,${String(size)}}`, 'gu')) ?? []
  return pieces.map((delta) => ({ type: 'text', delta }))
}
