import { printParseErrorCode, type ParseError } from 'jsonc-parser'
import { SatchelError } from '../../../platform/errors.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { parseJsonc } from '../../../platform/jsonc.ts'
import type { ReasonCode } from '../../../text/index.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

/**
 * The servers in a configuration, by name, as the usual apps write it: under `mcpServers` (Claude, Cursor,
 * Windsurf), `servers` (VS Code), `mcp.servers` (the settings of VS Code), a bare list of names, a single
 * server, or an install link. Comments and trailing commas are allowed, as in those apps.
 *
 * @throws SatchelError `server_config_unreadable`, `server_config_empty`
 */
export const serversIn = (text: string): ReadonlyMap<string, JsonRecord> => {
  const found = fromLink(text.trim()) ?? fromDocument(documentOf(text))
  const servers = Object.entries(found).filter((one): one is [string, JsonRecord] => isRecord(one[1]))
  if (servers.length === 0) throw new SatchelError('server_config_empty')
  return new Map(servers)
}

const documentOf = (text: string): unknown => {
  // Documentation often shows one entry of the list without the braces around it.
  const isEntry = /^\s*"[^"]*"\s*:/.test(text)
  const { value, errors } = parseJsonc(isEntry ? `{${text}}` : text, { allowTrailingComma: true })
  const [first] = errors
  if (first === undefined) return value
  const line = text.slice(0, first.offset).split('\n').length
  throw new SatchelError('server_config_unreadable', {
    params: { problem: problemOf(first), line },
    details: { line },
  })
}

const problemOf = ({ error }: ParseError): ReasonCode => {
  switch (printParseErrorCode(error)) {
    case 'CommaExpected':
      return 'json_comma'
    case 'ValueExpected':
      return 'json_value'
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return 'json_close'
    default:
      return 'not_json'
  }
}

const fromDocument = (document: unknown): JsonRecord => {
  if (!isRecord(document)) return {}
  const mcp = isRecord(document['mcp']) ? document['mcp'] : {}
  const lists = [document['mcpServers'], document['servers'], mcp['servers'], document['mcp.servers']]
  const list = lists.find(isRecord)
  if (list !== undefined) return list
  if (isServer(document)) {
    const { name } = document
    return { [typeof name === 'string' && name !== '' ? name : 'server']: document }
  }
  return Object.values(document).every(isServer) ? document : {}
}

/** Longer than any link to a server. */
const MAX_LINK = 32 * 1024

/**
 * The links of Satchel (`satchel://servers/add?name=…&config=<one server, or a list>`), Cursor (`…/mcp/install?name=…&config=<one
 * server>`) and VS Code (`vscode:mcp/install?<one server>`). A `config` is base64 or base64url of JSON, or JSON itself.
 */
const fromLink = (text: string): JsonRecord | null => {
  const isOwn = /^satchel:\/\/servers\/add\/?\?/i.test(text)
  if (!isOwn && (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(text) || !/\bmcp\/install\?/.test(text))) return null
  if (text.length > MAX_LINK)
    throw new SatchelError('server_config_unreadable', {
      params: { problem: 'too_large' satisfies ReasonCode, line: 1 },
    })
  const query = text.slice(text.indexOf('?') + 1)
  const values = new URLSearchParams(query)
  const config = values.get('config')
  if (config === null) return fromDocument(documentOf(isOwn ? '' : decoded(query)))
  // In a query a plus sign stands for a space, which base64 never contains.
  const isJson = config.trimStart().startsWith('{')
  const json = isJson ? config : Buffer.from(config.replaceAll(' ', '+'), 'base64').toString('utf8')
  const document = documentOf(json)
  const name = values.get('name') ?? ''
  return isServer(document) && name !== '' ? { [name]: document } : fromDocument(document)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new SatchelError('server_config_unreadable', {
      params: { problem: 'invalid_url' satisfies ReasonCode, line: 1 },
    })
  }
}

const isServer = (value: unknown): boolean =>
  isRecord(value) &&
  ['command', 'url', 'serverUrl', 'httpUrl'].some((name) => typeof value[name] === 'string')
