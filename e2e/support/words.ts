/** The words on screen, by the keys the app uses. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../src-daemon/contract/language.ts'
import { flatten } from '../../src-daemon/text/flatten.ts'
import { createTexts, type Values } from '../../src-daemon/text/format.ts'
import type { App } from '../../src-daemon/text/keys.ts'
import type { ValuesOf } from '../../src-daemon/text/values.ts'

const LOCALES = join(import.meta.dirname, '..', '..', 'resources', 'locales')

/** Says a text of the app. */
export type Words = <K extends keyof App>(key: K, ...[params]: ValuesOf<App, K>) => string

/** The app's words in one language. */
export const wordsIn = (language: Language): Words => {
  const folder = join(LOCALES, language)
  const files = readdirSync(folder).filter((file) => file.startsWith('app-'))
  const texts = createTexts(
    language,
    new Map(files.flatMap((file) => flatten(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object))),
  )
  return (key, ...[params]) => texts.say(key, params as Values | undefined)
}

/** A name that begins with these words. */
export const startsWith = (words: string): RegExp =>
  new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`)
