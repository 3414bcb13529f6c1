import { escaped } from '../../core/pattern.ts'
import type { ModelTool } from '../../core/types.ts'
import { NUMBERS, NUMBER_WORDS } from '../grammar/numbers.ts'
import {
  ALSO,
  MEASURES,
  METRES_PER_SECOND,
  MILLILITRES,
  ROUGH,
  SECONDS,
  SQUARE_METRES,
  TIME_ASKED,
  UNITS,
} from '../grammar/units.ts'
import { numberIn } from '../reading/numbers.ts'
import type { Call } from '../base/program.ts'
import { propertiesOf, readNode, typeOf } from '../arguments/schema.ts'
import { patternFrom } from '../grammar/pattern.ts'

/** A tool that converts: a number, and two fields that list the same units. */
interface Converter {
  readonly tool: ModelTool
  readonly value: string
  readonly from: string
  readonly to: string
  readonly units: readonly string[]
}

interface Mention {
  readonly unit: string
  /** As units.ts lists it. */
  readonly name: string
  readonly at: number
  readonly end: number
}

/** A conversion that was asked for. */
export interface Conversion {
  readonly value: number
  readonly from: string
  readonly to: string
  /** The tool that does it; null for what kitchens measure with and for lengths of time, which only need a table. */
  readonly call: Call | null
  /** As it was said, of a quantity in two units that is asked for in the smaller one: "2 hours 45 minutes". */
  readonly said?: string
}

/** The conversion that a message asks for; null if it doesn't name one quantity and one other unit that can be converted. */
export const conversionIn = (said: string, tools: readonly ModelTool[]): Conversion | null => {
  if (said.length > 200) return null
  const message = inKilograms(
    inOneUnit(BELOW_ZERO.reduce((text, form) => text.replace(form, '-$1'), withHalves(said))),
  )
  const converter = converterAmong(tools)
  const units = [...new Set([...(converter?.units ?? []), ...MEASURED])]
  const asked =
    degreesIn(message, units) ??
    amongTwo(message, mentionsIn(message, units)) ??
    (TIME_ASKED.test(message) ? amongTwo(message, mentionsIn(message, Object.keys(SECONDS))) : null)
  if (asked === null) return null
  const { value, from, to } = asked
  if (from === to) {
    const whole = [...COMPOUNDS.map(({ pattern }) => pattern), CATTIES]
      .map((pattern) => pattern.exec(said)?.[0].trim())
      .find((one) => one !== undefined)
    return whole === undefined ? null : { ...asked, call: null, said: whole }
  }
  if (converter?.units.includes(from) === true && converter.units.includes(to)) {
    const args = { [converter.value]: value, [converter.from]: from, [converter.to]: to }
    return { ...asked, call: { tool: converter.tool, args } }
  }
  return TABLES.some((table) => from in table && to in table) ? { ...asked, call: null } : null
}

/** "Two and a half" as 2.5, wherever a language puts the half. */
const withHalves = (message: string): string =>
  HALVES.reduce(
    (text, form) =>
      text.replace(form, (half: string, ...found: unknown[]) => {
        const { count = '', unit = '' } = found.at(-1) as { count?: string; unit?: string }
        const value = numberIn(count) ?? NUMBERS[count.toLowerCase()]
        return value === undefined || !Number.isInteger(value) ? half : `${String(value + 0.5)}${unit}`
      }),
    message,
  )
const COUNTED = String.raw`(?<![\p{Script=Latin}\d.,])(?<count>\d+|\p{Script=Latin}+)`
const HALVES: readonly RegExp[] = [
  patternFrom(`${COUNTED} and an? half(?!\\p{L})`, 'iu'),
  patternFrom(`${COUNTED} y medi[oa](?=\\s+(?:de\\s+)?\\p{L})`, 'iu'),
  patternFrom(`${COUNTED}(?<unit>\\s*\\p{Script=Latin}+) y medi[oa](?!\\p{L})`, 'iu'),
  /(?<count>\d+|[一二两三四五六七八九十])个半/u,
  /(?<count>\d+|[一二两三四五六七八九十])(?<unit>升|公斤|千克|斤|公里|千米|米|小时|リットル|キロ|メートル|時間|杯)半/u,
]

/** Numbers below zero, in words. */
const BELOW_ZERO: readonly RegExp[] = [
  /(?<!\p{L})(?:minus|menos|negative) (\d[\d.,]*)/iu,
  /(?:零下|マイナス|氷点下|负) ?(\d[\d.,]*)/u,
  /(\d[\d.,]*(?: ?(?:degrees|grados|º|°)(?: (?:celsius|fahrenheit|centígrados))?)?) (?:below zero|bajo cero)/iu,
]

/** "5 ft 10 in" as "70 inch": a quantity in two units as one in the smaller of them. */
const inOneUnit = (message: string): string =>
  COMPOUNDS.reduce((text, { pattern, ratio, small }) => {
    const match = pattern.exec(text)
    const [large, rest] = [match?.groups?.['large'], match?.groups?.['rest']].map((part) =>
      part === undefined ? null : numberIn(part),
    )
    if (match === null || large === null || large === undefined || rest === null || rest === undefined)
      return text
    return `${text.slice(0, match.index)} ${String(large * ratio + rest)} ${small} = ${text.slice(match.index + match[0].length).trimStart()}`.trim()
  }, message)

const namesOf = (unit: string, more: readonly string[] = []): string =>
  [...(UNITS[unit] ?? []), ...more]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => escaped(name) + (/\p{Script=Latin}{3,}$/u.test(name) ? '(?:e?s)?' : ''))
    .join('|')

const compound = (large: string, small: string, ratio: number, marks: readonly string[] = []) => ({
  pattern: patternFrom(
    `(?<![\\d.,])(?<large>\\d+)\\s*(?:${namesOf(large, marks)})\\s*(?:,|and|y|と)?\\s*(?<rest>\\d+(?:[.,]\\d+)?)(?:\\s*(?:${namesOf(small, ["''", '”'])})(?!\\p{Script=Latin})|(?=\\s+(?:to|into|in|en|a)\\s)${marks.length > 0 ? "|(?<=['′’]\\s*\\d+)(?!\\d)|(?=\\s*[,?]|\\s*$)" : ''})`,
    'iu',
  ),
  ratio,
  small,
})
const COMPOUNDS = [
  compound('foot', 'inch', 12, ["'", '’']),
  compound('pound', 'ounce', 16),
  compound('stone', 'pound', 14),
  compound('hour', 'minute', 60),
  compound('minute', 'second', 60),
  compound('day', 'hour', 24),
  compound('week', 'day', 7),
]

/** A Chinese pound, as half a kilogram. */
const CATTIES =
  /(?<!公)(?<count>\d+(?:\.\d+)?|[一二两三四五六七八九十半])\s*市?斤(?:半|(?<taels>\d|[一二两三四五六七八九半])两)?/u
const inKilograms = (message: string): string =>
  message.replace(CATTIES, (said, count: string, taels: string | undefined) => {
    const value = NUMBER_WORDS[count] ?? numberIn(count)
    const more = taels === undefined ? 0 : (NUMBER_WORDS[taels] ?? numberIn(taels))
    return value === null || more === null ? said : ` ${String((value + more / 10) / 2)}公斤`
  })

/** What comes of a volume or a length of time, by its table. */
export const valueByTable = ({ value, from, to }: Conversion): number => {
  if (from === to) return value
  const table = TABLES.find((one) => from in one && to in one) ?? {}
  return (value * (table[from] ?? NaN)) / (table[to] ?? NaN)
}
const TABLES = [MILLILITRES, SQUARE_METRES, METRES_PER_SECOND, SECONDS]
const MEASURED = TABLES.slice(0, 3).flatMap((table) => Object.keys(table))

/** Whether what comes of it is only about right. */
export const isRough = ({ from, to }: Conversion): boolean => ROUGH.has(from) || ROUGH.has(to)

type Asked = Pick<Conversion, 'value' | 'from' | 'to'>

const amongTwo = (message: string, named: readonly Mention[]): Asked | null => {
  if (named.length !== 2) return null
  const [first, second] = named.map((one, at) => besides(one, named[1 - at] ?? one))
  if (first === undefined || second === undefined || measureOf(first.unit) !== measureOf(second.unit))
    return null
  const [one, other] = preferred(amountAt(message, first, named), amountAt(message, second, named))
  if (one !== null && other === null) return { value: one.value, from: first.unit, to: second.unit }
  return one === null && other !== null ? { value: other.value, from: second.unit, to: first.unit } : null
}

/** A mention as it is meant beside the other one. */
const besides = (one: Mention, other: Mention): Mention => {
  const also = ALSO[one.unit]?.[one.name]
  const isOther = also !== undefined && measureOf(also) === measureOf(other.unit)
  return isOther ? { ...one, unit: also } : one
}

/** "180 degrees in Fahrenheit" can only be of Celsius. */
const degreesIn = (message: string, units: readonly string[]): Asked | null => {
  const mentions = mentionsIn(message, units)
  const [only] = mentions
  const other = only === undefined ? undefined : OTHER_SCALE[only.unit]
  if (
    only === undefined ||
    other === undefined ||
    mentions.length !== 1 ||
    amountAt(message, only, mentions) !== null
  )
    return null
  const rest = `${message.slice(0, only.at)} ${message.slice(only.end)}`
  const value = numberIn(/(-?\d[\d.,]*)\s*(?:degrees?|grados?|deg|[°º度])/iu.exec(rest)?.[1] ?? '')
  return value === null || !/\d/u.test(rest) ? null : { value, from: other, to: only.unit }
}
const OTHER_SCALE: Readonly<Record<string, string>> = { celsius: 'fahrenheit', fahrenheit: 'celsius' }

/** Whether one of these tools converts units. */
export const canConvert = (tools: readonly ModelTool[]): boolean => converterAmong(tools) !== null

const converterAmong = (tools: readonly ModelTool[]): Converter | null => {
  for (const tool of tools) {
    const properties = propertiesOf(readNode(tool.parameters))
    const value = properties.find(({ node }) => typeOf(node) === 'number')
    const from = properties.find(({ name, node }) => /^from/i.test(name) && (node.enum?.length ?? 0) > 1)
    const to = properties.find(({ name, node }) => /^to/i.test(name) && (node.enum?.length ?? 0) > 1)
    if (value === undefined || from === undefined || to === undefined) continue
    const units = (from.node.enum ?? []).filter((unit) => typeof unit === 'string')
    return { tool, value: value.name, from: from.name, to: to.name, units }
  }
  return null
}

/** The units in a message, in its order. A longer name hides those inside it: "nautical mile" is not "mile". */
const mentionsIn = (message: string, units: readonly string[]): Mention[] => {
  const names = units
    .flatMap((unit) => [unit, ...(UNITS[unit] ?? [])].map((name) => ({ unit, name })))
    .toSorted((a, b) => b.name.length - a.name.length)
  const found: Mention[] = []
  for (const { unit, name } of names) {
    for (const match of message.matchAll(patternOf(name))) {
      const at = match.index
      const end = at + match[0].length
      if (!found.some((one) => at < one.end && one.at < end)) found.push({ unit, name, at, end })
    }
  }
  return found.toSorted((a, b) => a.at - b.at)
}

const patternOf = (name: string): RegExp => {
  if (/[^\p{Script=Latin}\s]/u.test(name)) return patternFrom(escaped(name), 'giu')
  // A letter or two are a unit only behind a number or at the end: "100 f in c".
  if (name.length <= 2)
    return patternFrom(
      `(?<=\\d\\s?|(?:\\bin|\\bto|\\binto|\\ben|\\ba|=|many|much|t[oa]s)\\s|[何几]|多少)${escaped(name)}(?![\\p{L}\\p{N}])(?=\\s*(?:$|[?!.,？。]|are\\b|son\\b|hay\\b|to\\b|in\\b|into\\b|en\\b|a\\b|is\\b|as\\b|=|please))`,
      'giu',
    )
  return patternFrom(`(?<![\\p{L}])${escaped(name)}(?:e?s)?(?!\\p{Script=Latin})`, 'giu')
}

/** What a unit measures; a unit that isn't known may measure anything. */
const measureOf = (unit: string): number => MEASURES.findIndex((units) => units.includes(unit))

/** The number that stands before a unit, or behind it as in 华氏100度; null if there is none. */
const amountAt = (message: string, { at, end }: Mention, all: readonly Mention[]): Amount | null => {
  const before = message.slice(Math.max(0, ...all.filter((one) => one.end <= at).map((one) => one.end)), at)
  const fraction = /(?<![\d.,/])(?:(\d+)\s+)?(\d+)\/(\d+)\s*(?:of an?\s+|de\s+)?$/u.exec(before)
  if (fraction !== null) {
    const [, whole = '0', over, under] = fraction
    return amount(Number(whole) + Number(over) / Number(under), true)
  }
  const digits = /(?<![\d.,])(-?\d[\d.,]*)\s*(?:degrees?|grados?|deg\.?|度|º|°)?\s*(?:de\s+)?$/iu.exec(
    before,
  )?.[1]
  if (digits !== undefined) return amount(numberIn(digits), true)
  const behind = /^\s*(-?\d[\d.,]*)/u.exec(message.slice(end))?.[1]
  if (behind !== undefined) return amount(numberIn(behind), true)
  const half = /(?:(half|quarter|medio|media)\s+(?:of\s+)?(?:an?|un|una)?|(半)个?)\s*$/iu.exec(before)
  if (half !== null) return amount(NUMBER_WORDS[(half[1] ?? half[2] ?? '').toLowerCase()], false)
  const word =
    /(?:^|[^\p{L}])(\p{Script=Latin}+)\s+$/u.exec(before)?.[1] ??
    /([一二两三四五六七八九十半])个?$/u.exec(before)?.[1]
  return word === undefined ? null : amount(NUMBER_WORDS[word.toLowerCase()], false)
}

interface Amount {
  readonly value: number
  readonly inDigits: boolean
}

const amount = (value: number | null | undefined, inDigits: boolean): Amount | null =>
  value === null || value === undefined ? null : { value, inDigits }

/** Digits count more than words that can mean something else: "5 kilos a libras". */
const preferred = (one: Amount | null, other: Amount | null): [Amount | null, Amount | null] => {
  if (one === null || other === null || one.inDigits === other.inDigits) return [one, other]
  return one.inDigits ? [one, null] : [null, other]
}
