import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `identity/`. */
export const identityErrors = defineErrors({})

/** Sentences of `identity/`. */
export const identityPhrases = definePhrases({})
