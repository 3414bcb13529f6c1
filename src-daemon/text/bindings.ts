import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `bindings/`. */
export const bindingsErrors = defineErrors({})

/** Sentences of `bindings/`. */
export const bindingsPhrases = definePhrases({})
