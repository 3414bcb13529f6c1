import type { Principal } from '../capabilities/index.ts'
import canonicalize from 'canonicalize'
import type { ExposedTool } from '../capabilities/index.ts'
import type { CapabilitiesService, InvokeContext } from '../capabilities/types.ts'
import type { InvokeResult } from '../contract/capabilities.ts'
import type { ModelToolCall } from '../models/types.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { Draft } from './core/draft.ts'
import { CALLS, REPAIRS, SAME_CALLS } from './limits.ts'
import { readMedia, type ResultMedia, type Senses } from './core/result-media.ts'
import { readableResult, toolContent } from './core/transcript.ts'
import type { ToolPart } from '../contract/chat.ts'
import { nestsTooDeep } from '../platform/nesting.ts'
import { sha256Hex } from '../platform/sha256.ts'
import type { CapabilityRef } from '../contract/capability-ref.ts'

/** What a call came to: what the model reads, and whether the turn has to end here. */
export interface CallOutcome {
  readonly call: ModelToolCall
  readonly content: string
  /** The pictures and sounds in it, for a model that takes them. */
  readonly media?: ResultMedia
  readonly end: 'repeats' | 'repairs' | 'calls' | null
  /** The result's top level says the capability has finished (acp.md 6.3); null when nothing was run. */
  readonly done: { readonly tool: ExposedTool } | null
}

export interface ToolCaller {
  /**
   * Runs the calls of one answer: those that only read beside each other, every other one after all before it. In their order,
   * up to the one the turn ends with or is stopped at.
   */
  callAll(calls: readonly ModelToolCall[], tokens?: InvokeContext['tokens']): Promise<CallOutcome[]>
  /** Runs a call the user has completed with a form. */
  run(tool: ExposedTool, args: Readonly<Record<string, unknown>>): Promise<InvokeResult>
}

export interface ToolCallerDeps {
  readonly capabilities: Pick<CapabilitiesService, 'invoke'>
  readonly draft: Draft
  /** Whose turn it is: its calls are theirs. */
  readonly principal: Principal
  /** The routed capability's tools: nothing else can be called in this turn, whatever the model says. */
  readonly tools: readonly ExposedTool[]
  /** Whether a tool changes nothing, here or elsewhere. */
  readonly onlyReads: (tool: ExposedTool) => boolean
  /** Whether what a tool changes is in the database of the conversation, so that neither can be lost without the other. */
  readonly ownState: (tool: ExposedTool) => boolean
  /** What the model of the turn takes beside words. */
  readonly senses: Senses
  readonly language: Language
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** Runs the tool calls of one turn: only exposed tools, no endless repetition, each call visible before it runs. */
export const createToolCaller = (deps: ToolCallerDeps): ToolCaller => {
  const { capabilities, draft, principal, tools, onlyReads, ownState, senses, language, now, signal } = deps
  const asked = new Map<string, number>()
  let last: { key: string; result: InvokeResult } | null = null
  let repairs = 0
  let calls = 0
  let runs = 0

  const callAll: ToolCaller['callAll'] = async (wanted, tokens) => {
    let begun: Promise<CallOutcome>[] = []
    const outcomes: CallOutcome[] = []
    const settle = async (): Promise<boolean> => {
      outcomes.push(...(await Promise.all(begun)))
      begun = []
      return signal.aborted || outcomes.some(({ end }) => end !== null)
    }
    for (const call of wanted) {
      const tool = toolNamed(call.name)
      const beside = tool !== undefined && onlyReads(tool)
      if (!beside && (await settle())) break
      begun.push(callOne(call, tool, tokens))
      if (!beside && (await settle())) break
    }
    await settle()
    const ended = outcomes.findIndex(({ end }) => end !== null)
    return ended === -1 ? outcomes : outcomes.slice(0, ended + 1)
  }

  const callOne = async (
    call: ModelToolCall,
    tool: ExposedTool | undefined,
    tokens: InvokeContext['tokens'],
  ): Promise<CallOutcome> => {
    calls += 1
    if (calls > CALLS) return ended(call, 'calls')
    if (call.unreadable !== undefined) return refuseUnreadable(call, call.unreadable)
    if (tool === undefined) return refuseUnknown(call)
    const key = `${tool.wireName} ${canonicalOf(call.arguments)}`
    const times = (asked.get(key) ?? 0) + 1
    asked.set(key, times)
    if (times >= SAME_CALLS) return ended(call, 'repeats')
    if (last?.key === key && last.result.ok) {
      // Nothing has happened since: running it again could only do it twice.
      const note = 'This very call has already succeeded; it was not run again. Go on.'
      const { result: again } = readMedia({ ...readableResult(last.result), note }, senses)
      return { call, content: toolContent(again), end: null, done: null }
    }
    const result = await run(tool, call.arguments, tokens)
    last = { key, result }
    const repairable =
      result.error?.code === 'INVALID_INPUT' || result.error?.details?.code === 'validation_failed'
    if (repairable) repairs += 1
    const { result: readable, media } = readMedia(readableResult(result), senses)
    return {
      call,
      content: toolContent(readable),
      media,
      end: repairable && repairs > REPAIRS ? 'repairs' : null,
      done: result.output?.done === true ? { tool } : null,
    }
  }

  const run = async (
    tool: ExposedTool,
    args: Readonly<Record<string, unknown>>,
    tokens?: InvokeContext['tokens'],
  ): Promise<InvokeResult> => {
    const { conversationId, turnId } = draft
    const callId = callKey({ conversationId, turnId, index: runs, ref: tool.ref, arguments: args })
    runs += 1
    const part: ToolPart = {
      type: 'tool',
      callId,
      ref: tool.ref,
      tool: tool.name,
      // What nests too deep to be kept is refused.
      arguments: nestsTooDeep(args) ? {} : { ...args },
      status: 'running',
      output: null,
      error: null,
      startedAt: now().toISOString(),
      durationMs: null,
      changes: [],
    }
    // On the disk before it runs: after a crash it is known what was under way.
    const index = ownState(tool) ? draft.note(part) : draft.add(part)
    // Its id is new: what a crash left of a turn is settled by `recoverTurns`, and never run again.
    const result = await capabilities.invoke(tool.ref, args, {
      caller: 'internal',
      principal,
      turn: { conversationId, turnId, callId },
      idempotencyKey: callId,
      signal,
      ...(tokens === undefined ? {} : { tokens }),
    })
    draft.replace(index, finishedPart(part, result))
    return result
  }

  const toolNamed = (name: string): ExposedTool | undefined =>
    tools.find((known) => known.wireName === name || known.name === name)

  const refuseUnknown = (call: ModelToolCall): CallOutcome => {
    repairs += 1
    const tool = call.name.slice(0, 80)
    draft.add({ type: 'notice', text: say(language, 'chat_unknown_tool', { tool }) })
    const message = `There is no tool of this name in this turn. Tools: ${tools.map(({ wireName }) => wireName).join(', ') || 'none'}.`
    const content = toolContent({ output: null, error: { code: 'NOT_FOUND', message } })
    return { call, content, end: repairs > REPAIRS ? 'repairs' : null, done: null }
  }

  const refuseUnreadable = (call: ModelToolCall, written: string): CallOutcome => {
    repairs += 1
    const end = repairs > REPAIRS ? 'repairs' : null
    if (end === null) draft.add({ type: 'notice', text: say(language, 'chat_unreadable_call') })
    // What names no tool is answered in the user's place, where nothing may stand that somebody else wrote.
    const problem = call.name === '' ? '' : `: ${problemWith(written)}. It was: ${written}`
    const message = `This call could not be read and was not run. Write it again, its arguments as one JSON object${problem}`
    return {
      call,
      content: toolContent({ output: null, error: { code: 'INVALID_INPUT', message } }),
      end,
      done: null,
    }
  }

  return { callAll, run }
}

/** What is wrong with JSON that is no object, with the place where there is one. */
const problemWith = (written: string): string => {
  try {
    JSON.parse(written)
    return 'it is no JSON object'
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

/** A tool part with what the call came to. */
export const finishedPart = (part: ToolPart, result: InvokeResult): ToolPart => ({
  ...part,
  status: result.ok ? 'ok' : result.error?.details?.reason === 'cancelled' ? 'stopped' : 'failed',
  output: result.output,
  ...(result.x_content === undefined ? {} : { content: result.x_content }),
  error: result.error,
  durationMs: result.duration_ms,
  changes: result.x_changes,
})

const ended = (call: ModelToolCall, end: 'repeats' | 'calls'): CallOutcome => ({
  call,
  content: '',
  end,
  done: null,
})

/**
 * What one tool call of a turn is known by: the same for the same call, whoever works it out again. It is the call's id, what
 * the activity log is asked for after a crash, and the idempotency key servers are given. 128 bits of a SHA-256, as hex.
 */
const callKey = (call: {
  conversationId: string
  turnId: string
  /** Which call of the turn it is, from 0. */
  index: number
  ref: CapabilityRef
  arguments: Readonly<Record<string, unknown>>
}): string => {
  const { conversationId, turnId, index, ref, arguments: args } = call
  const said = canonicalOf([conversationId, turnId, index, ref.capability_id, ref.version, args])
  return sha256Hex(said).slice(0, 32)
}

/** Canonical JSON; of what has none, such as half a character, plain JSON: running it is refused. */
const canonicalOf = (value: unknown): string => {
  try {
    return canonicalize(value) ?? ''
  } catch {
    return JSON.stringify(value)
  }
}
