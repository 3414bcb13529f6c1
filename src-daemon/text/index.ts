/** The words that the daemon, the CLI and the shell show to people: the messages of `resources/locales/`, by key. */
import { z } from 'zod'
import { LANGUAGES, type Language } from '../contract/language.ts'
import { textsOf, type Family } from './catalog.ts'
import type { Tags, Values } from './format.ts'
import { asTyped } from './own-command.ts'
import type { Errors, Phrases, Reasons, Shell } from './keys.ts'
import type { None, ValuesOf } from './values.ts'

export { asTyped, ownCommand, typeCommandAs } from './own-command.ts'
export { sentencesIn } from './example-language.ts'
export { formChoice, formField, formOfFields, initialValues, sectionsAround } from './form-fields.ts'
export { fieldProblem, formProblems } from './form-problems.ts'
export { fillingsOf, profileNameOf, type ProfileFilling } from './form-profile.ts'
export { secretsIn } from './form-secrets.ts'
export { shownForm } from './form-shown.ts'
export { labelOf } from './label-of.ts'
export { profileProblem } from './profile-form.ts'
export { formOfSchema, objectOfForm } from './schema-form.ts'
export { decidedLength, showHidden, splitHidden } from './hidden-characters.ts'

/** Stable identifiers of everything that can fail. */
export type ErrorCode = keyof Errors
export type PhraseKey = keyof Phrases
/** A phrase without parameters. */
export type PlainPhraseKey = { [K in PhraseKey]: None extends Phrases[K] ? K : never }[PhraseKey]
/** Why something failed, as part of a sentence: what is between `<why>` and `</why>`. */
export type ReasonCode = keyof Reasons
export type ShellText = keyof Shell
export type TextParams = Values
/** The parameters that a phrase, or any of several phrases, needs. */
export type PhraseParams<K extends PhraseKey> = ValuesOf<Phrases, K>
/** The parameters that an error, or any of several errors, needs. */
export type ErrorParams<C extends ErrorCode> = ValuesOf<Errors, C>

export const errorCodeSchema = z.custom<ErrorCode>(
  (value) => typeof value === 'string' && textsOf('en', 'errors').has(`${value}.message`),
)

/** Whether there is a phrase with that key. */
export const isPhraseKey = (key: string): key is PhraseKey => textsOf('en', familyOf(key)).has(key)

/** The language of an OS locale such as `ja_JP.UTF-8`; `en` if it is not one of ours (asm.md 4.2). */
export const languageOfLocale = (locale: string | undefined): Language => {
  const prefix = (locale ?? '').toLowerCase().split(/[-_.]/)[0]
  return LANGUAGES.find((language) => language === prefix) ?? 'en'
}

/** The sentence `key` in `language`, with its parameters filled in. */
export const say = <K extends PhraseKey>(
  language: Language,
  key: K,
  ...[params]: PhraseParams<K>
): string => {
  // The type of its key allows nothing else.
  const values = params as TextParams | undefined
  return asTyped(textsOf(language, familyOf(key)).say(key, values, sayingWhy(language, values)))
}

/** The failure `code` in `language`: what happened, what to do, and what to do in a terminal if that differs. */
export const sayError = <C extends ErrorCode>(
  language: Language,
  code: C,
  ...[params]: ErrorParams<C>
): { message: string; action: string; terminal?: string } => {
  const texts = textsOf(language, 'errors')
  const values = params as TextParams | undefined
  const tags = sayingWhy(language, values)
  return {
    message: asTyped(texts.say(`${code}.message`, values, tags)),
    action: asTyped(texts.say(`${code}.action`, values, tags)),
    ...(texts.has(`${code}.terminal`)
      ? { terminal: asTyped(texts.say(`${code}.terminal`, values, tags)) }
      : {}),
  }
}

/** A label of the menus or the tray. */
export const sayShell = (language: Language, key: ShellText): string => textsOf(language, 'shell').say(key)

const familyOf = (key: string): Family => (key.startsWith('cli_') ? 'cli' : 'daemon')

/**
 * `<why>{reason}</why>` becomes the phrase for the reason code in that parameter, with the same parameters. Anything
 * else is the wording of a program or another party, and stays as it is.
 */
const sayingWhy = (language: Language, params: Values | undefined): Tags => {
  const tags: Tags = {
    why: (code) => {
      const reasons = textsOf(language, 'reasons')
      return reasons.has(code) ? reasons.say(code, params, tags) : code
    },
  }
  return tags
}
