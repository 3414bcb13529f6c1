/** Resources of connected servers and files attached to a message: as parts of it, and as a model reads them. */
import { estimateTokens } from '../../platform/tokens.ts'
import { dataBlock } from './data-block.ts'
import { KEPT_CHARACTERS, type Message, type ResourceInput, type ResourcePart } from '../../contract/chat.ts'

/** How much of a model's context an earlier message's resources may use, in tokens. */
const EARLIER_TOKENS = 500
/** How much those of the message to be answered may use. */
const SHARE = 0.25
/** With less than this of a text, in tokens, it's better named among those that are left out. */
const LEAST = 40

/** The resources of connected servers and the files sent with a message. */
export const readResources = (resources: readonly ResourceInput[]): ResourcePart[] =>
  resources.map(({ text, ...named }) => ({
    type: 'resource',
    ...named,
    text: text.slice(0, KEPT_CHARACTERS),
    characters: text.length,
  }))

/** Tokens the resources of a message may take, in a window of so many. */
export const resourceTokens = (window: number, isNewest: boolean): number =>
  isNewest ? Math.floor(window * SHARE) : EARLIER_TOKENS

/**
 * The resources of a message as a model reads them: marked as data, with their origin. Short ones are whole; the longer ones share what
 * is left, and are cut with a note; where there are too many for that, the last ones are only counted. The mark is specific to the
 * message, created after the resources were attached. Empty if there are none.
 */
export const resourceWords = (message: Message, tokens: number): string => {
  const all = message.parts.filter((part) => part.type === 'resource')
  const parts = all.slice(0, Math.max(1, Math.floor(tokens / LEAST)))
  const shares = sharesOf(
    parts.map(({ text }) => estimateTokens(text)),
    tokens,
  )
  const sources = new Set(
    all.map(({ server }) => (server === null ? 'files' : 'resources of connected servers')),
  )
  const shown = parts.map(({ server, resource, name, text, characters }, at) => {
    const fits = fitting(text, shares[at] ?? 0)
    const cut = fits.length < characters ? { cut: true, characters } : {}
    return server === null
      ? { file: name, text: fits, ...cut }
      : { server, resource, name, text: fits, ...cut }
  })
  return dataBlock(
    message.id,
    `${[...sources].join(' and ')} that the user attached to this message.`,
    parts.length < all.length ? [...shown, { leftOut: all.length - parts.length }] : shown,
  )
}

/** Parts of a sum, none larger than what it is for: what the smaller ones don't need goes to the larger ones. */
const sharesOf = (needs: readonly number[], sum: number): readonly number[] => {
  let left = sum
  let others = needs.length
  const shares = new Map<number, number>()
  for (const at of [...needs.keys()].toSorted((one, other) => (needs[one] ?? 0) - (needs[other] ?? 0))) {
    const share = Math.min(needs[at] ?? 0, Math.floor(left / others))
    shares.set(at, share)
    left -= share
    others -= 1
  }
  return needs.map((_, at) => shares.get(at) ?? 0)
}

const fitting = (text: string, tokens: number): string => {
  const all = estimateTokens(text)
  return all <= tokens ? text : text.slice(0, Math.floor((text.length * tokens) / all))
}
