import { ownerNameOf, sideBySide, type ExposedTool } from '../../capabilities/index.ts'
import type { CapabilitiesService } from '../../capabilities/types.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { CapabilityCatalog } from '../../packages/types.ts'
import { createToolSearch } from '../../router/index.ts'

/** A tool or skill that open turns may use. */
export interface OpenEntry {
  readonly id: string
  readonly manifest: CapabilityManifest
  readonly tool: ExposedTool
  readonly name: string
  readonly description: string
  readonly owner: AcpPackage
  /** Whether a search finds it: tools of a skill come with the skill. */
  readonly isSearched: boolean
}

/** Everything that open turns may use, as it is now. */
export interface OpenCatalogue {
  get(id: string): OpenEntry | null
  /** By the name that models call it by. */
  named(wireName: string): OpenEntry | null
  /** Of one capability, by its installed name. */
  of(owner: string): readonly OpenEntry[]
  find(query: string, limit: number): readonly OpenEntry[]
  /** Learns in the background what searches need. */
  prepare(): void
  /** How many a search can find. */
  count(): number
  /** Whether there is such a tool, but only for turns routed to its capability. */
  isExclusive(id: string): boolean
}

interface Known {
  readonly byId: ReadonlyMap<string, OpenEntry>
  readonly byName: ReadonlyMap<string, OpenEntry>
  readonly searched: readonly OpenEntry[]
}

/**
 * Left out: packages that are to be used alone (`exclusive`), and servers that the owner lets be used by name only. A package as a
 * whole is left out too, because its tools are here.
 */
export const createOpenCatalogue = ({
  capabilities,
  packages,
}: {
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'onChange'>
  readonly packages: Pick<CapabilityCatalog, 'get' | 'onChange'>
}): OpenCatalogue => {
  let cache: Known | null = null
  const forget = (): void => {
    cache = null
  }
  capabilities.onChange(forget)
  packages.onChange(forget)

  const all = (): Known => {
    if (cache !== null) return cache
    const owners = new Map<string, AcpPackage | null>()
    const ownerOf = (id: string): AcpPackage | null => {
      const name = ownerNameOf(id)
      const owner = owners.get(name) ?? packages.get(name)
      owners.set(name, owner)
      return owner
    }
    const entries = capabilities.list().flatMap((manifest): OpenEntry[] => {
      const { capability_id: id, kind, name, description } = manifest
      const owner = ownerOf(id)
      if (owner === null || isAlone(owner) || (kind === 'skill' && !id.startsWith('skill:'))) return []
      const tool = sideBySide(manifest, authorOfResults(owner, id))
      const isSearched = kind === 'skill' || !id.startsWith('skill:')
      return [{ id, manifest, tool, name, description, owner, isSearched }]
    })
    cache = {
      byId: new Map(entries.map((entry) => [entry.id, entry])),
      byName: new Map(entries.map((entry) => [entry.tool.wireName, entry])),
      searched: entries.filter(({ isSearched }) => isSearched),
    }
    return cache
  }
  const search = createToolSearch(() => all().searched)

  return {
    get: (id) => all().byId.get(id) ?? null,
    named: (wireName) => all().byName.get(wireName) ?? null,
    of: (owner) => [...all().byId.values()].filter((entry) => entry.owner.name === owner),
    find: (query, limit) => search.find(query, limit).flatMap(({ id }) => all().byId.get(id) ?? []),
    prepare: search.prepare,
    count: () => all().searched.length,
    isExclusive: (id) => {
      const owner = packages.get(ownerNameOf(id))
      return owner !== null && isAlone(owner)
    },
  }
}

/** The part of a catalogue that belongs to some capabilities, by their installed names. */
export const limitedTo = (whole: OpenCatalogue, only: ReadonlySet<string>): OpenCatalogue => {
  const allowed = (entry: OpenEntry | null): OpenEntry | null =>
    entry !== null && only.has(entry.owner.name) ? entry : null
  return {
    ...whole,
    get: (id) => allowed(whole.get(id)),
    named: (wireName) => allowed(whole.named(wireName)),
    of: (owner) => (only.has(owner) ? whole.of(owner) : []),
    // As many as asked for, whatever ranks before them.
    find: (query, limit) =>
      whole
        .find(query, whole.count())
        .filter((entry) => allowed(entry) !== null)
        .slice(0, limit),
  }
}

const isAlone = ({ exclusive, claim }: AcpPackage): boolean => exclusive === true || claim === 'none'

/** Who, besides the author of the package, may have written what a tool returns; null if only the author. */
export const authorOfResults = ({ name, title, bindings }: AcpPackage, id: string): string | null => {
  if (name.startsWith('mcp:')) return `the server “${name.slice('mcp:'.length)}”`
  if (name.startsWith('skill:')) return `the skill “${title}”, its files, and what its scripts read`
  if (/^(?:anp|a2a):/u.test(name)) return `the agent “${title}”`
  const binding = bindings[id.slice(`acp:${name}/`.length)]
  return binding === undefined || (binding.type === 'wasm' && !reachesHosts(binding))
    ? null
    : `somebody outside, through “${title}”`
}

const reachesHosts = ({ hosts }: AcpPackage['bindings'][string]): boolean =>
  Array.isArray(hosts) && hosts.length > 0
