/** The types of the models, for those who import no code of them. */
export * from './core/types.ts'
