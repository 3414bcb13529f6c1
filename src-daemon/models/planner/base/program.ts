import { newId } from '../../../platform/ids.ts'
import type { ModelChunk, ModelMessage, ModelTool } from '../../core/types.ts'
import type { Kind } from './kinds.ts'
import type { Item } from './results.ts'

/**
 * A plan of several steps: a generator that yields calls and gets their results. A model is asked again after each step,
 * so the generator is run again from its beginning, with the results that are there already.
 */
export type Program<T> = Generator<Step, T, readonly Outcome[]>

/** Calls whose results are needed to go on, or a form for what the person hasn't said, which ends the turn. */
export type Step =
  | { readonly calls: readonly Call[]; readonly proposal?: Proposal }
  | { readonly form: Omit<Extract<ModelChunk, { type: 'form' }>, 'type'> }

export interface Call {
  readonly tool: ModelTool
  readonly args: Readonly<Record<string, unknown>>
}

/** A call that changes something, with what it makes, or the object as it was. */
export interface Effect extends Call {
  readonly kind: Kind
  readonly item: Item | null
}

/** What calls would change, the question that asks about it, and whether the act that reads it finds no doubt. */
export interface Proposal {
  readonly effects: readonly Effect[]
  readonly questions: readonly string[]
  readonly isSure: boolean
}

export interface Outcome extends Call {
  /** As the model reads it: JSON. */
  readonly content: string
}

/**
 * Runs `program` over what followed the user's message: as far as the results of its calls are there. Returns the next
 * calls, or a form, or what the program returned; null if there are results of calls it didn't make, such as those of a form that
 * was filled in.
 */
export const replay = <T>(
  program: Program<T>,
  after: readonly ModelMessage[],
): ModelChunk[] | { readonly say: T } | null => {
  const steps = after.filter((message) => message.role === 'assistant' && message.toolCalls.length > 0)
  const contents = new Map(
    after.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.content] as const] : [])),
  )
  let next = program.next([])
  for (const step of steps) {
    if (next.done === true || !('calls' in next.value)) return null
    const made = step.role === 'assistant' ? step.toolCalls : []
    if (next.value.calls.some(({ tool }, at) => tool.name !== made[at]?.name)) return null
    const ids = made.map(({ id }) => id)
    const outcomes = next.value.calls.map((call, at) => ({
      ...call,
      content: contents.get(ids[at] ?? '') ?? '',
    }))
    next = program.next(outcomes)
  }
  if (next.done === true) return { say: next.value }
  if ('form' in next.value) return [{ type: 'form', ...next.value.form }]
  return next.value.calls.map(({ tool, args }) => ({
    type: 'tool_call',
    call: { id: newId(), name: tool.name, arguments: args },
  }))
}

/** The same program, in which nothing is looked up again that was looked up before, as long as nothing was changed in between. */
export function* withoutRepeats<T>(program: Program<T>, isLookUp: (step: Step) => boolean): Program<T> {
  const contents = new Map<string, string>()
  const keyOf = ({ tool, args }: Call): string => `${tool.name} ${JSON.stringify(args)}`
  let step = program.next([])
  while (step.done !== true) {
    if (!isLookUp(step.value) || !('calls' in step.value)) {
      contents.clear()
      step = program.next(yield step.value)
      continue
    }
    const { calls } = step.value
    const missing = calls.filter((call) => !contents.has(keyOf(call)))
    if (missing.length > 0)
      for (const outcome of yield { calls: missing }) contents.set(keyOf(outcome), outcome.content)
    step = program.next(calls.map((call) => ({ ...call, content: contents.get(keyOf(call)) ?? '' })))
  }
  return step.value
}

/** A program that stands before its first step that isn't a look-up, or at its end. */
export interface Held<T> {
  readonly program: Program<T>
  readonly step: IteratorResult<Step, T>
}

/** Runs a program as far as it only looks up. */
export function* heldBefore<T>(program: Program<T>, isLookUp: (step: Step) => boolean): Program<Held<T>> {
  let step = program.next([])
  while (step.done !== true && isLookUp(step.value)) step = program.next(yield step.value)
  return { program, step }
}

/** Runs the rest of several programs: the steps that they were held before as one, so that they can be shown as one. */
export function* resumedTogether<T>(held: readonly Held<T>[]): Program<T[]> {
  const steps = held.flatMap(({ step }) => (step.done !== true && 'calls' in step.value ? [step.value] : []))
  const calls = held.map(({ step }) => (step.done !== true && 'calls' in step.value ? step.value.calls : []))
  const all = calls.flat()
  const proposals = steps.flatMap(({ proposal }) => (proposal === undefined ? [] : [proposal]))
  const outcomes = all.length === 0 ? [] : [...(yield { calls: all, ...together(proposals) })]
  const results: T[] = []
  for (const [at, { program, step }] of held.entries()) {
    const own = outcomes.splice(0, calls[at]?.length ?? 0)
    results.push(yield* resumed({ program, step: own.length > 0 ? program.next(own) : step }))
  }
  return results
}

const together = (proposals: readonly Proposal[]): { readonly proposal?: Proposal } =>
  proposals.length === 0
    ? {}
    : {
        proposal: {
          effects: proposals.flatMap(({ effects }) => effects),
          questions: proposals.flatMap(({ questions }) => questions),
          isSure: proposals.every(({ isSure }) => isSure),
        },
      }

/** Runs the rest of a program that was held. */
function* resumed<T>({ program, step: first }: Held<T>): Program<T> {
  let step = first
  while (step.done !== true) step = program.next(yield step.value)
  return step.value
}
