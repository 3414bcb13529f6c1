import { escaped } from '../../core/pattern.ts'
import { findDates, type FoundDate } from '../time/dates.ts'

/**
 * What a message contains that can become a value, in the user's own words, except parsed dates and numbers.
 */
export interface Evidence {
  /** The message without the words that only say what to do. */
  readonly text: string
  /** The part of the message that is searched for values. */
  readonly message: string
  readonly quoted: readonly string[]
  readonly urls: readonly string[]
  readonly emails: readonly string[]
  readonly uuids: readonly string[]
  readonly dids: readonly string[]
  readonly hashtags: readonly string[]
  /** Numbers that are not part of an address, date or tag. */
  readonly numbers: readonly { readonly value: number; readonly before: string; readonly after: string }[]
  readonly dates: readonly FoundDate[]
}

/**
 * How many characters are searched for values: the rest is plain text, and searching takes more than linear
 * time.
 */
const SEARCHED = 4_000
const isText = (group: unknown): group is string => typeof group === 'string'

const QUOTED =
  /"([^"]+)"|“([^”]+)”|«([^»]+)»|「([^」]+)」|『([^』]+)』|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu
const URLS = /https?:\/\/[^\s<>"'“”「」『』，。、）]+[^\s<>"'“”「」『』，。、）.,;:!?)\]]/giu
const EMAILS = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu
const UUIDS = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu
const DIDS = /\bdid:[a-z0-9]+:[\w.:%-]*[\w%-]/gu
const HASHTAGS = /(?<![\p{L}\p{N}&/#])[#＃]([\p{L}\p{N}_-]+)/gu
const NUMBERS = /(?<![\p{L}\p{N}.,])-?\d+(?:\.\d+)?(?!\d|[.,]\d)/gu

/** Collects the values in the message `whole`; `text` is the part of it that carries its content. */
export const collectEvidence = (whole: string, text: string, now: Date): Evidence => {
  const message = whole.slice(0, SEARCHED)
  const all = (pattern: RegExp): string[] => [...message.matchAll(pattern)].map((match) => match[0])
  const groups = (pattern: RegExp): string[] =>
    [...message.matchAll(pattern)].map((match) => match.slice(1).find(isText) ?? '')
  const urls = all(URLS)
  const dates = findDates(message, now)
  const blank = [
    ...urls,
    ...all(EMAILS),
    ...all(UUIDS),
    ...all(HASHTAGS),
    ...dates.map(({ source }) => source),
  ].reduce((rest, taken) => rest.replaceAll(taken, ' '.repeat(taken.length)), message)
  return {
    text,
    message,
    quoted: groups(QUOTED),
    urls,
    emails: all(EMAILS),
    uuids: all(UUIDS),
    dids: all(DIDS),
    hashtags: groups(HASHTAGS),
    numbers: [...blank.matchAll(NUMBERS)].map((match) => ({
      value: Number(match[0]),
      before: blank.slice(0, match.index),
      after: blank.slice(match.index + match[0].length),
    })),
    dates,
  }
}

/**
 * The value after `name:` or `name=` in the message, up to a comma, semicolon or line end, without quotes.
 */
export const labelled = (evidence: Evidence, name: string): string | null => {
  const match = new RegExp(
    `(?<![\\p{L}\\p{N}])${escaped(spacedName(name))}\\s*[:：=＝]\\s*(?:"([^"]+)"|“([^”]+)”|([^,，;；\\n]+))`,
    'iu',
  ).exec(evidence.message)
  const value = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim()
  return value === '' || value.startsWith('//') ? null : value
}

/** `source_url` and `sourceUrl` as `source url`. */
export const spacedName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
