/** The door of chat: conversations and the turns in them. */
export { createChat, type ChatDeps } from './chat.ts'
