import { shallowRef } from 'vue'
import uiEnglish from '@nuxt/ui/runtime/locale/en.js'
import { flatten } from '../../src-daemon/text/flatten.ts'
import { asTyped } from '../../src-daemon/text/own-command.ts'
import { createTexts, type Texts, type Value, type Values } from '../../src-daemon/text/format.ts'
import type { App } from '../../src-daemon/text/keys.ts'
import type { Language } from '../../src-daemon/contract/language.ts'
import type { ValuesOf } from '../../src-daemon/text/values.ts'
import english from './english.ts'

export type { Language } from '../../src-daemon/contract/language.ts'

type UiLocale = typeof uiEnglish
type Files = Readonly<Record<string, object>>

/** Dotted path of every text, e.g. `frame.pages.chat`. */
export type TextKey = keyof App
/** The names under a path: for `settings.items.` those of all settings. */
export type NamesUnder<Path extends string> = TextKey extends infer Key
  ? Key extends `${Path}${infer Rest}`
    ? FirstName<Rest>
    : never
  : never
type FirstName<Path extends string> = Path extends `${infer Name}.${string}` ? Name : Path

const others: Record<
  Exclude<Language, 'en'>,
  () => Promise<[{ readonly default: Files }, { readonly default: UiLocale }]>
> = {
  zh: () => Promise.all([import('./chinese.ts'), import('@nuxt/ui/runtime/locale/zh_cn.js')]),
  ja: () => Promise.all([import('./japanese.ts'), import('@nuxt/ui/runtime/locale/ja.js')]),
  es: () => Promise.all([import('./spanish.ts'), import('@nuxt/ui/runtime/locale/es.js')]),
}

const entriesOf = (files: Files): Map<string, string> =>
  new Map(Object.values(files).flatMap((texts) => flatten(texts)))
const textsOf = (language: Language, files: Files): Texts => createTexts(language, entriesOf(files))

interface Shown {
  readonly language: Language
  readonly texts: Texts
  readonly numbers: Intl.NumberFormat
}
const shownIn = (language: Language, texts: Texts): Shown => ({
  language,
  texts,
  numbers: new Intl.NumberFormat(language),
})

const englishEntries = entriesOf(english)
const englishTexts = createTexts('en', englishEntries)
const shown = shallowRef(shownIn('en', englishTexts))
/** How the `satchel` command is typed here; as texts write it until the daemon says so. */
const command = shallowRef('satchel')

/** Has texts name the `satchel` command as the daemon says that it can be typed. */
export const setCommand = (typed: string): void => {
  command.value = typed
}

/** The UI library's own texts, such as "Close". */
export const uiLocale = shallowRef<UiLocale>(uiEnglish)

/** Adds the English texts of a page that is loaded when first opened; call it before anything of the page is drawn. */
export const addEnglish = (file: object): void => {
  for (const [key, text] of flatten(file)) englishEntries.set(key, text)
}

/** The text `key` in the current language, with its parameters filled in. Reactive in templates. */
export const t = <K extends TextKey>(key: K, ...[params]: ValuesOf<App, K>): string =>
  asTyped(shown.value.texts.say(key, params as Values | undefined), command.value)

/** The text at a path built at run time, or null when there is none. */
export const textIfAny = (key: string, params: Values = {}): string | null => {
  const { texts } = shown.value
  return texts.has(key) ? asTyped(texts.say(key, params), command.value) : null
}

/** The text `key` in pieces, with values of any kind in place of some parameters. */
export const textPieces = <T extends object>(
  key: TextKey,
  params: Readonly<Record<string, Value | T>>,
): readonly (string | T)[] =>
  shown.value.texts
    .pieces(key, params)
    .map((piece) => (typeof piece === 'string' ? asTyped(piece, command.value) : piece))

/** A number in the current language. Reactive in templates. */
export const n = (value: number, options?: Intl.NumberFormatOptions): string =>
  (options === undefined ? shown.value.numbers : new Intl.NumberFormat(shown.value.language, options)).format(
    value,
  )

/** The language now on screen. */
export const language = (): Language => shown.value.language

/** Switches the language; loads its texts first, so that no half-translated screen appears. */
export const setLanguage = async (next: Language): Promise<void> => {
  if (next === 'en') {
    uiLocale.value = uiEnglish
    shown.value = shownIn('en', englishTexts)
  } else {
    const [files, ui] = await others[next]()
    uiLocale.value = ui.default
    shown.value = shownIn(next, textsOf(next, files.default))
  }
  document.documentElement.lang = next
}

/** The language to start in, before the settings are known: the last one used, else the browser's. */
export const firstLanguage = (stored: string | null, preferred: readonly string[]): Language => {
  const known: readonly Language[] = ['en', 'zh', 'ja', 'es']
  for (const wanted of [stored ?? '', ...preferred]) {
    const found = known.find((one) => wanted.toLowerCase().startsWith(one))
    if (found !== undefined) return found
  }
  return 'en'
}
