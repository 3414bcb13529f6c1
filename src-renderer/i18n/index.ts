import { shallowRef } from 'vue'
import { createI18n } from 'vue-i18n'
import uiEnglish from '@nuxt/ui/runtime/locale/en.js'
import type { Language } from '../../src-daemon/contract/language.ts'
import en, { type Messages } from './en/index.ts'

export type { Language } from '../../src-daemon/contract/language.ts'

type UiLocale = typeof uiEnglish

/** Dotted path of every text there is, e.g. `frame.pages.chat`. */
export type TextKey = Paths<Messages>
type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string]
type Params = Readonly<Record<string, string | number>>

interface Options {
  readonly legacy: false
  readonly locale: Language
  readonly fallbackLocale: 'en'
  readonly messages: Partial<Record<Language, Messages>>
}

const others: Record<
  Exclude<Language, 'en'>,
  () => Promise<[{ readonly default: Messages }, { readonly default: UiLocale }]>
> = {
  zh: () => Promise.all([import('./zh/index.ts'), import('@nuxt/ui/runtime/locale/zh_cn.js')]),
  ja: () => Promise.all([import('./ja/index.ts'), import('@nuxt/ui/runtime/locale/ja.js')]),
  es: () => Promise.all([import('./es/index.ts'), import('@nuxt/ui/runtime/locale/es.js')]),
}

export const i18n = createI18n<false, Options>({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en },
})

/** Words of the UI library itself, such as "Close". */
export const uiLocale = shallowRef<UiLocale>(uiEnglish)

/**
 * The text `key` in the present language. A parameter named `count` also picks the plural form, and is written with the language's
 * separators. Reactive in templates.
 */
export const t = (key: TextKey, params: Params = {}): string => {
  const { count } = params
  return typeof count === 'number'
    ? i18n.global.t(key, { ...params, count: numbersOf(language()).format(count) }, count)
    : i18n.global.t(key, params)
}

const formats = new Map<Language, Intl.NumberFormat>()
// Making one takes longer than all else here, and a list says hundreds.
const numbersOf = (of: Language): Intl.NumberFormat => {
  const known = formats.get(of) ?? new Intl.NumberFormat(of)
  formats.set(of, known)
  return known
}

/** The text at a path made at run time, or null when there is none. */
export const textIfAny = (key: string, params: Params = {}): string | null =>
  i18n.global.te(key) || i18n.global.te(key, 'en') ? i18n.global.t(key, params) : null

/** The language now on screen. */
export const language = (): Language => i18n.global.locale.value

/** Switches the language, loading its texts first so that no half-translated screen is seen. */
export const setLanguage = async (next: Language): Promise<void> => {
  if (next === 'en') uiLocale.value = uiEnglish
  else {
    const [messages, ui] = await others[next]()
    i18n.global.setLocaleMessage(next, messages.default)
    uiLocale.value = ui.default
  }
  i18n.global.locale.value = next
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
