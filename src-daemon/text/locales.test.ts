import { globSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  isPluralElement,
  isSelectElement,
  isTagElement,
  parse,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { textKeys } from '../../scripts/build-texts.ts'
import { flatten } from './flatten.ts'
import { LANGUAGES, type Language } from '../contract/language.ts'
import { parametersOf } from './parameters.ts'
import { COMPOSED, COMPOSED_IN_PART } from './testing/composed-keys.ts'

const root = join(import.meta.dirname, '../..')
const locales = join(root, 'resources/locales')
const filesOf = (language: Language): string[] => readdirSync(join(locales, language)).toSorted()
const read = (language: Language, file: string): [string, string][] =>
  flatten(JSON.parse(readFileSync(join(locales, language, file), 'utf8')) as object)
const textsOf = (language: Language): Map<string, string> =>
  new Map(
    filesOf(language).flatMap((file) => read(language, file).map(([key, text]) => [`${file} ${key}`, text])),
  )

const files = filesOf('en')
const english = textsOf('en')

it('keys.ts is what `npm run texts` makes of the English texts', () => {
  expect(readFileSync(join(import.meta.dirname, 'keys.ts'), 'utf8') === textKeys()).toBe(true)
})

describe('the files', () => {
  it('hold each key once', () => {
    const seen = files.flatMap((file) => {
      const family = /^(errors|reasons|shell)\b/.exec(file)?.[0] ?? ''
      return read('en', file).map(([key]) => `${family} ${key}`)
    })
    expect(seen.filter((key, at) => seen.indexOf(key) !== at)).toEqual([])
  })

  it('are named for what they hold', () => {
    const astray = files.flatMap((file) => {
      const area = /^app-(\w+)\.json$/.exec(file)?.[1]
      const keys = read('en', file).map(([key]) => key)
      if (area !== undefined) return keys.filter((key) => !key.startsWith(`${area}.`))
      if (/^(cli|daemon)\b/.test(file))
        return keys.filter((key) => key.startsWith('cli_') !== file.startsWith('cli'))
      if (file.startsWith('errors-'))
        return keys.filter((key) => !/^\w+\.(message|action|terminal)$/.test(key))
      return ['reasons.json', 'shell.json'].includes(file) ? [] : [file]
    })
    expect(astray).toEqual([])
  })
})

it('the texts take no parameter with the name of a tag, which would be taken for it', () => {
  expect([...english].filter(([, text]) => parametersOf(parse(text)).has('why'))).toEqual([])
})

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = textsOf(language)

  it('are all there, and no others', () => {
    expect(filesOf(language)).toEqual(files)
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it('take the parameters of the English ones', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const wanted = parametersOf(parse(english.get(key) ?? ''))
      const taken = parametersOf(parse(text))
      // What only chooses between words may choose nothing in a language that has but one.
      const needed = [...wanted].filter(([, { shown }]) => shown).map(([name]) => name)
      return !needed.every((name) => taken.has(name)) || ![...taken.keys()].every((name) => wanted.has(name))
    })
    expect(wrong).toEqual([])
  })

  it('have the forms that counted words take in it', () => {
    const rules = new Intl.PluralRules(language)
    const needed = new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)))
    const known = rules.resolvedOptions().pluralCategories
    const wrong = [...texts].filter(([, text]) =>
      pluralsIn(parse(text)).some((forms) => {
        const words = forms.filter((form) => !/^=\d+$/.test(form))
        return (
          ![...needed].every((form) => words.includes(form)) ||
          words.some((form) => !known.some((one) => one === form))
        )
      }),
    )
    expect(wrong).toEqual([])
  })
})

it.each<[Language, RegExp]>([
  ['es', /\bustede?s?\b/iu],
  ['zh', /你/u],
])('speak to the person in one form: in %s never %s', (language, other) => {
  expect([...textsOf(language)].filter(([, text]) => other.test(text))).toEqual([])
})

describe('the keys', () => {
  const source = globSync('src-*/**/*.{ts,vue}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith(join('src-daemon', 'text')))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const named = new Set([...source.matchAll(/(['"`])([\w.]+)\1/g)].map((found) => found[2] ?? ''))
  const words = new Set(
    source.match(/[\w.-]+/g)?.flatMap((word) => [word, word.replaceAll('.', '_'), ...word.split('.')]),
  )
  const all = [
    ...new Set(
      [...english.keys()].map((key) =>
        key.replace(/^\S+ /, '').replace(/^(\w+)\.(message|action|terminal)$/, '$1'),
      ),
    ),
  ]
  // The words that are put behind a group stand somewhere too.
  const isComposed = (key: string): boolean =>
    COMPOSED.some(
      (group) => key.startsWith(group) && words.has(key.slice(group.length).split('.')[0] ?? ''),
    ) || Object.entries(COMPOSED_IN_PART).some(([group, some]) => some.some((word) => key === group + word))

  it('are all used somewhere', () => {
    expect(all.filter((key) => !named.has(key) && !isComposed(key))).toEqual([])
  })

  it('are made at run time only where the source does so', () => {
    const idle = [...COMPOSED, ...Object.keys(COMPOSED_IN_PART)].filter(
      (group) => !source.includes(`\`${group}\${`) || !all.some((key) => key.startsWith(group)),
    )
    expect(idle).toEqual([])
  })
})

/** The forms of each counted word in a message. */
const pluralsIn = (message: readonly MessageFormatElement[]): string[][] =>
  message.flatMap((element) => {
    if (isTagElement(element)) return pluralsIn(element.children)
    if (!isPluralElement(element) && !isSelectElement(element)) return []
    const within = Object.values(element.options).flatMap(({ value }) => pluralsIn(value))
    return isPluralElement(element) ? [Object.keys(element.options), ...within] : within
  })
