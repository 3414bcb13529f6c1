import { isRecord } from '../../platform/is-record.ts'

type Given = Readonly<Record<string, unknown>>

/** The version assumed if a server doesn't state one. */
const OLDEST = '2024-11-05'

/** The answer to `initialize`, with what Satchel needs of it. */
export const readGreeting = (given: Given): Record<string, unknown> => {
  const { protocolVersion, capabilities, serverInfo, instructions } = given
  return {
    protocolVersion: isVersion(protocolVersion) ? protocolVersion : OLDEST,
    capabilities: readCapabilities(capabilities),
    serverInfo: readInfo(serverInfo),
    ...(typeof instructions === 'string' ? { instructions } : {}),
  }
}

/** Versions are dates; anything else doesn't identify a protocol. */
const isVersion = (given: unknown): given is string =>
  typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given)

/** The answer to `server/discover`, by which a server shows that it speaks the newest protocol. */
export const readDiscovery = (given: Given): Record<string, unknown> => {
  const { supportedVersions, capabilities, instructions } = given
  if (!Array.isArray(supportedVersions)) return given
  const meta = isRecord(given['_meta']) ? given['_meta'] : {}
  const info = meta[SERVER_INFO]
  return {
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    supportedVersions: supportedVersions.filter((version) => typeof version === 'string'),
    capabilities: readCapabilities(capabilities),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    ...(isRecord(info) ? { _meta: { [SERVER_INFO]: readInfo(info) } } : {}),
  }
}

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** Any value except `false` and null means that it can: an empty object becomes a list in some languages. */
const readCapabilities = (given: unknown): Record<string, unknown> => {
  const said = isRecord(given) ? given : {}
  const can = (name: string): boolean =>
    said[name] !== undefined && said[name] !== null && said[name] !== false
  const flagsOf = (name: string, flags: readonly string[]) => {
    const { [name]: one } = said
    return isRecord(one)
      ? Object.fromEntries(flags.filter((flag) => isOn(one[flag])).map((flag) => [flag, true]))
      : {}
  }
  return {
    ...(can('tools') && { tools: flagsOf('tools', ['listChanged']) }),
    ...(can('prompts') && { prompts: flagsOf('prompts', ['listChanged']) }),
    ...(can('resources') && { resources: flagsOf('resources', ['listChanged', 'subscribe']) }),
    ...(can('logging') && { logging: {} }),
    ...(can('completions') && { completions: {} }),
  }
}

/** Yes, as the languages of servers write it. */
export const isOn = (value: unknown): boolean =>
  typeof value === 'string'
    ? !['', 'false', '0', 'no'].includes(value.trim().toLowerCase())
    : value !== undefined && value !== null && value !== false && value !== 0

const readInfo = (given: unknown): { name: string; version: string } => {
  const { name, version } = isRecord(given) ? given : {}
  return {
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
  }
}
