import { documentOf, unreadable } from './documents.ts'

/** Longer than any link to a server. */
const MAX_LINK = 32 * 1024

/** What an install link carries. */
export interface LinkedList {
  /** The server's name; empty if the link has none. */
  readonly name: string
  readonly document: unknown
}

/**
 * What a link that installs a server carries: `satchel://servers/add?name=…&config=…`, Cursor's
 * `…/mcp/install?name=…&config=…`, LM Studio's `…://add_mcp?name=…&config=…` and VS Code's `vscode:mcp/install?…`. A
 * `config` is one server or a list, as base64 or base64url of JSON, or JSON itself. Null if the text isn't such a link.
 *
 * @throws SatchelError `server_config_unreadable`, `server_config_empty`
 */
export const fromLink = (text: string): LinkedList | null => {
  const isOwn = /^satchel:\/\/servers\/add\/?\?/i.test(text)
  if (!isOwn && /^satchel:/i.test(text)) throw unreadable('invalid_url')
  if (!isOwn && (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(text) || !/\b(?:mcp\/install|add_mcp)\?/.test(text)))
    return null
  if (text.length > MAX_LINK) throw unreadable('too_large')
  const query = text.slice(text.indexOf('?') + 1)
  const values = new URLSearchParams(query)
  const config = values.get('config')
  const name = values.get('name') ?? ''
  if (config === null) return { name: '', document: documentOf(isOwn ? '' : decoded(query)) }
  // In a query a plus sign stands for a space, which base64 never contains.
  const isJson = config.trimStart().startsWith('{')
  const json = isJson ? config : Buffer.from(config.replaceAll(' ', '+'), 'base64').toString('utf8')
  return { name, document: documentOf(json) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable('invalid_url')
  }
}
