import type {
  PromptReading,
  ResourceContent,
  ResourceReading,
} from '../../../../src-daemon/contract/server-offers.ts'
import type { ImageInput, ResourceInput } from '../../../../src-daemon/contract/chat.ts'
import { IMAGE_TYPES } from '../../../components/image-files.ts'

/** A server's content in the form sent with a message, and how much of it doesn't fit. */
export interface Taken {
  readonly text: string
  readonly resources: readonly ResourceInput[]
  readonly images: readonly ImageInput[]
  readonly left: number
}

/** A resource for a message: texts as data, images as images. Other binary content is left out. */
export const takenOfResource = (server: string, name: string, reading: ResourceReading): Taken => {
  const parts = reading.contents.map((content) => taken(server, name, content))
  return together('', parts, reading.omitted)
}

/**
 * A prompt as a message: its text for the user to send, the rest as attachments. Messages of the assistant role are
 * left out.
 */
export const takenOfPrompt = (server: string, reading: PromptReading): Taken => {
  const mine = reading.messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const words = mine.flatMap((content) => (content.kind === 'words' ? [content.text] : []))
  const parts = mine.flatMap((content): Part[] => {
    if (content.kind === 'words') return []
    if (content.kind === 'link') return [null]
    if ('uri' in content) return [taken(server, content.uri, content)]
    return [content.kind === 'image' ? pictured(content.mediaType, content.base64, server) : null]
  })
  return together(words.join('\n\n'), parts, reading.omitted)
}

type Part = { readonly resource: ResourceInput } | { readonly image: ImageInput } | null

const taken = (server: string, name: string, content: ResourceContent): Part =>
  content.kind === 'text'
    ? {
        resource: { server, resource: content.uri, name, mediaType: content.mediaType, text: content.text },
      }
    : pictured(content.mediaType, content.base64, name)

const pictured = (mediaType: string | null, base64: string, name: string): Part => {
  const known = IMAGE_TYPES.find((type) => type === mediaType)
  return known === undefined ? null : { image: { mediaType: known, name: name.slice(0, 200), base64 } }
}

const together = (text: string, parts: readonly Part[], omitted: number): Taken => ({
  text,
  resources: parts.flatMap((part) => (part !== null && 'resource' in part ? [part.resource] : [])),
  images: parts.flatMap((part) => (part !== null && 'image' in part ? [part.image] : [])),
  left: omitted + parts.filter((part) => part === null).length,
})
