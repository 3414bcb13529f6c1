/** The types of the index, for those who import no code of it. */
export * from './core/types.ts'
