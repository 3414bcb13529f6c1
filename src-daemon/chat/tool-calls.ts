import canonicalize from 'canonicalize'
import type { ExposedTool } from '../capabilities/index.ts'
import type { CapabilitiesService, InvokeResult } from '../capabilities/types.ts'
import type { ModelToolCall } from '../models/types.ts'
import { newId } from '../platform/ids.ts'
import { say, type Language } from '../text/index.ts'
import type { Draft } from './draft.ts'
import { toolContent } from './transcript.ts'
import type { ToolPart } from './types.ts'

/** What a call came to: what the model reads, and whether the turn has to end here. */
export interface CallOutcome {
  readonly content: string
  readonly end: 'repeats' | 'repairs' | 'calls' | null
  /** The result's top level says the capability has finished (acp.md 6.3); null when nothing was run. */
  readonly done: { readonly tool: ExposedTool } | null
}

export interface ToolCaller {
  call(call: ModelToolCall): Promise<CallOutcome>
  /** Runs a call the user has completed with a form. */
  run(tool: ExposedTool, args: Readonly<Record<string, unknown>>): Promise<InvokeResult>
}

export interface ToolCallerDeps {
  readonly capabilities: Pick<CapabilitiesService, 'invoke'>
  readonly draft: Draft
  /** The routed capability's tools: nothing else can be called in this turn, whatever the model says. */
  readonly tools: readonly ExposedTool[]
  readonly language: Language
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** A model that asks for the same thing this often is going round in circles. */
const SAME_CALL_LIMIT = 3
/** Failed arguments a model may correct in one turn (acp.md 7.5). */
const REPAIRS = 3
const CALLS_PER_TURN = 24

/** Runs the tool calls of one turn: only exposed tools, no endless repetition, each call visible before it runs. */
export const createToolCaller = (deps: ToolCallerDeps): ToolCaller => {
  const { capabilities, draft, tools, language, now, signal } = deps
  const asked = new Map<string, number>()
  let last: { key: string; result: InvokeResult } | null = null
  let repairs = 0
  let calls = 0

  const call: ToolCaller['call'] = async ({ name, arguments: args }) => {
    calls += 1
    if (calls > CALLS_PER_TURN) return ended('calls')
    const tool = tools.find((known) => known.wireName === name || known.name === name)
    if (tool === undefined) return refuseUnknown(name)
    const key = `${tool.wireName} ${canonicalize(args) ?? ''}`
    const times = (asked.get(key) ?? 0) + 1
    asked.set(key, times)
    if (times >= SAME_CALL_LIMIT) return ended('repeats')
    if (last?.key === key && last.result.ok) {
      // Nothing has happened since: running it again could only do it twice.
      const note = 'This very call has already succeeded; it was not run again. Go on.'
      return { content: toolContent({ ...last.result, note }), end: null, done: null }
    }
    const result = await run(tool, args)
    last = { key, result }
    const repairable =
      result.error?.code === 'INVALID_INPUT' || result.error?.details?.code === 'validation_failed'
    if (repairable) repairs += 1
    return {
      content: toolContent(result),
      end: repairable && repairs > REPAIRS ? 'repairs' : null,
      done: result.output?.done === true ? { tool } : null,
    }
  }

  const run: ToolCaller['run'] = async (tool, args) => {
    const callId = newId()
    const part: ToolPart = {
      type: 'tool',
      callId,
      ref: tool.ref,
      tool: tool.name,
      arguments: { ...args },
      status: 'running',
      output: null,
      error: null,
      startedAt: now().toISOString(),
      durationMs: null,
      changes: [],
    }
    // On the disk before it runs: after a crash it is known what was under way.
    const index = draft.add(part)
    const turn = { conversationId: draft.conversationId, turnId: draft.turnId, callId }
    const result = await capabilities.invoke(tool.ref, args, { caller: 'internal', turn, signal })
    draft.replace(index, finishedPart(part, result))
    return result
  }

  const refuseUnknown = (name: string): CallOutcome => {
    repairs += 1
    draft.add({ type: 'notice', text: say(language, 'chat_unknown_tool', { tool: name.slice(0, 80) }) })
    const message = `There is no tool of this name in this turn. Tools: ${tools.map(({ wireName }) => wireName).join(', ') || 'none'}.`
    const content = toolContent({ output: null, error: { code: 'NOT_FOUND', message } })
    return { content, end: repairs > REPAIRS ? 'repairs' : null, done: null }
  }

  return { call, run }
}

/** A tool part with what the call came to. */
export const finishedPart = (part: ToolPart, result: InvokeResult): ToolPart => ({
  ...part,
  status: result.ok ? 'ok' : result.error?.details?.reason === 'cancelled' ? 'stopped' : 'failed',
  output: result.output,
  error: result.error,
  durationMs: result.duration_ms,
  changes: result.x_changes,
})

const ended = (end: 'repeats' | 'calls'): CallOutcome => ({ content: '', end, done: null })
