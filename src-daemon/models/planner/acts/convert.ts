import { escaped } from '../../core/pattern.ts'
import type { ModelTool } from '../../core/types.ts'
import { MEASURES, NUMBER_WORDS, UNITS } from '../grammar/units.ts'
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
  readonly at: number
  readonly end: number
}

/** The call that a conversion asks for; null if no tool converts, or the message doesn't name one quantity and one other unit. */
export const conversionIn = (message: string, tools: readonly ModelTool[]): Call | null => {
  const converter = converterAmong(tools)
  // Feet and inches together are two quantities.
  if (converter === null || message.length > 200 || /\d\s*['′’]\s*\d/u.test(message)) return null
  const mentions = mentionsIn(message, converter.units)
  const [first, second] = mentions
  if (
    first === undefined ||
    second === undefined ||
    mentions.length !== 2 ||
    measureOf(first.unit) !== measureOf(second.unit)
  )
    return null
  const amounts = [amountAt(message, first, mentions), amountAt(message, second, mentions)]
  const [one, other] = preferred(amounts[0] ?? null, amounts[1] ?? null)
  if ((one === null) === (other === null)) return null
  const [value, from, to] =
    one === null ? [other?.value, second.unit, first.unit] : [one.value, first.unit, second.unit]
  return {
    tool: converter.tool,
    args: { [converter.value]: value, [converter.from]: from, [converter.to]: to },
  }
}

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
      if (!found.some((one) => at < one.end && one.at < end)) found.push({ unit, at, end })
    }
  }
  return found.toSorted((a, b) => a.at - b.at)
}

const patternOf = (name: string): RegExp => {
  if (/[^\p{Script=Latin}\s]/u.test(name)) return patternFrom(escaped(name), 'giu')
  // A letter or two are a unit only behind a number or at the end: "100 f in c".
  if (name.length <= 2)
    return patternFrom(
      `(?<=\\d\\s?|(?:\\bin|\\bto|\\binto|\\ben|\\ba|=|many|much|t[oa]s)\\s)${escaped(name)}(?![\\p{L}\\p{N}])(?=\\s*(?:$|[?!.,]|are\\b|son\\b|hay\\b|to\\b|in\\b|into\\b|en\\b|a\\b|is\\b|as\\b|=|please))`,
      'giu',
    )
  return patternFrom(`(?<![\\p{L}])${escaped(name)}(?:e?s)?(?!\\p{Script=Latin})`, 'giu')
}

/** What a unit measures; a unit that isn't known may measure anything. */
const measureOf = (unit: string): number => MEASURES.findIndex((units) => units.includes(unit))

/** The number that stands before a unit, or behind it as in 华氏100度; null if there is none. */
const amountAt = (message: string, { at, end }: Mention, all: readonly Mention[]): Amount | null => {
  const before = message.slice(Math.max(0, ...all.filter((one) => one.end <= at).map((one) => one.end)), at)
  const digits = /(?<![\d.,])(-?\d[\d.,]*)\s*(?:degrees?|grados?|deg\.?|度|º|°)?\s*(?:de\s+)?$/iu.exec(
    before,
  )?.[1]
  if (digits !== undefined) return amount(numberOf(digits), true)
  const behind = /^\s*(-?\d[\d.,]*)/u.exec(message.slice(end))?.[1]
  if (behind !== undefined) return amount(numberOf(behind), true)
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

/** `1,000`, `2.5` and `2,5` as people write them. */
const numberOf = (written: string): number | null => {
  const text = written.replace(/[.,]+$/u, '')
  const plain = /,\d{3}(?:\D|$)/u.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}
