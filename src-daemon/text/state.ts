import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `state/`. */
export const stateErrors = defineErrors({})

/** Sentences of `state/`. */
export const statePhrases = definePhrases({})
