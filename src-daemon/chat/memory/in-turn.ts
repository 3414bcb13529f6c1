import type { SettingsService } from '../../settings/types.ts'
import { say } from '../../text/index.ts'
import type { Turn } from '../core/turn.ts'
import { worthRemembering } from './requests.ts'
import type { MemoryService } from './types.ts'

/** What turns add to the memory: only the user's own words are looked at, never what a model, a tool or a package said. */
export const createTurnMemory = (deps: {
  memory: Pick<MemoryService, 'facts' | 'remember'>
  settings: Pick<SettingsService, 'get'>
}) => {
  const { memory, settings } = deps

  /** Remembers at once what the user explicitly asks to remember, without a model. */
  const keep = ({ draft, conversation }: Turn, value: string): void => {
    const { language } = settings.get()
    if (!conversation.memory) {
      draft.add({ type: 'text', text: say(language, 'chat_memory_off') })
      return
    }
    const { conversationId, turnId } = draft
    const { key } = memory.remember({ value, source: { conversationId, turnId }, isAsked: true })
    draft.add({ type: 'memory', key, value, status: 'kept' })
    draft.add({ type: 'text', text: say(language, 'chat_remembered') })
  }

  /** What users say about themselves is only proposed. */
  const propose = ({ draft, conversation }: Turn, text: string): void => {
    const value = conversation.memory ? worthRemembering(text) : null
    if (value === null || memory.facts().some((fact) => fact.value === value)) return
    draft.add({ type: 'memory', key: null, value, status: 'proposed' })
  }

  return { keep, propose }
}
