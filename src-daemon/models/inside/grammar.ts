/** A JSON Schema as a grammar of llama.cpp (GBNF): a model that is held to it writes nothing else than JSON that fits. */
import { isRecord } from '../../platform/is-record.ts'

type Json = Readonly<Record<string, unknown>>

/** What every grammar may refer to. Between the parts of an object or a list there is one blank, or none. */
const BASE = {
  blank: '" "?',
  char: String.raw`[^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" hex hex hex hex)`,
  hex: '[0-9a-fA-F]',
  digit: '[0-9]',
  string: String.raw`"\"" char* "\""`,
  integer: '"-"? ("0" | [1-9] digit{0,15})',
  number: 'integer ("." digit{1,16})? ([eE] [-+]? digit{1,3})?',
  boolean: '"true" | "false"',
  null: '"null"',
  date: 'digit digit digit digit "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] digit | "3" [01])',
  clock: '([01] digit | "2" [0-3]) ":" [0-5] digit ":" [0-5] digit ("." digit{1,6})?',
  zone: '"Z" | [-+] ([01] digit | "2" [0-3]) ":" [0-5] digit',
  uuid: 'hex{8} "-" hex{4} "-" hex{4} "-" hex{4} "-" hex{12}',
  object: '"{" blank (string ":" blank value ("," blank string ":" blank value)*)? blank "}"',
  array: '"[" blank (value ("," blank value)*)? blank "]"',
  value: 'object | array | string | number | boolean | null',
} as const

/** Of formats, those that a grammar can hold to; the others are any text. */
const FORMATS: Readonly<Record<string, string>> = {
  date: String.raw`"\"" date "\""`,
  time: String.raw`"\"" clock zone "\""`,
  'date-time': String.raw`"\"" date "T" clock zone "\""`,
  uuid: String.raw`"\"" uuid "\""`,
}

/** Beyond these, anything is allowed: a grammar takes time with each character. */
const DEEPEST = 16
const MAX_RULES = 4000
const LONGEST_COUNTED = 200

/**
 * The grammar of a schema without references (`forGrammar`). Members that aren't required may be left out; the required ones come first.
 * Keywords that a grammar can't hold to are left to those who check the result.
 */
export const grammarOf = (schema: unknown): string => {
  const rules = new Map<string, string>(Object.entries(BASE))

  const rule = (body: string): string => {
    const name = `r${String(rules.size)}`
    rules.set(name, body)
    return name
  }

  const oneOf = (bodies: readonly string[]): string =>
    bodies.length === 0 ? 'value' : rule(bodies.join(' | '))

  const ruleOf = (given: unknown, depth: number): string => {
    if (!isRecord(given) || depth > DEEPEST || rules.size > MAX_RULES) return 'value'
    const { enum: values, anyOf, oneOf: exclusive, type } = given
    if ('const' in given) return rule(literal(given['const']))
    if (Array.isArray(values)) return oneOf(values.map(literal))
    const choices = Array.isArray(anyOf) ? anyOf : exclusive
    if (Array.isArray(choices)) return oneOf(choices.map((choice) => ruleOf(choice, depth + 1)))
    if (Array.isArray(type))
      return oneOf(type.map((one: unknown) => ruleOf({ ...given, type: one }, depth + 1)))
    if (type === 'object' || isRecord(given['properties'])) return objectOf(given, depth)
    if (type === 'array') return arrayOf(given, depth)
    if (type === 'string') return stringOf(given)
    return type === 'number' || type === 'integer' || type === 'boolean' || type === 'null' ? type : 'value'
  }

  const objectOf = ({ properties, required, additionalProperties: more }: Json, depth: number): string => {
    const names = isRecord(properties) ? Object.keys(properties) : []
    if (!isRecord(properties) || names.length === 0) {
      if (more === false) return rule('"{" blank "}"')
      const inner = isRecord(more) ? ruleOf(more, depth + 1) : 'value'
      const member = `string ":" blank ${inner}`
      return rule(`"{" blank (${member} ("," blank ${member})*)? blank "}"`)
    }
    const needed = new Set(Array.isArray(required) ? required : [])
    const members = [
      ...names.filter((name) => needed.has(name)),
      ...names.filter((name) => !needed.has(name)),
    ]
    const bodies = members.map((name) => `${literal(name)} ":" blank ${ruleOf(properties[name], depth + 1)}`)
    const count = members.filter((name) => needed.has(name)).length
    const optional = bodies.slice(count)
    if (count > 0) {
      const rest = optional.map((body) => `("," blank ${body})?`)
      return rule(['"{" blank', bodies.slice(0, count).join(' "," blank '), ...rest, 'blank "}"'].join(' '))
    }
    // The first that is there has no comma before it.
    const after: string[] = []
    for (const body of optional.toReversed())
      after.unshift(rule(`("," blank ${body})? ${after[0] ?? ''}`.trim()))
    const begun = optional.map((body, at) => `${body} ${after[at + 1] ?? ''}`.trim())
    return rule(`"{" blank (${begun.join(' | ')})? blank "}"`)
  }

  const arrayOf = ({ items, minItems, maxItems }: Json, depth: number): string => {
    const item = ruleOf(items, depth + 1)
    const [least, most] = [countOf(minItems) ?? 0, countOf(maxItems)]
    if (most === 0) return rule('"[" blank "]"')
    const more = `("," blank ${item}){${String(Math.max(0, least - 1))},${most === null ? '' : String(most - 1)}}`
    return rule(`"[" blank ${least > 0 ? `${item} ${more}` : `(${item} ${more})?`} blank "]"`)
  }

  const stringOf = ({ format, minLength, maxLength }: Json): string => {
    const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
    if (known !== undefined) return rule(known)
    const [least, most] = [countOf(minLength) ?? 0, countOf(maxLength)]
    if (least === 0 && most === null) return 'string'
    return rule(String.raw`"\"" char{${String(least)},${most === null ? '' : String(most)}} "\""`)
  }

  const root = ruleOf(schema, 0)
  return [`root ::= ${root}`, ...[...rules].map(([name, body]) => `${name} ::= ${body}`)].join('\n')
}

/** A value's JSON as it stands in a grammar. */
const literal = (value: unknown): string => {
  const text = value === undefined ? 'null' : JSON.stringify(value)
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

const countOf = (limit: unknown): number | null =>
  typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0 && limit <= LONGEST_COUNTED
    ? limit
    : null
