import type { GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { PromptReading, ResourceContent, ResourceReading } from '../contract/server-offers.ts'

/** Prefixed, so that the same URI of two servers stays two: `satchel://files/file:///notes.md`. */
export const outwardUri = (source: string, uri: string): string =>
  `satchel://${source.slice('mcp:'.length)}/${uri}`

/** The server and its URI; null for a URI that no server has. */
export const inwardUri = (outward: string): { readonly source: string; readonly uri: string } | null => {
  const [, name, uri] = /^satchel:\/\/([^/]+)\/(.+)$/su.exec(outward) ?? []
  return name === undefined || uri === undefined ? null : { source: `mcp:${name}`, uri }
}

type Contents = ReadResourceResult['contents'][number]
type Message = GetPromptResult['messages'][number]

export const resourceResult = (
  source: string,
  { contents, omitted }: ResourceReading,
): ReadResourceResult => ({
  contents: contents.map((one) => contentsOf(source, one)),
  ...omission(omitted),
})

export const promptResult = (
  source: string,
  { description, messages, omitted }: PromptReading,
): GetPromptResult => ({
  description,
  messages: messages.map(({ role, content }) => ({ role, content: blockOf(source, content) })),
  ...omission(omitted),
})

const contentsOf = (source: string, content: ResourceContent): Contents => ({
  uri: outwardUri(source, content.uri),
  ...(content.mediaType === null ? {} : { mimeType: content.mediaType }),
  ...(content.kind === 'text' ? { text: content.text } : { blob: content.base64 }),
})

const blockOf = (
  source: string,
  content: PromptReading['messages'][number]['content'],
): Message['content'] => {
  switch (content.kind) {
    case 'words':
      return { type: 'text', text: content.text }
    case 'image':
    case 'audio':
      return { type: content.kind, data: content.base64, mimeType: content.mediaType }
    case 'link':
      return {
        type: 'resource_link',
        uri: outwardUri(source, content.uri),
        name: content.name,
        ...(content.mediaType === null ? {} : { mimeType: content.mediaType }),
      }
    case 'text':
    case 'bytes':
      return { type: 'resource', resource: contentsOf(source, content) }
  }
}

/** How many parts were too large to be passed on. */
const omission = (omitted: number): { _meta?: Record<string, unknown> } =>
  omitted === 0 ? {} : { _meta: { 'satchel/omitted': omitted } }
