import { isRecord } from '../../platform/is-record.ts'

type Given = Readonly<Record<string, unknown>>

/**
 * A block in the words of MCP that is written in those of a model's protocol: Anthropic's `source`, OpenAI's `image_url`, and
 * `mime_type` or a kind in capitals. Any other block as it is.
 */
export const inOurWords = (given: Given): Given => {
  const type = typeof given['type'] === 'string' ? given['type'].toLowerCase() : given['type']
  const block = { ...given, ...(type !== undefined && { type }) }
  const source = isRecord(given['source']) ? given['source'] : null
  if (type === 'image' && source !== null && given['data'] === undefined)
    return { ...block, data: source['data'], mimeType: source['media_type'] }
  if (type === 'image_url' || type === 'input_image') {
    const picture = given['image_url']
    const url = isRecord(picture) ? picture['url'] : picture
    if (typeof url === 'string') return pictureAt(url)
  }
  return { ...block, mimeType: given['mimeType'] ?? given['mime_type'] ?? given['media_type'] }
}

const pictureAt = (url: string): Given => {
  const mimeType = /^data:([^;,]+)[;,]/.exec(url)?.[1]
  return mimeType === undefined
    ? { type: 'resource_link', uri: url, name: url }
    : { type: 'image', data: url, mimeType }
}

/** The words of a block of an unknown kind; null if it has none. */
export const wordsIn = (block: Given): string | null => {
  for (const name of ['text', 'message', 'error', 'json'] as const) {
    const value = block[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (isRecord(value) || Array.isArray(value)) return JSON.stringify(value)
  }
  return null
}
