import { basename } from 'node:path'
import type { ServersService } from '../../mcp/index.ts'
import type { ServerView } from '../../contract/servers.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { InstalledPackage } from '../../contract/packages.ts'
import type { SkillsService } from '../../skills/types.ts'
import type { SkillView } from '../../contract/skills.ts'
import { sourceNameOf } from '../sources/mcp-manifest.ts'
import type { CapabilityOverview } from './types.ts'
import type { CapabilityEntry, EntryHealth, EntryTrust } from '../../contract/capability-overview.ts'

type Entry = Omit<CapabilityEntry, 'lastUsedAt'>

export interface OverviewDeps {
  readonly packages: Pick<PackagesService, 'installed'>
  readonly servers: Pick<ServersService, 'list' | 'get' | 'onChange'>
  readonly skills: Pick<SkillsService, 'list'>
  /** When each of these was last called, by id; without those never called. */
  readonly lastUses: (ids: readonly string[]) => ReadonlyMap<string, string>
}

const DESCRIBED = 300
const TOOLS = 500

/**
 * The list of everything installed and connected. A server is re-read only after it changed: hashing and counting thousands of tools
 * would be most of the work. Trusted folders are read each time, because nothing announces their changes.
 */
export const createOverview = ({ packages, servers, skills, lastUses }: OverviewDeps): CapabilityOverview => {
  let entries: Map<string, Entry> | null = null
  /** Re-read by the next list: a call changes its server's state several times, mostly while no list is shown. */
  const changed = new Set<string>()
  servers.onChange((uri) => {
    changed.add(uri)
  })

  const current = (): ReadonlyMap<string, Entry> => {
    if (entries === null) entries = new Map(servers.list().map((view) => [view.uri, serverEntry(view)]))
    else
      for (const uri of changed) {
        const view = servers.get(uri)
        if (view === null) entries.delete(uri)
        else entries.set(uri, serverEntry(view))
      }
    changed.clear()
    return entries
  }

  const list = (): readonly CapabilityEntry[] => {
    const entries = [
      ...packages.installed().map(packageEntry),
      ...current().values(),
      ...skills.list().map(skillEntry),
    ]
    const used = lastUses(entries.map(({ id }) => id))
    return entries.map((entry) => ({ ...entry, lastUsedAt: used.get(entry.id) ?? null }))
  }

  return { list }
}

const packageEntry = (one: InstalledPackage): Entry => ({
  id: one.name,
  kind: 'package',
  title: one.review.title,
  description: one.review.description.slice(0, DESCRIBED),
  source: one.review.author.did,
  uri: null,
  trust: one.review.author.trust,
  health: packageHealth(one),
  tools: one.review.tools.slice(0, TOOLS).map(({ name }) => name),
  tokens: one.review.promptTokens,
})

const packageHealth = ({ disabledBy, authorKeyRevoked, yanked, review }: InstalledPackage): EntryHealth => {
  if (disabledBy !== null) return disabledBy === 'user' ? 'off' : 'damaged'
  if (review.advisories.length > 0) return 'blocked'
  if (authorKeyRevoked) return 'key_revoked'
  return yanked === undefined ? 'ok' : 'yanked'
}

const serverEntry = (view: ServerView): Entry => {
  const { uri, definition, tools } = view
  const on = tools.filter(({ enabled }) => enabled)
  return {
    id: `mcp:${sourceNameOf(uri)}`,
    kind: 'server',
    title: uri,
    description: '',
    source: definition.kind === 'command' ? basename(definition.command) : new URL(definition.url).host,
    uri,
    trust: serverTrust(view),
    health: serverHealth(view),
    tools: tools.slice(0, TOOLS).map(({ name }) => name),
    tokens: on.reduce((sum, tool) => sum + tool.tokens, 0),
  }
}

const serverTrust = ({ definition }: ServerView): EntryTrust => {
  if (definition.kind !== 'command') return 'elsewhere'
  return definition.grants.unsandboxed ? 'unsandboxed' : 'sandboxed'
}

const serverHealth = ({ state, problem, signIn, locked, tools }: ServerView): EntryHealth => {
  if (signIn !== null && signIn.needed !== null) return 'sign_in'
  if (locked && state.kind !== 'running' && state.kind !== 'starting') return 'locked'
  const failure = 'problem' in state ? state.problem : problem
  if (failure !== null) return failure.code === 'server_signin_needed' ? 'sign_in' : 'failed'
  const open = tools.filter(({ status }) => status !== 'accepted')
  if (open.length > 0) return open.every(({ status }) => status === 'new') ? 'unread' : 'changed'
  return tools.length > 0 && tools.every(({ enabled }) => !enabled) ? 'off' : 'ok'
}

const skillEntry = ({ id, source, status, review }: SkillView): Entry => ({
  id,
  kind: 'skill',
  title: review?.title ?? id.slice(id.lastIndexOf('/') + 1),
  description: (review?.description ?? '').slice(0, DESCRIBED),
  source,
  uri: null,
  trust: 'reviewed',
  health: status === 'ready' ? 'ok' : status,
  tools: [],
  tokens: review?.bodyTokens ?? 0,
})
