import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `chat/`. */
export const chatErrors = defineErrors({})

/** Sentences of `chat/`. */
export const chatPhrases = definePhrases({})
