import type { Deed, FieldRole, Grammar } from '../grammar/index.ts'
import { patternFrom } from '../grammar/pattern.ts'

/** The words that say nothing beside these deeds, which give these fields a value. */
export const closed = (grammar: Grammar, deeds: readonly Deed[], roles: readonly FieldRole[]): RegExp => {
  const known = compiled.get(grammar) ?? new Map<string, RegExp>()
  compiled.set(grammar, known)
  const key = [...deeds, ...roles].join(' ')
  const { idle, orders } = grammar.ledger
  const fields = roles.map((role) => `(?<!\\p{Script=Latin})(?:${grammar.fields[role]})(?!\\p{Script=Latin})`)
  const pattern =
    known.get(key) ?? patternFrom([...fields, ...deeds.map((deed) => orders[deed]), idle].join('|'), 'giu')
  known.set(key, pattern)
  return pattern
}
const compiled = new WeakMap<Grammar, Map<string, RegExp>>()
