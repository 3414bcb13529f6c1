import type { AppPart } from '../contract/apps.ts'
import type { ApprovalMode } from '../contract/approvals.ts'
import type { Principal } from '../capabilities/index.ts'
import canonicalize from 'canonicalize'
import { hideInArguments, type ExposedTool } from '../capabilities/index.ts'
import type { CapabilitiesService, InvokeContext } from '../capabilities/types.ts'
import type { InvokeResult } from '../contract/capabilities.ts'
import type { ModelToolCall } from '../models/types.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { Draft } from './core/draft.ts'
import { CALLS, REPAIRS, SAME_CALLS } from './limits.ts'
import { readMedia, type ResultMedia, type Senses } from './core/result-media.ts'
import type { MeantCall, TurnTools } from './core/turn-tools.ts'
import type { ReadLog } from './open/read-log.ts'
import { flowOf } from './core/turn-flow.ts'
import { readableResult, resultTokens, toolContent, type ReadableResult } from './core/transcript.ts'
import type { ToolPart } from '../contract/chat.ts'
import { nestsTooDeep } from '../platform/nesting.ts'
import { sha256Hex } from '../platform/sha256.ts'
import type { CapabilityRef } from '../contract/capability-ref.ts'

/** The outcome of a call: what the model reads, and whether the turn has to end here. */
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
   * Runs the calls of one answer: those that only read in parallel, every other one after all before it. In their order,
   * up to the one that ends or stops the turn.
   */
  callAll(calls: readonly ModelToolCall[], tokens?: InvokeContext['tokens']): Promise<CallOutcome[]>
  /** Runs a call the user has completed with a form. */
  run(tool: ExposedTool, args: Readonly<Record<string, unknown>>): Promise<RunOutcome>
}

/** A call that was run: its result, and how the model reads it. */
export interface RunOutcome {
  readonly result: InvokeResult
  readonly content: string
  readonly media: ResultMedia
}

export interface ToolCallerDeps {
  readonly capabilities: Pick<CapabilitiesService, 'invoke'>
  readonly draft: Draft
  /** Whose turn it is: its calls are theirs. */
  readonly principal: Principal
  /** What the owner is asked for now. */
  readonly approvals: () => ApprovalMode
  /** The only ones that can be called in this turn. */
  readonly tools: TurnTools
  /** What the model has read. */
  readonly readLog: ReadLog
  /** Whether each question says so, also those that have another reason. */
  readonly tellsRead: boolean
  /** What the owner said in this turn; null if it isn't theirs. */
  readonly words: string | null
  /** The person isn't there to be asked. */
  readonly unattended: boolean
  /** Whether a tool changes nothing, here or elsewhere. */
  readonly onlyReads: (tool: ExposedTool) => boolean
  /** Whether a tool changes only the conversation's own database, so that neither can be lost without the other. */
  readonly ownState: (tool: ExposedTool) => boolean
  /** The media the turn's model accepts besides text. */
  readonly senses: Senses
  /** The context window of the model's requests, in tokens. */
  readonly window: number
  readonly language: Language
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** Runs the tool calls of one turn: only exposed tools, no endless repetition, each call visible before it runs. */
export const createToolCaller = (deps: ToolCallerDeps): ToolCaller => {
  const {
    capabilities,
    draft,
    principal,
    approvals,
    tools,
    readLog,
    tellsRead,
    words,
    unattended,
    onlyReads,
    ownState,
    senses,
    window,
    language,
    now,
    signal,
  } = deps
  /** How often each call was asked for since something new was learned. */
  const asked = new Map<string, { readonly tool: ExposedTool; readonly times: number }>()
  /** What calls have given so far. */
  const given = new Set<string>()
  let last: { key: string; result: InvokeResult } | null = null
  const flow = words === null ? null : flowOf(words, readLog)
  let repairs = 0
  /** Calls of the present answer. */
  let calls = 0
  let runs = 0

  const callAll: ToolCaller['callAll'] = async (wanted, tokens) => {
    calls = 0
    let begun: Promise<CallOutcome>[] = []
    const outcomes: CallOutcome[] = []
    const settle = async (): Promise<boolean> => {
      outcomes.push(...(await Promise.all(begun)))
      begun = []
      return signal.aborted || outcomes.some(({ end }) => end !== null)
    }
    for (const call of wanted) {
      const meant = call.unreadable === undefined ? tools.read(call) : UNKNOWN
      const beside = meant.kind === 'answer' || (meant.kind === 'tool' && onlyReads(meant.tool))
      if (!beside && (await settle())) break
      begun.push(callOne(call, meant, tokens))
      if (!beside && (await settle())) break
    }
    await settle()
    const ended = outcomes.findIndex(({ end }) => end !== null)
    return ended === -1 ? outcomes : outcomes.slice(0, ended + 1)
  }

  const callOne = async (
    call: ModelToolCall,
    meant: MeantCall,
    tokens: InvokeContext['tokens'],
  ): Promise<CallOutcome> => {
    calls += 1
    if (calls > CALLS) return ended(call, 'calls')
    if (call.unreadable !== undefined) return refuseUnreadable(call, call.unreadable)
    if (meant.kind === 'unknown') return refuseUnknown(call)
    const { tool } = meant
    const args = meant.kind === 'tool' ? meant.arguments : call.arguments
    const key = `${tool.wireName} ${canonicalOf(args)}`
    const times = (asked.get(key)?.times ?? 0) + 1
    asked.set(key, { tool, times })
    if (times >= SAME_CALLS) return ended(call, 'repeats')
    if (last?.key === key && last.result.ok) {
      // Nothing has happened since: running it again could only do it twice.
      const note = 'This very call has already succeeded; it was not run again. Go on.'
      const { result: again } = readMedia({ ...readableResult(last.result), note }, senses)
      return { call, content: readable(again), end: null, done: null }
    }
    if (meant.kind === 'answer') return answerWith(call, meant)
    const { refused, asksOwner } = meant
    const { result, content, media } = await run(tool, args, { tokens, refused, asksOwner })
    last = { key, result }
    learn(key, content)
    const repairable = isRepairable(result.error)
    if (repairable) repairs += 1
    return {
      call,
      content,
      media,
      end: repairable && repairs > REPAIRS ? 'repairs' : null,
      done: result.output?.done === true ? { tool } : null,
    }
  }

  /** After a result that was not seen before, reading again what changed is no circle; making the same thing again is. */
  const learn = (key: string, content: string): void => {
    const result = sha256Hex(`${key} ${content}`)
    if (given.has(result)) return
    given.add(result)
    for (const [other, { tool }] of asked)
      if (mayAskAgain(tool)) asked.set(other, { tool, times: other === key ? 1 : 0 })
  }

  const mayAskAgain = (tool: ExposedTool): boolean => onlyReads(tool) || !ownState(tool)

  const run = async (
    tool: ExposedTool,
    args: Readonly<Record<string, unknown>>,
    { tokens, refused, asksOwner }: Given<'tokens' | 'refused' | 'asksOwner'> = {},
  ): Promise<RunOutcome> => {
    const { conversationId, turnId } = draft
    const mode = approvals()
    const part = begunPart(tool, args)
    const { callId } = part
    // On the disk before it runs: after a crash, it is known what was running.
    const index = ownState(tool) ? draft.note(part) : draft.add(part)
    // Its id is new: `recoverTurns` settles what a crash left of a turn, and never runs it again.
    const result = await capabilities.invoke(tool.ref, args, {
      caller: 'internal',
      principal,
      turn: { conversationId, turnId, callId },
      idempotencyKey: callId,
      signal,
      ...(tokens === undefined ? {} : { tokens }),
      ...(refused === undefined ? {} : { refused }),
      ...(mode === 'everything' || asksOwner === true ? { asksOwner: true } : {}),
      asksNothingGranted: mode === 'granted',
      ...(flow === null ? {} : { flow }),
      ...(unattended ? { unattended } : {}),
      readBefore: readLog.list,
      tellsRead,
    })
    const { result: read, media } = readMedia(readableResult(result), senses)
    const { words, cut } = toolContent({ ...read, from: tool.from }, resultTokens(window))
    const finished = readLog.note({ ...finishedPart(part, result), ...(cut !== null && { cut }) })
    draft.replace(index, finished)
    return { result, content: words, media }
  }

  const begunPart = (tool: ExposedTool, args: Readonly<Record<string, unknown>>): ToolPart => {
    const { conversationId, turnId } = draft
    const callId = callKey({ conversationId, turnId, index: runs, ref: tool.ref, arguments: args })
    runs += 1
    return {
      type: 'tool',
      callId,
      ref: tool.ref,
      tool: tool.name,
      // Arguments nested too deep to be stored are refused.
      arguments: nestsTooDeep(args) ? {} : hideInArguments(tool.parameters, args),
      status: 'running',
      output: null,
      error: null,
      startedAt: now().toISOString(),
      durationMs: null,
      changes: [],
    }
  }

  /** Shown like any call, though nothing is run. */
  const answerWith = (
    call: ModelToolCall,
    { tool, result }: Extract<MeantCall, { kind: 'answer' }>,
  ): CallOutcome => {
    draft.add(finishedPart(begunPart(tool, call.arguments), result))
    // Nothing outside can be the reason, so another try differs or ends.
    if (!result.ok) repairs += 1
    const end = !result.ok && repairs > REPAIRS ? 'repairs' : null
    return { call, content: readable(readableResult(result)), end, done: null }
  }

  const readable = (result: ReadableResult): string => toolContent(result, resultTokens(window)).words

  const refuseUnknown = (call: ModelToolCall): CallOutcome => {
    repairs += 1
    const tool = call.name.slice(0, 80)
    draft.add({ type: 'notice', text: say(language, 'chat_unknown_tool', { tool }) })
    const message = `There is no tool of this name in this turn. Tools: ${
      tools
        .shown()
        .map(({ wireName }) => wireName)
        .join(', ') || 'none'
    }.`
    const content = readable({ output: null, error: { code: 'NOT_FOUND', message } })
    return { call, content, end: repairs > REPAIRS ? 'repairs' : null, done: null }
  }

  const refuseUnreadable = (call: ModelToolCall, written: string): CallOutcome => {
    repairs += 1
    const end = repairs > REPAIRS ? 'repairs' : null
    if (end === null) draft.add({ type: 'notice', text: say(language, 'chat_unreadable_call') })
    // A call without a tool name is answered in the user's role, so the answer must not contain foreign text.
    const problem = call.name === '' ? '' : `: ${problemWith(written)}. It was: ${written}`
    const message = `This call could not be read and was not run. Write it again, its arguments as one JSON object${problem}`
    return {
      call,
      content: readable({ output: null, error: { code: 'INVALID_INPUT', message } }),
      end,
      done: null,
    }
  }

  return { callAll, run }
}

/** Some of what a call is made with, each known or not. */
type Given<K extends keyof InvokeContext> = { readonly [P in K]?: InvokeContext[P] | undefined }

const UNKNOWN: MeantCall = { kind: 'unknown' }

/** The problem of JSON that isn't an object, with its place if there is one. */
const problemWith = (written: string): string => {
  try {
    JSON.parse(written)
    return 'it is no JSON object'
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

/** A tool part with the outcome of its call. */
export const finishedPart = (part: ToolPart, result: InvokeResult): ToolPart => ({
  ...part,
  // What took a secret along says it nowhere else either.
  ...(result.error?.details?.reason === 'approval_secret' && { arguments: {} }),
  status: result.ok ? 'ok' : result.error?.details?.reason === 'cancelled' ? 'stopped' : 'failed',
  output: result.output,
  ...(result.x_content === undefined ? {} : { content: result.x_content }),
  error: result.error,
  durationMs: result.duration_ms,
  changes: result.x_changes,
  ...(result.x_integrity === undefined ? {} : { integrity: result.x_integrity }),
  ...(result.x_keepers === undefined ? {} : { keepers: result.x_keepers }),
  ...(result.x_app === undefined ? {} : { app: withMeta(result.x_app, result.x_meta) }),
})

const withMeta = (app: AppPart, meta: InvokeResult['x_meta']): AppPart =>
  meta === undefined ? app : { ...app, meta }

/** Whether other arguments could work: not if the tool's schema itself can't be used. */
const isRepairable = (error: InvokeResult['error']): boolean =>
  error?.code === 'INVALID_INPUT'
    ? error.details?.['reason'] !== 'schema_unusable' && error.details?.['reason'] !== 'schema_costly'
    : error?.details?.['code'] === 'validation_failed'

const ended = (call: ModelToolCall, end: 'repeats' | 'calls'): CallOutcome => ({
  call,
  content: '',
  end,
  done: null,
})

/**
 * The id of a turn's tool call: recomputing it for the same call gives the same id. It is what
 * the activity log is searched for after a crash, and the idempotency key sent to servers. 128 bits of a SHA-256, as hex.
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

/** Canonical JSON; plain JSON if there is none, as for half a character: running that is refused anyway. */
const canonicalOf = (value: unknown): string => {
  try {
    return canonicalize(value) ?? ''
  } catch {
    return JSON.stringify(value)
  }
}
