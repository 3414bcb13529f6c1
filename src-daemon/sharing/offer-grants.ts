import type { SharedClient } from '../contract/sharing.ts'

/** Means all of a server's, including later ones. */
const ALL = '*'

/**
 * Shared resources and prompts, in the form of a program's grants: `resource:mcp:files/<uri or template>`,
 * `prompt:mcp:files/<name>`, each with `*` for all of a server's, and `prompt:<id of a skill>`.
 */
interface OfferGrant {
  readonly kind: 'resource' | 'prompt'
  /** `mcp:files`, or the id of a skill. */
  readonly source: string
  /** As written in the grant; null for the skill itself. */
  readonly item: string | null
}

const OF_SERVER = /^(resource|prompt):(mcp:[^/]+)\/(.+)$/u
const OF_SKILL = /^prompt:((?:acp|skill):.+)$/u

/** Null for the grant of a capability. */
export const readOfferGrant = (exposure: string): OfferGrant | null => {
  const [, kind, server, item = ''] = OF_SERVER.exec(exposure) ?? []
  if (server !== undefined) return { kind: kind === 'resource' ? 'resource' : 'prompt', source: server, item }
  const skill = OF_SKILL.exec(exposure)?.[1]
  return skill === undefined ? null : { kind: 'prompt', source: skill, item: null }
}

export const resourceGrant = (source: string, address: string): string => `resource:${source}/${address}`

/** Names of prompts may contain blanks, but grants can't. */
export const promptGrant = (source: string, name: string): string => `prompt:${source}/${promptItem(name)}`

const promptItem = (name: string): string => encodeURIComponent(name.toWellFormed()).replaceAll(ALL, '%2A')

/** A program's grants of one source. */
export interface Granted {
  /** Whether a resource or a template is among it, by its address. */
  readonly address: (address: string) => boolean
  /** Whether a prompt is, by its name. */
  readonly prompt: (name: string) => boolean
  readonly addresses: readonly string[]
}

/** A program's grants of one kind, by source. */
export const grantedOf = (
  { status, exposed }: Pick<SharedClient, 'status' | 'exposed'>,
  kind: OfferGrant['kind'],
): ReadonlyMap<string, Granted> => {
  const bySource = new Map<string, Set<string>>()
  for (const grant of status === 'allowed' ? exposed.map(readOfferGrant) : []) {
    if (grant?.kind !== kind) continue
    bySource.set(grant.source, (bySource.get(grant.source) ?? new Set()).add(grant.item ?? ALL))
  }
  return new Map(
    [...bySource].map(([source, items]): [string, Granted] => [
      source,
      {
        address: (address) => items.has(ALL) || items.has(address),
        prompt: (name) => items.has(ALL) || items.has(promptItem(name)),
        addresses: [...items],
      },
    ]),
  )
}
