import { counterpartOf } from '../../platform/told-secrets.ts'
import { isContent, isNothing, leavesOf, namedBy, type FlowingCall, type Leaf } from './judge.ts'
import type { CallFlow, Leaving, ReadOutput } from './types.ts'
import { namesEffect } from './verbs.ts'

/** A shorter text is a word that many things have; an address is one's own in any length. */
const TELLING = 16
/** Characters of what was read that are compared with, over all reads: a call isn't held up by much data. */
const COMPARED = 200_000

/**
 * What of the owner's a call would take from the capability that keeps it to another place, without their words naming it: their data flows to the
 * hosts and agents of its own capability only, or they are asked. Empty if nothing does.
 */
export const judgeLeaving = (call: FlowingCall, flow: CallFlow): readonly Leaving[] => {
  if (call.effect === 'none' || call.effect === 'own_state') return []
  const to = counterpartOf(call.capabilityId)
  const kept = flow.own().filter(({ of }) => of !== null && of !== to)
  if (kept.length === 0) return []
  const isNamed = namedBy(call, flow)
  const leaves = leavesOf(call.arguments)
  const unnamed = leaves.filter((leaf) => !isNamed(leaf))
  // “Send my list to Ann” says what goes where; what it says in full is for the model to write.
  const isSentByThem =
    namesEffect(flow.words, call.tool) &&
    leaves.some((leaf) => !isContent(leaf) && !isNothing(leaf)) &&
    unnamed.every(isContent)
  if (isSentByThem || unnamed.length === 0) return []
  const found = new Map<string, { readonly title: string; readonly at: Set<string> }>()
  let room = COMPARED
  for (const read of kept.toReversed())
    for (const text of textsOf(read)) {
      room -= text.length
      if (room < 0) break
      for (const leaf of unnamed.filter((one) => isTaken(one, text))) {
        const one = found.get(read.of ?? '') ?? { title: read.title ?? read.of ?? '', at: new Set<string>() }
        one.at.add(leaf.at)
        found.set(read.of ?? '', one)
      }
    }
  return [...found.values()].map(({ title, at }) => ({ title, at: [...at] }))
}

/** The lines of what was read that say whose they are. */
const textsOf = ({ output }: ReadOutput): readonly string[] =>
  leavesOf(output).flatMap(({ value }) =>
    typeof value === 'string' ? value.split('\n').map(folded).filter(isTelling) : [],
  )

const isTaken = ({ value }: Leaf, text: string): boolean => {
  if (typeof value !== 'string') return false
  const said = folded(value)
  return said.includes(text) || (isTelling(said) && text.includes(said))
}

const isTelling = (text: string): boolean =>
  text.length >= TELLING || /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text)

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
