/** Messages of a conversation as a model reads them, and what they cost. */
import type { ExposedTool } from '../../capabilities/index.ts'
import type { ModelImage, ModelMessage } from '../../models/types.ts'
import { withoutAnswers } from '../../threads/index.ts'
import { estimateTokens } from '../../platform/tokens.ts'
import type { InvokeResult } from '../../contract/capabilities.ts'
import { dataBlock, newMark, withoutUnseen } from './data-block.ts'
import { BLIND, MAX_IMAGES, readMedia, type ResultMedia } from './result-media.ts'
import { resourceTokens, resourceWords } from './resources.ts'
import type { ImagePart, Message, ToolPart } from '../../contract/chat.ts'

/** The share of its context window that one result may take before a model; in later turns it gets less. */
const RESULT_SHARE = 0.25
const OLD_RESULT_SHARE = 0.03
/** Tokens a result gets of the smallest window, and of the largest. */
const FEWEST_TOKENS = 500
const MAX_TOKENS = 50_000

/** Tokens one result may take before a model with this window, in the turn it belongs to. */
export const resultTokens = (window: number): number => shareOf(window, RESULT_SHARE)

const shareOf = (window: number, share: number): number =>
  Math.min(MAX_TOKENS, Math.max(FEWEST_TOKENS, Math.floor(window * share)))

/** Assumed cost of an image or a sound; servers differ. */
const MEDIA_TOKENS = 1000
/** Images of a conversation a model is shown, the newest ones. */
const IMAGES = 4

/** A message of the conversation as a model reads it. */
export interface Spoken {
  readonly message: Message
  readonly words: readonly ModelMessage[]
  /** Estimated. */
  readonly tokens: number
}

/**
 * Messages as a model reads them. Tool calls of the same capability are repeated with their results, so that "change it" has an
 * id to point at; those of others, what a model thought, and everything that is only for the user are left out.
 */
export const spokenOf = (input: {
  messages: readonly Message[]
  tools: readonly ExposedTool[]
  /** Reads an image for a model with vision; null for one without. */
  imageOf: ((part: ImagePart) => ModelImage) | null
  /** The context window of the request, in tokens; null for a reader that takes all text for the user's own. */
  window: number | null
}): Spoken[] => {
  const { messages, tools, imageOf, window } = input
  let images = IMAGES
  const oldTokens = shareOf(window ?? 0, OLD_RESULT_SHARE)
  return messages
    .toReversed()
    .map((message, fromEnd): Spoken => {
      const pictures = message.parts.filter((part) => part.type === 'image').slice(0, images)
      const seen = imageOf === null ? [] : pictures.map(imageOf)
      images -= seen.length
      const attached = window === null ? '' : resourceWords(message, resourceTokens(window, fromEnd === 0))
      const results = { sees: imageOf !== null, hears: false }
      const shown: ShowResult = ({ output, content, error }) => {
        const read = readMedia({ output, content, error }, results, Math.min(images, MAX_IMAGES))
        images -= read.media.images?.length ?? 0
        return read
      }
      const words =
        message.role === 'user'
          ? userWords(message, seen, attached, { asData: window !== null, isAnswered: fromEnd === 0 })
          : assistantWords(message, tools, { shown, oldTokens })
      return { message, words, tokens: tokensOf(words) }
    })
    .reverse()
}

/** Estimated tokens of messages. */
export const tokensOf = (words: readonly ModelMessage[]): number =>
  words.reduce((total, item) => {
    const { images = [], sounds = [] } = item.role === 'user' || item.role === 'tool' ? item : {}
    const text = { ...item, images: undefined, sounds: undefined }
    return total + estimateTokens(JSON.stringify(text)) + (images.length + sounds.length) * MEDIA_TOKENS
  }, 0)

/** The part of a tool's result that a model reads. */
export interface ReadableResult extends Pick<ToolPart, 'output' | 'error'> {
  readonly content?: ToolPart['content']
  readonly note?: string
  /** Third parties whose words these may be. */
  readonly from?: string | undefined
}

export const readableResult = ({ output, error, x_content: content }: InvokeResult): ReadableResult => ({
  output,
  error,
  ...(content === undefined ? {} : { content }),
})

/** How much of a result its model was given, in characters. */
export type ResultCut = NonNullable<ToolPart['cut']>

/** A tool's result as a model reads it: JSON without bytes and without what was filled in for another agent, marked as data, cut to so many tokens and saying so. */
export const toolContent = (
  given: ReadableResult,
  tokens: number,
): { readonly words: string; readonly cut: ResultCut | null } => {
  const { output, content, error, note, from } = readMedia(given, BLIND).result
  const by = from === undefined ? {} : { from: `${from}, not the user` }
  const body = {
    ok: error === null,
    ...by,
    ...(error === null ? { output: withoutAnswers(output) } : { error }),
    ...(content === undefined ? {} : { content }),
    ...(note === undefined ? {} : { note }),
  }
  const text = withoutUnseen(JSON.stringify(body))
  const wanted = estimateTokens(text)
  if (wanted <= tokens) return { words: text, cut: null }
  const beginning = text.slice(0, Math.floor((text.length * tokens) / wanted)).toWellFormed()
  const cut = { given: beginning.length, of: text.length }
  return {
    words: JSON.stringify({ ok: error === null, ...by, cut: true, characters: cut.of, beginning }),
    cut,
  }
}

/** The words of a message, without its other parts. */
export const textOf = (message: Message): string =>
  message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()

const userWords = (
  message: Message,
  images: readonly ModelImage[],
  attached: string,
  { asData, isAnswered }: { asData: boolean; isAnswered: boolean },
): ModelMessage[] => {
  const { agent, app, client } = message.parts.find((part) => part.type === 'text') ?? {}
  // A program's task is its own: in the owner's turns after it, it is no request of theirs.
  const by =
    agent !== undefined
      ? `a question of the agent ${agent}.`
      : app !== undefined
        ? `words of the interface that the server ${app} shows to the user, who let it say them.`
        : client !== undefined && !isAnswered
          ? `a task of the program ${client}.`
          : null
  const said = by === null || !asData ? textOf(message) : dataBlock(newMark(), by, [textOf(message)])
  return [
    {
      role: 'user',
      content: attached === '' ? said : `${said}\n\n${attached}`,
      ...(images.length === 0 ? {} : { images }),
    },
  ]
}

type ShowResult = (part: ToolPart) => { result: ReadableResult; media: ResultMedia }

const assistantWords = (
  message: Message,
  tools: readonly ExposedTool[],
  { shown, oldTokens }: { shown: ShowResult; oldTokens: number },
): ModelMessage[] => {
  const words: ModelMessage[] = []
  for (const part of message.parts) {
    if (part.type === 'text' && part.text.trim() !== '') {
      words.push({ role: 'assistant', content: part.text, toolCalls: [] })
    }
    const tool =
      part.type === 'tool' ? tools.find(({ ref }) => ref.capability_id === part.ref.capability_id) : undefined
    if (part.type !== 'tool' || tool === undefined || (part.status !== 'ok' && part.status !== 'failed'))
      continue
    const { result, media } = shown(part)
    const call = { id: part.callId, name: tool.wireName, arguments: part.arguments }
    words.push(
      { role: 'assistant', content: '', toolCalls: [call] },
      {
        role: 'tool',
        callId: part.callId,
        name: tool.wireName,
        content: toolContent({ ...result, from: tool.from }, oldTokens).words,
        ...media,
      },
    )
  }
  return words
}
