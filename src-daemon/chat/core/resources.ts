/** Resources of connected servers and files attached to a message: as parts of it, and as a model reads them. */
import { estimateTokens } from '../../platform/tokens.ts'
import { dataBlock } from './data-block.ts'
import type { Message, ResourceInput, ResourcePart } from '../../contract/chat.ts'

/** Limit of one resource, in characters: more than any model gets here, and enough for a person to read again. */
const KEPT = 100_000
/** How much of a model's context an earlier message's resources may use, in tokens. */
const EARLIER_TOKENS = 500
/** How much those of the message to be answered may use. */
const SHARE = 0.25

/** The resources of connected servers and the files sent with a message. */
export const readResources = (resources: readonly ResourceInput[]): ResourcePart[] =>
  resources.map(({ text, ...named }) => ({
    type: 'resource',
    ...named,
    text: text.slice(0, KEPT),
    characters: text.length,
  }))

/** Tokens the resources of a message may take, in a window of so many. */
export const resourceTokens = (window: number, isNewest: boolean): number =>
  isNewest ? Math.floor(window * SHARE) : EARLIER_TOKENS

/**
 * The resources of a message as a model reads them: marked as data, with their origin, and cut with a note if too long. The mark is
 * specific to the message, created after the resources were attached. Empty if there are none.
 */
export const resourceWords = (message: Message, tokens: number): string => {
  const parts = message.parts.filter((part) => part.type === 'resource')
  const each = Math.floor(tokens / Math.max(1, parts.length))
  const sources = new Set(
    parts.map(({ server }) => (server === null ? 'files' : 'resources of connected servers')),
  )
  return dataBlock(
    message.id,
    `${[...sources].join(' and ')} that the user attached to this message.`,
    parts.map(({ server, resource, name, text, characters }) => {
      const shown = fitting(text, each)
      const cut = shown.length < characters ? { cut: true, characters } : {}
      return server === null
        ? { file: name, text: shown, ...cut }
        : { server, resource, name, text: shown, ...cut }
    }),
  )
}

const fitting = (text: string, tokens: number): string => {
  const all = estimateTokens(text)
  return all <= tokens ? text : text.slice(0, Math.floor((text.length * tokens) / all))
}
