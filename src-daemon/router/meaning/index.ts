/** Similarity in meaning, by the user's embedding model. */
export { createMeaning } from './meaning.ts'
