import { tokensOf } from './text/text.ts'

/** What separates the wishes of a sentence: "add milk to my notes and remind me to call Ann". */
const BETWEEN =
  /\s*[.;!?。；！？，、]\s*|\s*,\s+|\s+(?:and|then|also|plus|y|e|luego|después|además)\s+|然后|并且|而且|接着|同时|そして|それから|また|ついでに/giu
/** A message of more parts is a text, whose sentences aren't wishes. */
const MOST = 8
/** Fewer words than that are a list's item, not a wish. */
const SHORTEST = 2
const QUOTED = /["“«「『][^"”»」』]*["”»」』]/gu

/**
 * The parts of a message that may each be a wish of their own; empty if it is one, or a text. What stands in quotation marks is
 * never divided.
 */
export const wishesIn = (text: string): readonly string[] => {
  const quotes: string[] = []
  // A private-use character stands for each quotation.
  const plain = text.replace(QUOTED, (quote) => `\uE000${String(quotes.push(quote) - 1)}\uE001`)
  const parts = plain
    .split(BETWEEN)
    .map((part) => part.replace(/\uE000(\d+)\uE001/gu, (_, at) => quotes[Number(at)] ?? '').trim())
    .filter((part) => wordsIn(part) >= SHORTEST)
  return parts.length < 2 || parts.length > MOST ? [] : parts
}

const wordsIn = (part: string): number => tokensOf(part).length
