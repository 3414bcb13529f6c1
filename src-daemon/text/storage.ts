import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `storage/`. */
export const storageErrors = defineErrors({})

/** Sentences of `storage/`. */
export const storagePhrases = definePhrases({})
