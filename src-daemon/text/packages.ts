import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `packages/`. */
export const packagesErrors = defineErrors({})

/** Sentences of `packages/`. */
export const packagesPhrases = definePhrases({})
