// `npm run texts`: writes src-daemon/text/keys.ts, the types of all texts, from resources/locales/en.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { parse } from '@formatjs/icu-messageformat-parser'
import { flatten } from '../src-daemon/text/flatten.ts'
import { parametersOf } from '../src-daemon/text/parameters.ts'

const english = new URL('../resources/locales/en/', import.meta.url)
const written = new URL('../src-daemon/text/keys.ts', import.meta.url)

/** The interface that lists the texts of each file. */
const lists: readonly (readonly [files: RegExp, list: string])[] = [
  [/^errors-/, 'Errors'],
  [/^(cli|daemon)\b/, 'Phrases'],
  [/^reasons\.json$/, 'Reasons'],
  [/^shell\.json$/, 'Shell'],
  [/^app-/, 'App'],
]

/** The content of `keys.ts` for the current texts. */
export const textKeys = (): string => {
  const files = readdirSync(english).map(
    (file) => [file, JSON.parse(readFileSync(new URL(file, english), 'utf8')) as object] as const,
  )
  const parts = lists.map(([pattern, list]) => {
    const entries = files
      .filter(([file]) => pattern.test(file))
      .flatMap(([, texts]) => entriesOf(list, texts))
    return `export interface ${list} {\n${entries.map(([key, messages]) => `  ${quoted(key)}: ${typeOf(messages)}\n`).join('')}}\n`
  })
  const reasons = files.filter(([file]) => file === 'reasons.json').flatMap(([, texts]) => flatten(texts))
  return [
    '// Made of resources/locales/en by `npm run texts`. Do not edit.',
    "import type { None, Text } from './values.ts'\n",
    ...parts,
    `/** What the reason at \`<why>…</why>\` may need. */\ninterface Why {\n${parametersIn(
      reasons.map(([, message]) => message),
    )
      .map(([name, type]) => `  ${name}?: ${type}\n`)
      .join('')}}\n`,
  ].join('\n')
}

/** A key and its messages. An error has two, or three where a terminal has advice of its own. */
const entriesOf = (list: string, texts: object): (readonly [string, readonly string[]])[] =>
  list === 'Errors'
    ? Object.entries(texts).map(([code, error]: [string, object]) => [
        code,
        flatten(error).map(([, message]) => message),
      ])
    : flatten(texts).map(([key, message]) => [key, [message]])

const quoted = (key: string): string => (/^\w+$/.test(key) ? key : `'${key}'`)

const typeOf = (messages: readonly string[]): string => {
  const parameters = parametersIn(messages).map(([name, type]) => `${name}: ${type}`)
  const type = parameters.length === 0 ? 'None' : `{ ${parameters.join('; ')} }`
  return messages.some((message) => message.includes('<why>')) ? `${type} & Why` : type
}

const parametersIn = (messages: readonly string[]): [name: string, type: string][] => {
  const all = new Map<string, boolean>()
  for (const message of messages)
    for (const [name, { number }] of parametersOf(parse(message)))
      all.set(name, number || all.get(name) === true)
  return [...all].map(([name, number]) => [name, number ? 'number' : 'Text'])
}

if (import.meta.main) writeFileSync(written, textKeys())
