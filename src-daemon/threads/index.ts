/** The door of `threads/`: structured messages (AITP) and what a conversation of them has come to. */
export { openContentReader, type ReadContent } from './messages/read-content.ts'
export { keyInId, readKeys, type KeyOf } from './quotes/keys.ts'
export { checkThreadFile, type CheckedThread } from './check/check-file.ts'
