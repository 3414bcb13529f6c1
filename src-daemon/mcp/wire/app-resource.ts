import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import type { AppResource } from '../../contract/apps.ts'
import type { ReadResource } from './answers.ts'

/** The extension of MCP by which servers bring their own interfaces, and what those are made of (SEP-1865). */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui'
export const APP_MEDIA_TYPE = 'text/html;profile=mcp-app'

/** UTF-16 units of a page; those with a library in them are a megabyte. */
const MAX_HTML = 4 * 1024 * 1024
const MAX_ORIGINS = 32

const origins = z.array(z.string().max(300)).max(1000).catch([])
const cspSchema = z.object({ connectDomains: origins, resourceDomains: origins }).partial().catch({})

/** Why a resource can't be shown as an interface. */
export type AppFault = 'missing' | 'media_type' | 'empty' | 'too_large'

/**
 * The interface in a server's answer to `resources/read`: its page, and the origins it declares in `_meta.ui.csp`. Of several
 * contents it is the one with this address, else the only one. Nested frames, a domain and devices of its own aren't given.
 */
export const readAppResource = (
  contents: readonly ReadResource[],
  uri: string,
): AppResource | { readonly fault: AppFault } => {
  const found = contents.find((one) => one.uri === uri) ?? (contents.length === 1 ? contents[0] : undefined)
  if (found === undefined) return { fault: 'missing' }
  if (plain(found.mimeType) !== APP_MEDIA_TYPE) return { fault: 'media_type' }
  const html = 'text' in found ? found.text : Buffer.from(found.blob, 'base64').toString('utf8')
  if (html.length > MAX_HTML) return { fault: 'too_large' }
  if (html.trim() === '') return { fault: 'empty' }
  const ui = found._meta?.['ui']
  const { connectDomains = [], resourceDomains = [] } = cspSchema.parse(isRecord(ui) ? ui['csp'] : {})
  return { html, connect: firstOf(connectDomains), resource: firstOf(resourceDomains) }
}

const firstOf = (declared: readonly string[]): string[] => [...new Set(declared)].slice(0, MAX_ORIGINS)

/** `Text/HTML; profile="mcp-app"` is the same. */
const plain = (mediaType: string | undefined): string =>
  (mediaType ?? '').toLowerCase().replaceAll(/["\s]/gu, '')
