import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `models/`. */
export const modelsErrors = defineErrors({})

/** Sentences of `models/`. */
export const modelsPhrases = definePhrases({})
