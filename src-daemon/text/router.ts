import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `router/`. */
export const routerErrors = defineErrors({})

/** Sentences of `router/`. */
export const routerPhrases = definePhrases({})
