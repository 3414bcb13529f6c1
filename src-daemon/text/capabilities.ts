import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `capabilities/`. */
export const capabilitiesErrors = defineErrors({})

/** Sentences of `capabilities/`. */
export const capabilitiesPhrases = definePhrases({})
