/** Every text the daemon and the CLI show a person, in one place. One file per room, four languages each. */
import { z } from 'zod'
import { bindingsErrors, bindingsPhrases } from './bindings.ts'
import { capabilitiesErrors, capabilitiesPhrases } from './capabilities.ts'
import { chatErrors, chatPhrases } from './chat.ts'
import { LANGUAGES, type Language } from './define.ts'
import { cliHelpPhrases } from './cli-help.ts'
import { cliPhrases } from './cli.ts'
import { identityErrors, identityPhrases } from './identity.ts'
import { modelsErrors, modelsPhrases } from './models.ts'
import { packageProblems } from './package-problems.ts'
import { packagesErrors, packagesPhrases } from './packages.ts'
import { platformErrors, platformPhrases } from './platform.ts'
import { routerErrors, routerPhrases } from './router.ts'
import { stateErrors, statePhrases } from './state.ts'
import { storageErrors, storagePhrases } from './storage.ts'

export { LANGUAGES, type Language } from './define.ts'

const errors = {
  ...platformErrors,
  ...storageErrors,
  ...identityErrors,
  ...packagesErrors,
  ...stateErrors,
  ...capabilitiesErrors,
  ...bindingsErrors,
  ...routerErrors,
  ...chatErrors,
  ...modelsErrors,
}

const phrases = {
  ...platformPhrases,
  ...storagePhrases,
  ...identityPhrases,
  ...packagesPhrases,
  ...packageProblems,
  ...statePhrases,
  ...capabilitiesPhrases,
  ...bindingsPhrases,
  ...routerPhrases,
  ...chatPhrases,
  ...modelsPhrases,
  ...cliHelpPhrases,
  ...cliPhrases,
}

/** Stable identifiers of everything that can fail. */
export type ErrorCode = keyof typeof errors
export const errorCodeSchema = z.custom<ErrorCode>(
  (value) => typeof value === 'string' && Object.hasOwn(errors, value),
)
export type PhraseKey = keyof typeof phrases
export type TextParams = Readonly<Record<string, string | number>>

const fill = (template: string, params: TextParams): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole))

/** The sentence `key` in `language`, with `params` filled in. */
export const say = (language: Language, key: PhraseKey, params: TextParams = {}): string =>
  fill(phrases[key][language], params)

/** What the failure `code` says in `language`: one sentence about it and one about what to do. */
export const sayError = (
  language: Language,
  code: ErrorCode,
  params: TextParams = {},
): { message: string; action: string } => ({
  message: fill(errors[code].message[language], params),
  action: fill(errors[code].action[language], params),
})

/** The language of an OS locale such as `ja_JP.UTF-8`; `en` where it is not one of ours (asm.md 4.2). */
export const languageOfLocale = (locale: string | undefined): Language => {
  const prefix = (locale ?? '').toLowerCase().split(/[-_.]/)[0]
  return LANGUAGES.find((language) => language === prefix) ?? 'en'
}
