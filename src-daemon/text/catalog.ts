import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTexts, type Texts } from './format.ts'
import { flatten } from './flatten.ts'
import type { Language } from '../contract/language.ts'

/** The families of texts; the names of their files begin so: `cli-keys.json`, `errors-state.json`, `reasons.json`. */
export type Family = 'cli' | 'daemon' | 'errors' | 'reasons' | 'shell'

const loaded = new Map<string, Texts>()

/** The texts of a family in `language`, read from `resources/locales/` on first use. */
export const textsOf = (language: Language, family: Family): Texts => {
  const name = `${language}/${family}`
  const texts = loaded.get(name) ?? read(language, family)
  loaded.set(name, texts)
  return texts
}

const read = (language: Language, family: Family): Texts => {
  const folder = join(locales(), language)
  const files = readdirSync(folder).filter(
    (file) => file.startsWith(`${family}-`) || file === `${family}.json`,
  )
  return createTexts(
    language,
    new Map(files.flatMap((file) => flatten(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object))),
  )
}

let found: string | undefined
/**
 * `resources/locales` of this checkout or installed app; the search starts at this file, which may run from its bundle
 * in `out/`.
 */
const locales = (): string => (found ??= findIn(import.meta.dirname))

const findIn = (folder: string): string => {
  const here = join(folder, 'resources', 'locales')
  if (existsSync(here)) return here
  if (folder === dirname(folder)) throw new Error('Satchel is not installed whole: its texts were not found')
  return findIn(dirname(folder))
}
