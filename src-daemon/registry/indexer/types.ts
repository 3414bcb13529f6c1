/** The types of the index, for rooms that import none of its code. */
export * from './core/types.ts'
