import { SatchelError } from '../../../platform/errors.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { parseJsonc } from '../../../platform/jsonc.ts'
import { type JsonRecord } from '../import/found.ts'
import type { SetupField } from '../../../contract/server-setup.ts'

/** The command of a server, as its author wrote it: `${…}` is filled in later. */
export interface BundleLaunch {
  /** Null if the kind of server determines it. */
  readonly command: string | null
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The relevant content of a manifest; `warnings` names the invalid fields. */
export interface BundleManifest {
  readonly manifestVersion: string
  readonly name: string
  readonly title: string
  readonly version: string
  readonly description: string
  readonly author: string
  readonly license: string | null
  readonly homepage: string | null
  readonly kind: 'node' | 'python' | 'binary' | 'uv'
  readonly entryPoint: string
  readonly launch: BundleLaunch
  readonly tools: readonly { readonly name: string; readonly description: string }[]
  readonly fields: readonly SetupField[]
  /** Platforms as in Node; null if it runs on any. */
  readonly platforms: readonly string[] | null
  readonly warnings: readonly BundleWarning[]
}

export interface BundleWarning {
  readonly code: 'version_unknown' | 'ignored' | 'entry_missing'
  readonly what: string
}

const KNOWN_VERSIONS: ReadonlySet<string> = new Set(['0.1', '0.2', '0.3', '0.4'])
const KINDS = ['node', 'python', 'binary', 'uv'] as const
const MOST = { text: 300, description: 4000, args: 200, fields: 100, tools: 500 } as const

/**
 * Reads `manifest.json` (versions 0.1 to 0.4) leniently: only problems in essential parts are errors, other invalid parts are left out
 * and named. `platform` chooses among its overrides. Errors: `bundle_manifest_invalid`.
 */
export const readManifest = (text: string, platform: NodeJS.Platform): BundleManifest => {
  const warnings: BundleWarning[] = []
  const ignored = (what: string): void => {
    warnings.push({ code: 'ignored', what })
  }
  const { value: document, errors } = parseJsonc(text.replace(/^\uFEFF/, ''), { allowTrailingComma: true })
  if (errors.length > 0 || !isRecord(document)) throw invalid('JSON')

  const need = (key: string): string => textAt(document, key, MOST.text) ?? fail(key)
  const may = (key: string, most: number = MOST.text): string | null => {
    const value = textAt(document, key, most)
    if (value === null && document[key] !== undefined) ignored(key)
    return value
  }
  const manifestVersion =
    textAt(document, 'manifest_version', 20) ?? textAt(document, 'dxt_version', 20) ?? '?'
  if (!KNOWN_VERSIONS.has(manifestVersion)) warnings.push({ code: 'version_unknown', what: manifestVersion })
  const server = isRecord(document['server']) ? document['server'] : fail('server')
  const kind = KINDS.find((one) => one === server['type']) ?? fail('server.type')
  const config = isRecord(server['mcp_config']) ? server['mcp_config'] : null
  const entryPoint = textAt(server, 'entry_point', 1000)
  if (config === null && entryPoint === null) fail('server.mcp_config')
  const author = isRecord(document['author']) ? textAt(document['author'], 'name', MOST.text) : null
  if (author === null) ignored('author')
  const name = need('name')

  return {
    manifestVersion,
    name,
    title: may('display_name') ?? name,
    version: need('version'),
    description: may('description', MOST.description) ?? '',
    author: author ?? '',
    license: may('license'),
    homepage: httpsOf(may('homepage', 2000)),
    kind,
    entryPoint: entryPoint ?? '',
    launch: launchOf(config, platform, ignored),
    tools: toolsOf(document['tools'], ignored),
    fields: fieldsOf(document['user_config'], ignored),
    platforms: platformsOf(document['compatibility'], ignored),
    warnings,
  }
}

const launchOf = (
  config: JsonRecord | null,
  platform: NodeJS.Platform,
  ignored: (what: string) => void,
): BundleLaunch => {
  if (config === null) return { command: null, args: [], env: {} }
  const overrides = isRecord(config['platform_overrides']) ? config['platform_overrides'] : {}
  const own = Object.hasOwn(overrides, platform) ? overrides[platform] : undefined
  const chosen: JsonRecord = { ...config, ...(isRecord(own) ? own : {}) }
  const command = chosen['command']
  const args = chosen['args'] ?? []
  if (typeof command !== 'string' || command === '' || command.length > 4096)
    return fail('server.mcp_config.command')
  if (!Array.isArray(args) || args.length > MOST.args || !args.every((one) => typeof one === 'string'))
    return fail('server.mcp_config.args')
  const env: Record<string, string> = {}
  for (const [key, value] of Object.entries(isRecord(chosen['env']) ? chosen['env'] : {})) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && ['string', 'number', 'boolean'].includes(typeof value))
      env[key] = String(value)
    else ignored(`server.mcp_config.env.${key}`)
  }
  return { command, args, env }
}

const toolsOf = (given: unknown, ignored: (what: string) => void): BundleManifest['tools'] => {
  if (given === undefined) return []
  if (!Array.isArray(given)) {
    ignored('tools')
    return []
  }
  return given.slice(0, MOST.tools).flatMap((tool: unknown, index) => {
    const name = isRecord(tool) ? textAt(tool, 'name', MOST.text) : null
    if (name === null || !isRecord(tool)) {
      ignored(`tools.${String(index)}`)
      return []
    }
    return [{ name, description: textAt(tool, 'description', MOST.description) ?? '' }]
  })
}

const FIELD_KINDS: Readonly<Record<string, SetupField['kind']>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  directory: 'folder',
  file: 'file',
}

const fieldsOf = (given: unknown, ignored: (what: string) => void): SetupField[] => {
  if (given === undefined) return []
  if (!isRecord(given)) {
    ignored('user_config')
    return []
  }
  const all = Object.entries(given)
  if (all.length > MOST.fields) fail('user_config')
  return all.flatMap(([key, one]) => {
    const type = isRecord(one) ? String(one['type']) : ''
    const kind = Object.hasOwn(FIELD_KINDS, type) ? FIELD_KINDS[type] : undefined
    if (!isRecord(one) || kind === undefined || !/^[\w.-]{1,100}$/.test(key)) {
      ignored(`user_config.${key}`)
      return []
    }
    return [
      {
        key,
        kind: kind === 'text' && one['sensitive'] === true ? 'secret' : kind,
        title: textAt(one, 'title', MOST.text) ?? key,
        description: textAt(one, 'description', MOST.description) ?? '',
        required: one['required'] === true,
        multiple: one['multiple'] === true,
        choices: [],
        placeholder: '',
        preset: presetOf(one['default']),
        min: numberAt(one, 'min'),
        max: numberAt(one, 'max'),
      },
    ]
  })
}

const presetOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [given])
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String)
    .filter((one) => one !== '')
    .slice(0, 100)

const platformsOf = (given: unknown, ignored: (what: string) => void): string[] | null => {
  const platforms = isRecord(given) ? given['platforms'] : undefined
  if (platforms === undefined) return null
  if (Array.isArray(platforms) && platforms.every((one) => typeof one === 'string')) return platforms
  ignored('compatibility.platforms')
  return null
}

const textAt = (record: JsonRecord, key: string, most: number): string | null => {
  const value = Object.hasOwn(record, key) ? record[key] : undefined
  return typeof value === 'string' && value.trim() !== '' && value.length <= most ? value : null
}

const numberAt = (record: JsonRecord, key: string): number | null => {
  const value = record[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

const httpsOf = (url: string | null): string | null =>
  url !== null && /^https:\/\//i.test(url) && URL.canParse(url) ? url : null

const fail = (problem: string): never => {
  throw invalid(problem)
}

const invalid = (problem: string): SatchelError =>
  new SatchelError('bundle_manifest_invalid', { params: { problem }, details: { problem } })
