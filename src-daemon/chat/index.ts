/** The door of chat: conversations, the turns in them, and what is remembered. */
export { createChat, type ChatDeps } from './chat.ts'
export { createMemory } from './memory/memory.ts'
export { createSampler } from './sampling.ts'
export { createQuestionAnswerer } from './ask.ts'
export { createSkillRunner } from './run-skill.ts'
export { followConversations } from './work-folders.ts'
export { createRouting } from './why.ts'
export { withoutUnseen } from './core/data-block.ts'
