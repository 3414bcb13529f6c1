import type { RE2JS } from 're2js'
import { foldCharacter } from '../text/text.ts'

/** Case-folded texts; every match of a pattern contains at least one of them. */
export type Clause = readonly string[]

/** The requirements of a pattern. */
export interface Needs {
  /** Best first; empty if nothing is known. */
  readonly clauses: readonly Clause[]
  /** Every match begins with one of these; empty if unknown. */
  readonly starts: Clause
}

/** The engine's program, an internal type of the library. */
interface Program {
  readonly start: number
  getInst(pc: number): Instruction
}

interface Instruction {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: Int32Array
}

/** What is known about everything a program accepts from an instruction on. */
interface Ahead {
  /** Everything accepted starts with one of these; `''` = unknown. */
  readonly starts: Clause
  /** Everything accepted contains one text of each of these. */
  readonly clauses: readonly Clause[]
  /**
   * Every path from here leads back into a loop being analysed: its requirements are determined where that
   * loop ends.
   */
  readonly endless: boolean
}

/** Instructions of RE2's program, as the library numbers them. */
const ALT = 1
const ALT_MATCH = 2
const FAIL = 5
const MATCH = 6
const RUNE = 8
const RUNE1 = 9
const RUNE_ANY = 10
const RUNE_ANY_NOT_NL = 11

const MAX_TEXTS = 16
const LONGEST_TEXT = 24
const MAX_CLAUSES = 4
/** Limit for alternatives of alternatives; a hundred names of one thing are still worth searching. */
const MAX_IN_A_CLAUSE = 128
/** A larger character class is no use as a requirement; the ten digits still are. */
const LARGEST_CLASS = 24

/**
 * Derives from a compiled pattern what a text must contain to match, so that only a few of thousands of patterns run (bench: one
 * message, regex triggers). It reads the same program that the engine runs, so no second parser can interpret the pattern differently.
 *
 * The idea is that of RE2's FilteredRE2. Each instruction is read once; a loop counts as if it were left immediately, which
 * is correct because every match leaves it eventually, and RE2's programs enter a loop at one place only.
 *
 * @example
 * needsOf(RE2JS.compile('(?:please )?note|记(.*)笔记', RE2JS.CASE_INSENSITIVE)).clauses // [['note', '笔记'], …]
 */
export const needsOf = (pattern: RE2JS): Needs => {
  const program = pattern.re2().prog as Program // the library keeps its type to itself
  const known = new Map<number, Ahead>()
  const open = new Set<number>()

  const ahead = (pc: number): Ahead => {
    const before = known.get(pc)
    if (before !== undefined) return before
    if (open.has(pc)) return BACK
    open.add(pc)
    const found = look(pc)
    open.delete(pc)
    known.set(pc, found)
    return found
  }

  const look = (pc: number): Ahead => {
    const { op, out, arg, runes } = program.getInst(pc)
    switch (op) {
      case MATCH:
        return { starts: [''], clauses: [], endless: false }
      case FAIL:
        return { starts: [], clauses: [], endless: true }
      case ALT:
      case ALT_MATCH:
        return either(ahead(out), ahead(arg))
      case RUNE:
      case RUNE1:
      case RUNE_ANY:
      case RUNE_ANY_NOT_NL:
        return then(op === RUNE || op === RUNE1 ? charactersOf(runes) : null, ahead(out))
      default:
        return ahead(out) // Captures and boundaries consume no character.
    }
  }

  const whole = ahead(program.start)
  return { clauses: all(whole), starts: whole.starts.includes('') ? [] : whole.starts }
}

/**
 * A jump back into a loop being analysed: what follows is unknown here, and its requirements are determined
 * elsewhere.
 */
const BACK: Ahead = { starts: [''], clauses: [], endless: true }

/** One character, then what follows. `null` = one of too many. */
const then = (characters: readonly string[] | null, next: Ahead): Ahead => {
  if (next.endless && next.starts.length === 0) return next
  if (characters === null) return { starts: [''], clauses: all(next), endless: next.endless }
  const joined =
    characters.length * next.starts.length <= MAX_TEXTS
      ? characters.flatMap((first) => next.starts.map((rest) => (first + rest).slice(0, LONGEST_TEXT)))
      : null
  if (joined !== null) return { starts: joined, clauses: next.clauses, endless: next.endless }
  return { starts: shortened(characters), clauses: all(next), endless: next.endless }
}

const either = (one: Ahead, other: Ahead): Ahead => {
  if (one.starts.length === 0) return other
  if (other.starts.length === 0) return one
  const starts = shortened([...one.starts, ...other.starts])
  if (one.endless && other.endless) return { starts, clauses: [], endless: true }
  if (one.endless) return { starts, clauses: all(other), endless: false }
  if (other.endless) return { starts, clauses: all(one), endless: false }
  const [best] = all(one)
  const [otherBest] = all(other)
  const common = one.clauses.filter((clause) => other.clauses.includes(clause))
  const joined = best === undefined || otherBest === undefined ? [] : tidy([...best, ...otherBest])
  const useful = joined.length > 0 && joined.length <= MAX_IN_A_CLAUSE
  return { starts, clauses: bestOf(useful ? [joined, ...common] : common), endless: false }
}

/** All known requirements, as clauses. */
const all = ({ starts, clauses }: Ahead): readonly Clause[] => {
  if (starts.length === 0 || starts.includes('')) return bestOf(clauses)
  return bestOf([tidy(starts), ...clauses])
}

const bestOf = (clauses: readonly Clause[]): readonly Clause[] =>
  [...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values()]
    .toSorted((a, b) => worth(b) - worth(a))
    .slice(0, MAX_CLAUSES)

/** At most `MAX_TEXTS` prefixes that cover all of `texts`. */
const shortened = (texts: readonly string[]): Clause => {
  const distinct = [...new Set(texts)]
  if (distinct.length <= LARGEST_CLASS) return distinct
  for (let length = 8; length > 0; length -= 1) {
    const shorter = [...new Set(distinct.map((text) => text.slice(0, length)))]
    if (shorter.length <= MAX_TEXTS) return shorter
  }
  return ['']
}

/** Drops texts that contain another one of them. */
const tidy = (texts: readonly string[]): Clause => {
  const distinct = [...new Set(texts)]
  return distinct.filter((text) => !distinct.some((other) => other !== text && text.includes(other)))
}

/**
 * How unlikely a text satisfies a clause by chance: its shortest text decides; a Han character counts as two
 * letters.
 */
export const worth = (clause: Clause): number =>
  Math.min(
    ...clause.map((text) => [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0)),
  ) -
  clause.length / 100

/** The characters of an instruction's class, folded; null if there are too many. */
const charactersOf = (runes: Int32Array): readonly string[] | null => {
  if (runes.length === 1) return [folded(runes[0] ?? 0)]
  const found = new Set<string>()
  for (let index = 0; index + 1 < runes.length; index += 2) {
    const low = runes[index] ?? 0
    const high = runes[index + 1] ?? 0
    if (high - low > 2 * LARGEST_CLASS) return null
    for (let rune = low; rune <= high; rune += 1) found.add(folded(rune))
  }
  return found.size > 0 && found.size <= LARGEST_CLASS ? [...found] : null
}

const folded = (rune: number): string => foldCharacter(String.fromCodePoint(rune))
