/** Takes out of a call what a weak model made up. */
import { isRecord } from '../../platform/is-record.ts'

type Json = Readonly<Record<string, unknown>>

/** The share of a text's words that must have been said. */
const SAID = 0.5
/** People say “a mile”, not “one mile”. */
const UNSAID_NUMBER = 1

/**
 * The arguments with only what was said: free texts, dates and numbers none of which stand in `said` are left out. Null if one of those
 * is required. Choices out of a list stay: their words belong to the tool.
 */
export const grounded = (args: Json, schema: unknown, said: string): Json | null => {
  const text = plain(said)
  const spoken = new Set(wordsOf(text))

  /** The value as far as it was said; undefined for none. */
  const kept = (value: unknown, at: unknown): unknown => {
    if (isRecord(value)) return keptMembers(value, at)
    if (Array.isArray(value)) {
      const items = value.map((item) => kept(item, isRecord(at) ? at['items'] : undefined))
      const left = items.filter((item) => item !== undefined)
      return left.length === 0 && value.length > 0 ? undefined : left
    }
    if (isRecord(at) && ('enum' in at || 'const' in at)) return value
    if (typeof value === 'number') return value === UNSAID_NUMBER || isSaid(String(value)) ? value : undefined
    return typeof value !== 'string' || isSaid(value) ? value : undefined
  }

  const keptMembers = (value: Json, at: unknown): Json | undefined => {
    const { properties, required } = isRecord(at) ? at : ({} as Json)
    const left: [string, unknown][] = []
    for (const [name, member] of Object.entries(value)) {
      const one = kept(member, isRecord(properties) ? properties[name] : undefined)
      if (one !== undefined) left.push([name, one])
      else if (Array.isArray(required) && required.includes(name)) return undefined
    }
    // Plain assignment would run the setter of `__proto__`.
    return Object.fromEntries(left)
  }

  const isSaid = (value: string): boolean => {
    const words = wordsOf(plain(value))
    if (words.length === 0) return text.includes(plain(value).trim())
    const known = words.filter((word) => spoken.has(word) || (UNSPACED.test(word) && text.includes(word)))
    return known.length >= words.length * SAID
  }

  return keptMembers(args, schema) ?? null
}

/** Scripts without spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
