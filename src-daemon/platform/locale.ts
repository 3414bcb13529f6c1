import { languageOfLocale } from '../text/index.ts'
import type { Language } from '../contract/language.ts'

/** The language of the operating system if Satchel speaks it, else English (asm.md 4.2). */
export const osLanguage = (env: NodeJS.ProcessEnv): Language => {
  const { LC_ALL, LC_MESSAGES, LANG } = env
  // A variable that is set but empty counts as unset (POSIX).
  const named = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '')
  return languageOfLocale(named ?? Intl.DateTimeFormat().resolvedOptions().locale)
}
