import type { ContentBlock } from '@modelcontextprotocol/client'
import type { Readings, ReadResource } from '../wire/answers.ts'
import type { ListedPrompt, ListedResource, ListedTemplate } from '../wire/listed.ts'
import { SatchelError } from '../../platform/errors.ts'
import type {
  PromptContent,
  PromptReading,
  ResourceContent,
  ResourceReading,
  ServerPrompt,
  ServerResource,
  ServerTemplate,
} from '../../contract/server-offers.ts'

/** Limits of one reading: text in UTF-16 units, and bytes as base64. */
const MAX_TEXT = 1000 * 1024
const MAX_BYTES = 700 * 1024
const MAX_PARTS = 64
const MAX_ADDRESS = 2000
const MAX_NAME = 500
const MAX_WORDS = 2000
const MAX_ARGUMENTS = 50

/** A listed resource; none if its address cannot be requested. */
export const resourceOf = (one: ListedResource): ServerResource[] =>
  isAddress(one.uri)
    ? [
        {
          uri: one.uri,
          name: clipped(one.name, MAX_NAME),
          title: clippedOrNull(one.title),
          description: clipped(one.description ?? '', MAX_WORDS),
          mediaType: clippedOrNull(one.mimeType),
          size: one.size ?? null,
        },
      ]
    : []

/** The same for a template. */
export const templateOf = (
  one: ListedTemplate,
  variablesOf: (uriTemplate: string) => readonly string[],
): ServerTemplate[] =>
  isAddress(one.uriTemplate)
    ? [
        {
          uriTemplate: one.uriTemplate,
          name: clipped(one.name, MAX_NAME),
          title: clippedOrNull(one.title),
          description: clipped(one.description ?? '', MAX_WORDS),
          mediaType: clippedOrNull(one.mimeType),
          variables: variablesOf(one.uriTemplate).slice(0, MAX_ARGUMENTS),
        },
      ]
    : []

/** A listed prompt; none if its name cannot be requested. */
export const promptOf = (one: ListedPrompt): ServerPrompt[] =>
  one.name === '' || one.name.length > MAX_NAME
    ? []
    : [
        {
          name: one.name,
          title: clippedOrNull(one.title),
          description: clipped(one.description ?? '', MAX_WORDS),
          arguments: (one.arguments ?? [])
            .filter(({ name }) => name !== '' && name.length <= MAX_NAME)
            .slice(0, MAX_ARGUMENTS)
            .map((argument) => ({
              name: argument.name,
              title: clippedOrNull(argument.title),
              description: clipped(argument.description ?? '', MAX_WORDS),
              required: argument.required === true,
            })),
        },
      ]

/**
 * The content of a resource, within bounds. Errors: `server_result_too_large` for text beyond them; bytes
 * that do not fit are counted.
 */
export const readingOf = (
  result: Readings['resources/read'],
  whose: { server: string; tool: string },
): ResourceReading => {
  const room = roomFor(whose)
  const contents = result.contents.flatMap((one) => room.take(contentOf(one)))
  return { contents, omitted: room.omitted() + result.unread }
}

/** A prompt's messages, within the same bounds. Errors: those of `readingOf`. */
export const promptReadingOf = (
  result: Readings['prompts/get'],
  whose: { server: string; tool: string },
): PromptReading => {
  const room = roomFor(whose)
  const messages = result.messages.flatMap(({ role, content }) =>
    room.take(partOf(content)).map((part) => ({ role, content: part })),
  )
  return {
    description: clipped(result.description, MAX_WORDS),
    messages,
    omitted: room.omitted() + result.unread,
  }
}

const partOf = (block: ContentBlock): PromptContent => {
  switch (block.type) {
    case 'text':
      return { kind: 'words', text: block.text }
    case 'image':
    case 'audio':
      return { kind: block.type, mediaType: clipped(block.mimeType, MAX_NAME), base64: block.data }
    case 'resource_link': {
      const { uri, name, mimeType } = block
      return {
        kind: 'link',
        uri: clipped(uri, MAX_ADDRESS),
        name: clipped(name, MAX_NAME),
        mediaType: clippedOrNull(mimeType),
      }
    }
    case 'resource':
      return contentOf(block.resource)
  }
}

const contentOf = (one: ReadResource): ResourceContent => {
  const named = { uri: clipped(one.uri, MAX_ADDRESS), mediaType: clippedOrNull(one.mimeType) }
  return 'text' in one
    ? { kind: 'text', ...named, text: one.text }
    : { kind: 'bytes', ...named, base64: one.blob }
}

/** Accepts parts while there is room for them. */
const roomFor = (whose: { server: string; tool: string }) => {
  let text = MAX_TEXT
  let bytes = MAX_BYTES
  let parts = MAX_PARTS
  let omitted = 0
  return {
    take: <T extends PromptContent>(part: T): T[] => {
      if ('text' in part) text -= part.text.length
      if (text < 0)
        throw new SatchelError('server_result_too_large', { params: { ...whose, limit: MAX_TEXT } })
      const size = 'base64' in part ? part.base64.length : 0
      if (parts === 0 || size > bytes) {
        omitted += 1
        return []
      }
      parts -= 1
      bytes -= size
      return [part]
    },
    omitted: () => omitted,
  }
}

const isAddress = (uri: string): boolean => uri !== '' && uri.length <= MAX_ADDRESS

const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text

const clippedOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : clipped(text, MAX_NAME)
