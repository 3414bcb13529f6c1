import type { Persona } from '../contract/prompts.ts'
import { principalOf, type Turn } from './core/turn.ts'
import type { PromptsService } from './prompts/prompts.ts'

/** What a turn's conversation and its persona say about how it is answered. */
export interface TurnChoices {
  /** The persona of the owner's own turns in this conversation; others get none of the owner's words. */
  readonly personaOf: (turn: Turn) => Persona | null
  /** Id of the model that is to answer; undefined for that of the settings. */
  readonly modelOf: (turn: Turn) => string | undefined
  /** The capabilities its persona uses; null for all. */
  readonly onlyOf: (turn: Turn) => ReadonlySet<string> | null
}

export const createTurnChoices = (prompts: Pick<PromptsService, 'persona'>): TurnChoices => {
  const personaOf: TurnChoices['personaOf'] = ({ start, conversation }) =>
    principalOf(start).kind === 'owner' ? prompts.persona(conversation.persona) : null
  return {
    personaOf,
    modelOf: (turn) => turn.model ?? turn.conversation.model ?? personaOf(turn)?.model ?? undefined,
    onlyOf: (turn) => {
      const capabilities = personaOf(turn)?.capabilities ?? null
      return capabilities === null ? null : new Set(capabilities)
    },
  }
}
