/** The door of `threads/`: structured messages (AITP) and what a conversation of them has come to. */
export { askPerson, type AskQuestion } from './asking/ask-person.ts'
export { createThreadCards } from './cards/cards.ts'
export { exchange } from './exchange/exchange.ts'
export { formOf } from './forms/form-of.ts'
export { openContentReader, type ReadContent } from './messages/read-content.ts'
export { requestMessage } from './messages/write-message.ts'
export { keyInId, readKeys, type KeyOf } from './quotes/keys.ts'
export { checkThreadFile, type CheckedThread } from './check/check-file.ts'
