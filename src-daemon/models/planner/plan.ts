import { newId } from '../../platform/ids.ts'
import { say } from '../../text/index.ts'
import { declaredName } from '../../packages/index.ts'
import type { ChatRequest, ModelChunk, ModelTool } from '../types.ts'
import { answerResults } from './answer.ts'
import { chooseTool } from './choose-tool.ts'
import { collectEvidence, type Evidence } from './evidence.ts'
import { fillArguments } from './fill-arguments.ts'
import { completionPatch, type Target, targetCondition, targetFound } from './lookup.ts'
import { searchCondition, searchWords } from './search.ts'
import { nounsOf, subjectOf } from './subject.ts'

/** Everything the planner says to a request; the same request at the same time gets the same answer, but for ids of calls. */
export const plan = (request: ChatRequest, now: Date): ModelChunk[] => {
  const { messages, tools, language } = request
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  const after = messages.slice(lastUser + 1)
  const answered = after.at(-1)?.role === 'tool'
  if (!answered && tools.length === 0) return speak(say(language, 'planner_no_tools'))

  const message = (messages[lastUser]?.content ?? '').normalize('NFC').trim()
  const text = subjectOf(message, request.hint, tools)
  const chosen = chooseTool(tools, message, text)
  const changes = chosen?.intent === 'update' || chosen?.intent === 'delete'
  const target = answered && changes ? targetFound(after, language) : null
  if (target !== null && 'say' in target) return speak(target.say)
  if (answered && target === null) return speak(answerResults(after, language, nounsOf(tools)))
  if (chosen === null) {
    const names = tools.map(({ description, name }) => description.trim() || declaredName(name))
    return speak(
      say(language, 'planner_no_fitting_tool', { tools: names.map((name) => `\n• ${name}`).join('') }),
    )
  }
  return call(chosen.tool, tools, collectEvidence(message, text, now), target)
}

const call = (
  tool: ModelTool,
  tools: readonly ModelTool[],
  evidence: Evidence,
  target: Extract<Target, { id: string }> | null,
): ModelChunk[] => {
  const declared = declaredName(tool.name)
  const filled = fillArguments(tool.parameters, evidence, { fillsItself: declared === 'state.create' })
  const known: Record<string, unknown> = { ...filled.values }
  if (target !== null) known['id'] = target.id
  const patch = declared === 'state.update' ? completionPatch(tools, evidence.message) : null
  if (patch !== null) known['patch'] = patch
  const missing = filled.missing.filter((pointer) => !Object.hasOwn(known, pointer.slice(1)))

  if (missing.includes('/id') && target === null) {
    const query = tools.find(({ name }) => declaredName(name) === 'state.query')
    const where = targetCondition(tools, evidence)
    if (query !== undefined && where !== null)
      return [toolCall(query, queryArguments(query, evidence, where))]
  }
  if (missing.length > 0)
    return [{ type: 'form', tool: tool.name, schema: tool.parameters, values: known, missing }]
  if (declared !== 'state.query') return [toolCall(tool, known)]
  const words = searchWords(evidence)
  return [
    toolCall(tool, queryArguments(tool, evidence, words === null ? null : searchCondition(tools, words))),
  ]
}

const toolCall = (tool: ModelTool, args: Record<string, unknown>): ModelChunk => ({
  type: 'tool_call',
  call: { id: newId(), name: tool.name, arguments: args },
})

const queryArguments = (
  tool: ModelTool,
  evidence: Evidence,
  where: Record<string, unknown> | null,
): Record<string, unknown> => {
  const { values } = fillArguments(tool.parameters, evidence, { fillsItself: true })
  return where === null ? values : { ...values, query: { ...Object(values['query']), where } }
}

/** A sentence in a few pieces, split behind words and marks. */
const speak = (sentence: string): ModelChunk[] => {
  const size = Math.max(12, Math.ceil(sentence.length / 4))
  const pieces: string[] = []
  for (const word of sentence.split(/(?<=[\s。，、：；:])/u)) {
    const last = pieces.at(-1)
    if (last === undefined || last.length >= size) pieces.push(word)
    else pieces[pieces.length - 1] = last + word
  }
  return pieces.map((delta) => ({ type: 'text', delta }))
}
