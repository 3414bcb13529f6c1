import { createRequire } from 'node:module'
import type * as Re2 from 're2js'
import { normalise } from '../text/text.ts'
import { signalAt, type Signal } from './place.ts'
import type { RoutedText } from './message.ts'
import { needsOf, type Clause } from './required.ts'

/** A pattern ready for searching. */
export interface RegexTrigger {
  /** Folded texts that a matching text must contain; empty if nothing is known. */
  readonly required: readonly Clause[]
  /** Its best match in a message; null if it does not match. */
  search(message: RoutedText): Signal | null
}

/** The engine is loaded with the first pattern, so that startup does not wait for it. `require` gives no types. */
const load = createRequire(import.meta.url)

/**
 * Program instructions times text length: the worst case of linear time. An engine step takes up to 40 ns on
 * a slow machine, so that no pattern takes 5 ms, whatever the message.
 */
const MAX_WORK = 80_000
const LEAST_LOOKED_AT = 32
/**
 * After this many misses a pattern gets an automaton of its own, which takes time to build and then rejects
 * faster.
 */
const OFTEN_IN_VAIN = 16
const LARGEST_AUTOMATON = 200

/** Compiles a pattern that was verified as RE2 when its package was installed (acp.md 6.2). */
export const compileRegex = (pattern: string): RegexTrigger => {
  const { RE2JS } = load('re2js') as typeof Re2
  const compiled = RE2JS.compile(normalise(pattern), RE2JS.CASE_INSENSITIVE)
  const size = compiled.programSize()
  const lookedAt = Math.max(LEAST_LOOKED_AT, Math.floor(MAX_WORK / size))

  const { clauses, starts } = needsOf(compiled)
  let inVain = 0

  const search = ({ text, folded }: RoutedText): Signal | null => {
    const seen = text.slice(0, lookedAt)
    if (inVain >= OFTEN_IN_VAIN && size <= LARGEST_AUTOMATON && !compiled.test(seen)) return null
    // If folding changes lengths, positions shift, so the search starts at the beginning.
    const places = folded.length === text.length ? starts : []
    const matcher = compiled.matcher(seen)
    let best: Signal | null = null
    let work = 0
    let from = 0
    while (work < MAX_WORK) {
      const begin = places.length === 0 ? from : nextOf(places, folded, from)
      if (begin === -1 || begin >= seen.length) break
      if (!(places.length === 0 ? matcher.find() : matcher.find(begin))) break
      const start = matcher.start()
      const end = matcher.end()
      work += size * Math.max(1, seen.length - begin)
      from = end
      // An empty match says nothing about the message.
      if (end === start) continue
      const found = signalAt('regex', text, { start, end, captures: [] })
      if (best === null || found.score > best.score) {
        const captures = capturesOf(matcher.groupCount(), (group) => matcher.group(group))
        best = { ...found, match: { start, end, captures } }
      }
    }
    inVain = best === null ? inVain + 1 : 0
    return best
  }

  return { required: clauses, search }
}

/** The next occurrence of any of `texts`; -1 if there is none. */
const nextOf = (texts: Clause, folded: string, from: number): number => {
  let next = -1
  for (const text of texts) {
    const at = folded.indexOf(text, from)
    if (at !== -1 && (next === -1 || at < next)) next = at
  }
  return next
}

const capturesOf = (count: number, group: (index: number) => string | null): string[] =>
  Array.from({ length: count }, (_, index) => group(index + 1)?.trim() ?? '').filter(
    (caught) => caught !== '',
  )
