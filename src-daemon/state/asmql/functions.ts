import type { RE2JS } from 're2js'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { toInstant } from '../instant.ts'
import { re2Library } from '../lazy.ts'
import { queryInvalid } from './parse.ts'

const MAX_PATTERN = 1000
/** Characters times instructions of the pattern; most patterns need milliseconds for it, the worst below two seconds. */
const MAX_REGEX_WORK = 50_000_000

/** Makes the SQL functions of ASM-QL known to the connection. `startQuery` begins a new budget. */
export const installFunctions = (db: Database): { startQuery: () => void } => {
  const compiled = new Map<string, RE2JS>()
  let work = 0

  const patternOf = (pattern: string): RE2JS => {
    const known = compiled.get(pattern)
    if (known !== undefined) return known
    if (pattern.length > MAX_PATTERN)
      throw queryInvalid('$regex', `the pattern is longer than ${String(MAX_PATTERN)} characters`)
    try {
      const made = re2Library().RE2JS.compile(pattern)
      compiled.set(pattern, made)
      return made
    } catch (thrown) {
      throw queryInvalid('$regex', thrown instanceof Error ? thrown.message : String(thrown))
    }
  }

  db.function('satchel_instant', { deterministic: true }, (value: unknown) => toInstant(value))

  db.function('satchel_regex', { deterministic: true }, (pattern: unknown, text: unknown) => {
    if (typeof text !== 'string') return 0
    const re = patternOf(String(pattern))
    work += (text.length + 1) * re.programSize()
    if (work > MAX_REGEX_WORK)
      throw new SatchelError('asmql_cost_exceeded', {
        params: { problem: 'the pattern has too much text to go through' },
      })
    return re.matcher(text).find() ? 1 : 0
  })

  return {
    startQuery: () => {
      work = 0
      compiled.clear()
    },
  }
}
