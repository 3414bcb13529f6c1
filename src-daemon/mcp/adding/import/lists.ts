import { isRecord } from '../../../platform/is-record.ts'
import { isServer } from './entry.ts'
import type { Found, JsonRecord, TimeUnit } from './found.ts'
import { NAMES } from './members.ts'

/** Names of lists in small letters, whichever app writes them, with the unit of their `timeout`. */
const LISTS: ReadonlyMap<string, TimeUnit | null> = new Map([
  ['mcpservers', null], // Claude, Cursor, Windsurf and most others
  ['mcp_servers', null], // Codex
  ['mcp-servers', null],
  ['servers', null], // VS Code
  ['context_servers', 's'], // Zed
  ['modelcontextprotocolservers', 'ms'], // Continue, before YAML
])
/** Members that hold a list within other settings. */
const HOLDERS: ReadonlySet<string> = new Set([
  'experimental',
  'settings',
  'augment.advanced',
  // Of a development container of VS Code.
  'customizations',
  'vscode',
])
/** Goose's types of extensions: servers, and others in the same list. */
const EXTENSION_KINDS: ReadonlySet<unknown> = new Set([
  'stdio',
  'sse',
  'streamable_http',
  'builtin',
  'platform',
  'frontend',
  'inline_python',
])
/** Keys that an app generated, like Cherry Studio's: the entry's own name says more. */
const MADE_UP = /^(?:[\w-]{21}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

const NO_INPUTS: ReadonlyMap<string, string> = new Map()

/** The servers in a document: in the lists it has, else the document is itself a list, or one server, called `alone`. */
export const serversOf = (document: unknown, alone: string): readonly Found[] => {
  const whole: Context = { unit: null, project: null, inputs: NO_INPUTS, off: () => false }
  if (Array.isArray(document)) return listed(document, whole)
  if (!isRecord(document)) return []
  const found = inLists(document, null)
  if (found.length > 0 || Object.keys(document).some((key) => LISTS.has(kindOf(key))))
    return withoutRepeats(found)
  const members = Object.entries(document).filter(([name]) => name !== '$schema')
  // Settings without any list aren't one: they have more than entries.
  const isList = members.every(([, value]) => isRecord(value)) && members.some(([, value]) => isServer(value))
  if (isList) return listed(Object.fromEntries(members), whole)
  return isServer(document) ? listed({ [nameOf(document) ?? alone]: document }, whole) : []
}

/** Some apps write the path to a member in its name: `amp.mcpServers`; people write `MCPServers`. */
const kindOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1).toLowerCase()

interface Context extends Pick<Found, 'unit' | 'project' | 'inputs'> {
  readonly off: (name: string) => boolean
}

const inLists = (document: JsonRecord, project: string | null): Found[] => {
  const about = { project, inputs: inputsIn(document), off: offIn(document) }
  return Object.entries(document).flatMap(([key, value]): Found[] => {
    const kind = kindOf(key)
    const unit = LISTS.get(kind)
    if (unit !== undefined) return listed(value, { unit, ...about })
    if (!isRecord(value)) return kind === 'extensions' && project === null ? extensions(value) : []
    if (kind === 'mcp') return inMcp(value, about)
    if (kind === 'extensions' && project === null) return extensions(value)
    // Claude Code: servers of one folder.
    if (kind === 'projects' && project === null)
      return Object.entries(value).flatMap(([folder, own]) => (isRecord(own) ? inLists(own, folder) : []))
    return HOLDERS.has(key) ? inLists(value, project) : []
  })
}

/** `mcp` holds a list (older VS Code), is one itself (opencode, Crush), or has other settings (Gemini CLI). */
const inMcp = (mcp: JsonRecord, about: Omit<Context, 'unit'>): Found[] => {
  if (Object.entries(mcp).some(([key, value]) => LISTS.has(kindOf(key)) && !isServer(value)))
    return inLists(mcp, about.project)
  const entries = Object.values(mcp)
  if (!entries.some(isServer)) return []
  const isOpencode = entries.some(
    (one) =>
      isRecord(one) && (Array.isArray(one['command']) || ['local', 'remote'].includes(String(one['type']))),
  )
  return listed(mcp, { unit: isOpencode ? 'ms' : 's', ...about })
}

/** Goose calls its servers extensions, a word that other apps use for other things. */
const extensions = (value: unknown): Found[] => {
  const isGoose = (one: unknown): boolean =>
    isRecord(one) && (EXTENSION_KINDS.has(one['type']) || isGoose(one['config']))
  const entries = isRecord(value) || Array.isArray(value) ? Object.values(value) : []
  const about: Context = { unit: 's', project: null, inputs: NO_INPUTS, off: () => false }
  return entries.some(isGoose) ? listed(value, about) : []
}

const listed = (list: unknown, context: Context): Found[] => {
  const { off, ...about } = context
  const found = (name: string | null, entry: unknown): Found => ({
    name: name?.trim() === '' ? null : name,
    entry,
    ...about,
    isOff: name !== null && off(name),
  })
  if (Array.isArray(list))
    return list
      .filter((one) => one !== null)
      .map((one: unknown) => {
        const [only, ...others] = isRecord(one) && !isServer(one) ? Object.entries(one) : []
        return only !== undefined && others.length === 0 && isRecord(only[1])
          ? found(...only)
          : found(nameOf(one), one)
      })
  if (!isRecord(list)) return []
  const isOne = isServer(list) && !Object.values(list).some(isServer)
  if (isOne) return [found(nameOf(list) ?? 'server', list)]
  const inner = list['mcpServers']
  if (isRecord(inner) && !isServer(inner)) return listed(inner, context)
  return Object.entries(list)
    .filter(([, entry]) => entry !== null)
    .map(([key, entry]) => found(MADE_UP.test(key) ? (nameOf(entry) ?? key) : key, entry))
}

const nameOf = (entry: unknown): string | null => {
  if (!isRecord(entry)) return null
  const names = NAMES.map((member) => entry[member])
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? null
}

/** What VS Code asks for, by id, in the words of the list. */
const inputsIn = ({ inputs }: JsonRecord): ReadonlyMap<string, string> =>
  new Map(
    (Array.isArray(inputs) ? inputs.filter(isRecord) : []).flatMap(
      ({ id, description }): [string, string][] =>
        typeof id === 'string' && typeof description === 'string' ? [[id, description]] : [],
    ),
  )

/** Names that settings beside a list switch off: Claude Code's, and Gemini CLI's. */
const offIn = (document: JsonRecord): ((name: string) => boolean) => {
  const mcp = isRecord(document['mcp']) ? document['mcp'] : {}
  const off = [document['disabledMcpServers'], mcp['excluded']].flat()
  const { allowed } = mcp
  return (name) => off.includes(name) || (Array.isArray(allowed) && !allowed.includes(name))
}

/** A server that a folder's list only repeats from the global one needs just one review. */
const withoutRepeats = (found: readonly Found[]): readonly Found[] => {
  const known = new Set<string>()
  return found.filter(({ name, entry, isOff }) => {
    const text = JSON.stringify([name, entry, isOff], (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    return !known.has(text) && known.add(text)
  })
}
