import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { ServerAnswer } from './types.ts'

/** Maximum size of a result, in UTF-16 units of JSON: CAP's limit minus room for what is added to it. */
const MAX_RESULT = 1000 * 1024
/** The share of it for images, audio and other bytes, as base64. */
const MAX_BYTES_SHARE = 700 * 1024
const MAX_PARTS = 64

/** An image as a bounded part of a result. */
interface MediaPart {
  readonly media_type: string
  readonly data: string
}

interface Whose {
  readonly server: string
  readonly tool: string
}

/**
 * The answer of a tool as a JSON object: structured content as it is, else a text that is a JSON object as that, else `text`.
 * Beside it stand `images`, `audio` and `resources`; what does not fit is counted in `omitted`.
 * Errors: `server_tool_failed` where the server says so (`isError`), `server_result_too_large`.
 */
export const resultOf = (result: CallToolResult, whose: Whose): Record<string, unknown> => {
  const text = result.content.flatMap(textOf).join('\n')
  if (result.isError === true) throw failed(text, whose)
  const parts = partsOf(result.content)
  return bounded({ ...mainOf(result.structuredContent, text), ...parts }, whose)
}

/** The answer of a tool as the server wrote it. Errors: those of `resultOf`. */
export const answerOf = (result: CallToolResult, whose: Whose): ServerAnswer => {
  const { content, structuredContent: structured } = result
  if (result.isError === true) throw failed(content.flatMap(textOf).join('\n'), whose)
  return bounded({ structured, content }, whose)
}

const bounded = <T>(output: T, whose: Whose): T => {
  if (sizeOf(output) <= MAX_RESULT) return output
  throw new SatchelError('server_result_too_large', { params: { ...whose, limit: MAX_RESULT } })
}

const sizeOf = (output: unknown): number => {
  try {
    return JSON.stringify(output).length
  } catch {
    return Infinity // too deeply nested to serialise
  }
}

const textOf = (block: ContentBlock): string[] => (block.type === 'text' ? [block.text] : [])

const mainOf = (structured: unknown, text: string): Record<string, unknown> => {
  const given = objectSchema.safeParse(structured)
  if (given.success) return given.data
  if (structured !== undefined) return { value: structured }
  if (text === '') return {}
  const parsed = objectSchema.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : { text }
}

const objectSchema = z.record(z.string(), z.unknown())

const jsonOf = (text: string): unknown => {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined // plain text that begins with a bracket
  }
}

const partsOf = (content: readonly ContentBlock[]): Record<string, unknown> => {
  const images: MediaPart[] = []
  const audio: MediaPart[] = []
  const resources: Record<string, unknown>[] = []
  let room = MAX_BYTES_SHARE
  let omitted = 0
  const take = (size: number): boolean => {
    const fits = size <= room && images.length + audio.length + resources.length < MAX_PARTS
    if (fits) room -= size
    else omitted += 1
    return fits
  }
  for (const block of content) {
    if (block.type === 'image' || block.type === 'audio') {
      if (!take(block.data.length)) continue
      const kept = block.type === 'image' ? images : audio
      kept.push({ media_type: block.mimeType, data: block.data })
    } else if (block.type === 'resource_link') {
      const { uri, name, description, mimeType } = block
      if (take(uri.length + name.length + (description?.length ?? 0)))
        resources.push({
          uri,
          name,
          ...(description && { description }),
          ...(mimeType && { media_type: mimeType }),
        })
    } else if (block.type === 'resource') {
      const { uri, mimeType } = block.resource
      const body = 'text' in block.resource ? { text: block.resource.text } : { data: block.resource.blob }
      if (take(uri.length + JSON.stringify(body).length))
        resources.push({ uri, ...(mimeType && { media_type: mimeType }), ...body })
    }
  }
  return {
    ...(images.length > 0 && { images }),
    ...(audio.length > 0 && { audio }),
    ...(resources.length > 0 && { resources }),
    ...(omitted > 0 && { omitted }),
  }
}

const failed = (text: string, whose: Whose): SatchelError => {
  const problem = text.trim() === '' ? '…' : text.trim().slice(0, 2000)
  return new SatchelError('server_tool_failed', {
    params: { ...whose, problem },
    details: { ...whose, problem },
  })
}
