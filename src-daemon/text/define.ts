/** The languages Satchel speaks. The same four as `AgentSettings.language`. */
import type { Language } from '../contract/language.ts'

/** One sentence in every language. `{name}` marks a value filled in when it is said. */
export type Phrase = Readonly<Record<Language, string>>

/** What a failure says: what happened, and what the user can do about it. */
export interface ErrorText {
  readonly message: Phrase
  readonly action: Phrase
}

/** Declares the error texts of a room; the keys become error codes. */
export const defineErrors = <K extends string>(texts: Record<K, ErrorText>): Record<K, ErrorText> => texts

/** Declares the sentences of a room. */
export const definePhrases = <K extends string>(texts: Record<K, Phrase>): Record<K, Phrase> => texts
