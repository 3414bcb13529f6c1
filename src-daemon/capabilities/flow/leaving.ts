import { counterpartOf } from '../../platform/told-secrets.ts'
import { isContent } from './content.ts'
import { declaredOf, isTarget, namedBy, type FlowingCall } from './judge.ts'
import { leavesOf, type Leaf } from './leaves.ts'
import { names } from './named.ts'
import { folded, isRemembered, isTaken, isTelling, wordsOf } from './taken.ts'
import type { CallFlow, KeptOutput, Leaving, ReadOutput } from './types.ts'
import { namesEffect } from './verbs.ts'

/** Characters of what was read that are compared with, over all reads: a call isn't held up by much data. */
const COMPARED = 200_000
/** Whole numbers below say nothing of anybody: how many, which page. */
const SMALL = 10_000

/**
 * What of the owner's a call would take from the capability that keeps it to another place, without their words naming it: their data flows to the
 * hosts and agents of its own capability only, or they are asked. The label decides: whoever has read something of the owner's may have put it
 * into any value that can say something, in whatever words. Empty if nothing leaves.
 */
export const judgeLeaving = (call: FlowingCall, flow: CallFlow): readonly Leaving[] =>
  call.effect === 'none' || call.effect === 'own_state' || isSentByThem(call, flow)
    ? []
    : takenAlong(call, flow).map(({ title, at }) => ({ title, at }))

/**
 * Whose of the owner's what a capability writes with `args` may have, beside what it keeps already: it carries that label on, also where the owner
 * asked for it.
 */
export const keepersIn = (
  capabilityId: string,
  args: Readonly<Record<string, unknown>>,
  flow: CallFlow,
): readonly string[] => {
  const call = { capabilityId, tool: '', inputSchema: {}, arguments: args, effect: 'none' } as const
  return takenAlong(call, flow).map(({ of }) => of)
}

/** “Send my list to Ann” says what goes where; what it says in full is for the model to write. */
const isSentByThem = (call: FlowingCall, flow: CallFlow): boolean => {
  if (!namesEffect(flow.words, call.tool)) return false
  const isText = isContent(call.tool)
  const isNamed = namedBy(call, flow)
  const leaves = leavesOf(call.arguments)
  return (
    leaves.some((leaf) => !isText(leaf) && isTarget(call, leaf)) &&
    leaves.every((leaf) => isNamed(leaf) || isText(leaf))
  )
}

/** What of others than the one it is for may be in a call's values. */
const takenAlong = (call: FlowingCall, flow: CallFlow): readonly (Leaving & { readonly of: string })[] => {
  const to = counterpartOf(call.capabilityId)
  const kept = flow.kept().filter(({ of }) => of !== to)
  if (kept.length === 0) return []
  const isNamed = namedBy(call, flow)
  const unnamed = leavesOf(call.arguments).filter((leaf) => !isNamed(leaf))
  const seesOthers = isSkill(to) && kept.some(({ of }) => isSkill(of))
  const isScript = ({ at }: Leaf): boolean => seesOthers && at === '/script'
  const telling = unnamed.filter(
    (leaf) => isScript(leaf) || (says(call, leaf) && !isOfTheirWords(leaf, flow.words)),
  )
  if (telling.length === 0) return []
  // What was brought there from elsewhere isn't its own.
  const there = [...flow.own(), ...flow.foreign()].filter(
    ({ of, keepers }) => of === to && keepers.every((keeper) => keeper === to),
  )
  const isKnown = knownThere(there)
  const leaving = telling.filter((leaf) => isScript(leaf) || !isKnown(leaf))
  if (leaving.length === 0) return []
  const taken = takenFrom(kept, leaving, wordsOf(flow.words))
  // What isn't taken over word for word may come from any of them.
  const others = leaving.filter(({ at }) => ![...taken.values()].some((from) => from.has(at)))
  return [...new Map(kept.map((read) => [read.of, read])).values()].flatMap(({ of, title, isEverywhere }) => {
    const isOf = (leaf: Leaf): boolean => taken.get(of)?.has(leaf.at) === true
    const at = leaving.filter((leaf) => isOf(leaf) || (!isEverywhere && others.includes(leaf)))
    return at.length === 0 ? [] : [{ of, title, at: at.map((leaf) => leaf.at) }]
  })
}

/** A script sees its conversation's working folder, where those of other skills leave what they were told: running it can take that along. */
const isSkill = (counterpart: string): boolean => counterpart.startsWith('skill:')

/** Which values have a line of what was read, by whose it is. */
const takenFrom = (
  kept: readonly KeptOutput[],
  leaves: readonly Leaf[],
  words: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  const told = leaves.flatMap(({ at, value }) =>
    typeof value === 'string' ? [{ at, said: folded(value) }] : [],
  )
  let room = COMPARED
  for (const read of kept.toReversed())
    for (const text of textsOf(read)) {
      room -= text.length
      if (room < 0) break
      for (const { at, said } of told)
        if (read.isEverywhere ? isRemembered(said, text, words) : isTaken(said, text))
          found.set(read.of, (found.get(read.of) ?? new Set()).add(at))
    }
  return found
}

/** Whether a value can say something: not a choice from the tool's own list, yes or no, or a small number. */
const says = ({ inputSchema }: FlowingCall, { name, value }: Leaf): boolean => {
  if (value === null || typeof value === 'boolean') return false
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= SMALL
  return value.trim() !== '' && !declaredOf(inputSchema, name).members.includes(value)
}

/** Whether a value is made of words of the message alone, each as often as it is said there: a search that turns them round. */
const isOfTheirWords = ({ value }: Leaf, words: string): boolean => {
  const left = wordsOf(words)
  const used = typeof value === 'string' ? wordsOf(value) : []
  return used.length > 0 && used.every((word) => left.includes(word) && left.splice(left.indexOf(word), 1))
}

/** Whether the place it goes to has said the very value itself: the id of its own record, a name in its own text. */
const knownThere = (there: readonly ReadOutput[]): ((leaf: Leaf) => boolean) => {
  const said = there.toReversed().flatMap(({ output }) => leavesOf(output).map(({ value }) => value))
  const values = new Set(said)
  let room = COMPARED
  const texts = said.flatMap((value) => {
    if (typeof value !== 'string' || value.length > room) return []
    room -= value.length
    return [{ value, folded: folded(value) }]
  })
  return ({ value }) =>
    values.has(value) ||
    (typeof value === 'string' &&
      texts.some((text) => text.folded.includes(folded(value)) && names(text.value, value)))
}

/** The lines of what was read that say whose they are. */
const textsOf = ({ output, isEverywhere }: KeptOutput): readonly string[] =>
  leavesOf(output).flatMap(({ value }) =>
    typeof value === 'string'
      ? value
          .split('\n')
          .map(folded)
          .filter((line) => (isEverywhere ? line !== '' : isTelling(line)))
      : [],
  )
