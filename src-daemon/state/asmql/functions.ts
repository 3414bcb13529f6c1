import type { RE2JS } from 're2js'
import type { Database } from '../../storage/index.ts'
import type { Json } from '../base/json.ts'
import { localDates } from '../base/local-dates.ts'
import { instantKey } from '../base/time.ts'
import { re2Library } from '../base/lazy.ts'
import { createMeter, type Meter } from './meter.ts'
import { queryInvalid } from './problems.ts'
import { type ClockOf, createShown, type Shown } from './shown.ts'

const MAX_PATTERN = 1000
/** Maximum number of instructions of a compiled pattern: each character of a text may cost as many steps. */
const MAX_PROGRAM = 5000
const MAX_PATTERNS = 64

export interface QueryFunctions {
  readonly meter: Meter
  readonly shown: Shown
  /** Errors: `asmql_invalid` at `path`. */
  checkPattern(pattern: string, path: string): void
}

/**
 * Registers ASM-QL's SQL functions with the connection; each reports its cost to the meter. If `clockOf` is null, a
 * query that needs it fails with `LogNeeded`.
 */
export const installFunctions = (db: Database, clockOf: ClockOf | null): QueryFunctions => {
  const compiled = new Map<string, RE2JS>()
  const meter = createMeter()
  const shown = createShown(
    clockOf &&
      ((schema, id) => {
        const clock = clockOf(schema, id)
        meter.checkTime()
        return clock
      }),
  )

  const patternOf = (pattern: string): RE2JS => {
    const known = compiled.get(pattern)
    if (known !== undefined) return known
    const made = re2Library().RE2JS.compile(pattern)
    if (made.programSize() > MAX_PROGRAM) throw new Error('the pattern repeats too much')
    if (compiled.size >= MAX_PATTERNS) compiled.clear()
    compiled.set(pattern, made)
    return made
  }

  const checkPattern: QueryFunctions['checkPattern'] = (pattern, path) => {
    if (pattern.length > MAX_PATTERN)
      throw queryInvalid(path, `the pattern is longer than ${String(MAX_PATTERN)} characters`)
    try {
      patternOf(pattern)
    } catch (thrown) {
      throw queryInvalid(path, thrown instanceof Error ? thrown.message : String(thrown))
    }
  }

  // Declared non-deterministic, so that SQLite calls it for each row.
  db.function('satchel_visit', { deterministic: false }, meter.visit)
  db.function('satchel_read', { deterministic: false }, meter.read)
  db.function('satchel_hit', { deterministic: false, varargs: true }, meter.hit)
  db.function('satchel_instant', { deterministic: true }, (value: unknown) => instantKey(value))
  db.function('satchel_date', { deterministic: true }, (key: unknown, zone: unknown) =>
    typeof key === 'string' ? localDates(String(zone))(key) : null,
  )
  db.function('satchel_elements', { deterministic: true }, distinctElements)
  db.function('satchel_regex', { deterministic: true }, (pattern: unknown, text: unknown) => {
    if (typeof text !== 'string') return 0
    const re = patternOf(String(pattern))
    meter.beforeMatch((text.length + 1) * re.programSize())
    const found = re.matcher(text).find() ? 1 : 0
    meter.checkTime()
    return found
  })

  db.function('satchel_shown', { deterministic: false }, (id: unknown, updatedAt: unknown, json: unknown) =>
    shown.text(String(id), Number(updatedAt), String(json)),
  )
  db.function(
    'satchel_has_words',
    { deterministic: false },
    (match: unknown, json: unknown, paths: unknown) =>
      shown.hasWords(String(match), String(json), String(paths)),
  )

  return { meter, shown, checkPattern }
}

/**
 * SQL: the scalar elements of a list in JSON, each once, as a JSON list; with `isInstant`, equal instants count as one.
 * `[null]` if there are none, so that their object is in a group too.
 */
const distinctElements = (json: unknown, isInstant: unknown): string => {
  const list = typeof json === 'string' ? (JSON.parse(json) as Json[]) : []
  const elements = new Map<string, Json>()
  for (const element of list) {
    if (typeof element === 'object' && element !== null) continue
    const key = isInstant === 1 ? (instantKey(element) ?? '') : JSON.stringify(element)
    if (!elements.has(key)) elements.set(key, element)
  }
  return JSON.stringify(elements.size === 0 ? [null] : [...elements.values()])
}
