import type { Language } from '../../../contract/language.ts'
import type { ModelMessage, ModelTool } from '../../core/types.ts'
import { SUMS } from '../grammar/arithmetic.ts'
import { languagesOf } from '../grammar/index.ts'
import { sumAfter, sumIn, sumInWords, type Sum } from './arithmetic.ts'
import { amountsIn } from '../reading/amounts.ts'
import { conversionIn, type Conversion } from './convert.ts'
import { quantityInWords } from './quantity.ts'

/** What was counted in a conversation, which its next message may go on from. */

/** A message, and what it was answered. */
export interface Turn {
  readonly said: string
  readonly answer: string
}

/** The last few turns of a conversation. */
export const turnsOf = (messages: readonly ModelMessage[]): Turn[] => {
  const turns: { said: string; answer: string }[] = []
  for (const message of messages)
    if (message.role === 'user') turns.push({ said: message.content.normalize('NFC').trim(), answer: '' })
    else if (message.role === 'assistant') {
      const last = turns.at(-1)
      if (last !== undefined) last.answer += message.content
    }
  return turns.slice(-MOST)
}
const MOST = 6

/** The sum that a message asks for, or goes on with. */
export const sumAmong = (turns: readonly Turn[], message: string, language: Language): Sum | null => {
  const alone = sumIn(message, language)
  if (alone !== null) return alone
  const last = turns.reduce<Sum | null>((before, { said, answer }) => {
    const sum = sumIn(said, language) ?? (before === null ? null : sumAfter(before, said, language))
    return sum !== null && answer.includes(sumInWords(sum, language)) ? sum : null
  }, null)
  return last === null ? null : sumAfter(last, message, language)
}

/** The conversion that a message goes on with: "and 26.2?" after miles in kilometres. */
export const conversionAfter = (
  turns: readonly Turn[],
  message: string,
  { tools, language }: { readonly tools: readonly ModelTool[]; readonly language: Language },
): Conversion | null => {
  const value = numberAlone(message, language)
  if (value === null) return null
  const last = turns.reduce<Conversion | null>((before, { said, answer }) => {
    const alone = numberAlone(said, language)
    const next =
      conversionIn(said, tools) ?? (before === null || alone === null ? null : withValue(before, alone))
    return next !== null && answer.includes(quantityInWords(next.value, next.from, language)) ? next : null
  }, null)
  return last === null ? null : withValue(last, value)
}

const withValue = (conversion: Conversion, value: number): Conversion => {
  const { call, value: before } = conversion
  const args = Object.entries(call?.args ?? {}).map(([name, one]) => [name, one === before ? value : one])
  return {
    ...conversion,
    value,
    call: call === null ? null : { ...call, args: Object.fromEntries(args) as Record<string, unknown> },
  }
}

/** The number that is all a message says: "and 26.2?", "那85呢". */
const numberAlone = (message: string, usual: Language): number | null => {
  const [language = usual] = languagesOf(message, usual)
  const amounts =
    message.length > 40 ? null : amountsIn(message.trim().replace(/[\s?？.。!！]+$/u, ''), language)
  if (amounts === null || amounts.mark !== null) return null
  const rest = amounts.text.replace(SUMS[language].goesOn, '').replace(/^(?:de|with|for|con|para) /iu, '')
  const digits = /^(-?\d+(?:\.\d+)?)\s*(?:呢|は|なら|だと|だったら)?$/u.exec(rest)?.[1]
  return digits === undefined ? null : Number(digits)
}
