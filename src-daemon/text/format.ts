import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import type { Language } from '../contract/language.ts'
import { shellWord } from './shell-word.ts'
import { parametersOf, type Parameter } from './parameters.ts'

export type Value = string | number
export type Values = Readonly<Record<string, Value>>
/** Rewrites the words between `<name>` and `</name>`. */
export type Tags = Readonly<Record<string, (words: string) => string>>

/** The texts of one language. */
export interface Texts {
  has(key: string): boolean
  keys(): readonly string[]
  /**
   * The text `key` with its values filled in. An unknown key, or a placeholder without a value, stays as written.
   */
  say(key: string, values?: Values, tags?: Tags): string
  /** The same in pieces, with objects of any kind in place of some parameters. */
  pieces<T extends object>(key: string, values: Readonly<Record<string, Value | T>>): (string | T)[]
}

/**
 * Makes the texts of one language from ICU MessageFormat; each message is parsed on first use.
 *
 * @param messages from the key to the message
 */
export const createTexts = (language: Language, messages: ReadonlyMap<string, string>): Texts => {
  const parsed = new Map<string, Message>()
  const messageOf = (key: string, text: string): Message => {
    const known = parsed.get(key)
    if (known !== undefined) return known
    const format = new IntlMessageFormat(asWords(text), language, undefined, { formatters })
    const message = { format, text, parameters: parametersOf(format.getAst()) }
    parsed.set(key, message)
    return message
  }
  return {
    has: (key) => messages.has(key),
    keys: () => [...messages.keys()],
    say: (key, values = {}, tags = {}) => {
      const text = messages.get(key)
      if (text === undefined) return key
      return PLAIN.test(text) ? text : fill(messageOf(key, text), values, tags)
    },
    pieces: <T extends object>(key: string, values: Readonly<Record<string, Value | T>>): (string | T)[] => {
      const { format } = messageOf(key, messages.get(key) ?? key)
      return format.formatToParts<T>({ ...values }).map(({ value }) => value)
    },
  }
}

interface Message {
  readonly format: IntlMessageFormat
  readonly text: string
  readonly parameters: ReadonlyMap<string, Parameter>
}

/** Contains no syntax, so it needs no parsing. */
const PLAIN = /^[^{}<']*$/u

/** Marks a parameter that a person is to type, as part of a command. */
const WORD = 'word_'

/** The message with the parameters of commands in it, between backticks, marked. */
const asWords = (text: string): string =>
  text.replace(/`satchel [^`]*`/gu, (command) => command.replace(/\{(\w+)\}/gu, `{${WORD}$1}`))

/** The values, and what of them stands in a command as a shell reads it as one word. */
const withWords = (values: Values, parameters: Message['parameters']): Values => ({
  ...values,
  ...Object.fromEntries(
    [...parameters.keys()].flatMap((name) => {
      const value = name.startsWith(WORD) ? values[name.slice(WORD.length)] : undefined
      return value === undefined ? [] : [[name, shellWord(String(value))]]
    }),
  ),
})

const fill = ({ format, text, parameters }: Message, given: Values, tags: Tags): string => {
  const values = withWords(given, parameters)
  const missing = [...parameters].filter(([name]) => values[name] === undefined)
  if (missing.some(([, { number, shown }]) => number || !shown)) return text
  const said = format.format<string>({
    ...Object.fromEntries(missing.map(([name]) => [name, `{${name.replace(WORD, '')}}`])),
    ...values,
    ...Object.fromEntries(
      Object.entries(tags).map(([name, rewrite]) => [
        name,
        (parts: readonly string[]) => rewrite(parts.join('')),
      ]),
    ),
  })
  return Array.isArray(said) ? said.join('') : said
}

/** Formatters are expensive to make, so all messages share them. */
const kept = <A extends unknown[], T>(make: (...options: A) => T): ((...options: A) => T) => {
  const made = new Map<string, T>()
  return (...options) => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? make(...options)
    made.set(key, known)
    return known
  }
}
const formatters: Formatters = {
  getNumberFormat: kept(
    // The library has its own types for the same options.
    (locales, options) => new Intl.NumberFormat(locales, options as Intl.NumberFormatOptions),
  ),
  getDateTimeFormat: kept((...options) => new Intl.DateTimeFormat(...options)),
  getPluralRules: kept((...options) => new Intl.PluralRules(...options)),
}
