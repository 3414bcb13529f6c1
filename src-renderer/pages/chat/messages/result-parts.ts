import { IMAGE_TYPES } from '../../../components/image-files.ts'

/** An image, audio, or resource in a tool's result, besides its text. */
export type ResultPart =
  | { readonly kind: 'image'; readonly source: string }
  | { readonly kind: 'bytes'; readonly name: string; readonly mediaType: string; readonly base64: string }
  | { readonly kind: 'text'; readonly uri: string; readonly text: string }
  | { readonly kind: 'link'; readonly uri: string; readonly name: string }

const MOST = 20

/**
 * The displayable parts of a result: from an MCP server's content blocks, or in the form a package's tool uses.
 * Anything else is skipped.
 */
export const resultParts = (output: Readonly<Record<string, unknown>> | null): readonly ResultPart[] => {
  if (output === null) return []
  const { content, images, audio, resources } = output
  return [
    ...listOf(content).flatMap(ofBlock),
    ...listOf(images).flatMap((one) => media(one['media_type'], one['data'], '')),
    ...listOf(audio).flatMap((one) => media(one['media_type'], one['data'], '')),
    ...listOf(resources).flatMap((one) => ofResource(one, one['media_type'], one['data'])),
  ].slice(0, MOST)
}

type Fields = Readonly<Record<string, unknown>>

const ofBlock = (block: Fields): ResultPart[] => {
  const { type, resource } = block
  if (type === 'image' || type === 'audio') return media(block['mimeType'], block['data'], '')
  if (type === 'resource_link') return ofResource(block, block['mimeType'], undefined)
  if (type === 'resource' && isFields(resource))
    return ofResource(resource, resource['mimeType'], resource['blob'])
  return []
}

const ofResource = (one: Fields, mediaType: unknown, base64: unknown): ResultPart[] => {
  const { uri, name, text } = one
  if (typeof uri !== 'string') return []
  if (typeof text === 'string') return [{ kind: 'text', uri, text }]
  if (typeof base64 === 'string') return media(mediaType, base64, uri)
  return [{ kind: 'link', uri, name: typeof name === 'string' ? name : '' }]
}

const media = (mediaType: unknown, base64: unknown, name: string): ResultPart[] => {
  if (typeof base64 !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return []
  const known = IMAGE_TYPES.find((type) => type === mediaType)
  if (known !== undefined) return [{ kind: 'image', source: `data:${known};base64,${base64}` }]
  const type = typeof mediaType === 'string' ? mediaType : 'application/octet-stream'
  return [{ kind: 'bytes', name, mediaType: type, base64 }]
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
