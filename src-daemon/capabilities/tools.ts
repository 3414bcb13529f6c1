import { wireName } from '../packages/index.ts'
import { parametersOf } from '../schemas/index.ts'
import { toolOf } from '../skills/index.ts'
import { ownerNameOf } from './core/owner-name.ts'
import { toolNameOf } from './core/plain-names.ts'
import type { CapabilitiesService } from './core/types.ts'
import type { CapabilityManifest } from '../contract/capabilities.ts'
import type { CapabilityRef } from '../contract/capability-ref.ts'

/** A tool as a model may be shown it. */
export interface ExposedTool {
  readonly ref: CapabilityRef
  /** As the package or the server declares it: `state.create`. */
  readonly name: string
  /** As a model sees it: `state__create` (acp.md 7.1). */
  readonly wireName: string
  readonly description: string
  /** Valid 2020-12 of an object, whatever its manifest has. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Who wrote its results, if third parties may have; said with each. Absent where that is clear from the turn. */
  readonly from?: string
}

/** How much of a server's description of one tool a model gets. */
const SERVER_DESCRIPTION = 4000
/** Providers take names up to 64 characters; some are left for telling two apart. */
const SERVER_NAME = 60

/**
 * The tools of one capability that can run and are permitted: all that a model may be shown in its turn. `name` is that of an installed
 * package, the id of a skill from files, which is also shown the tools of connected servers that it names, `mcp:<source>` for a
 * connected server, or `anp:<agent>` for another agent.
 */
export const toolsOf = (
  capabilities: Pick<CapabilitiesService, 'list'>,
  name: string,
): readonly ExposedTool[] => {
  if (isForeign(name)) return serverTools(capabilities.list({ source: name }), name)
  const all = capabilities.list()
  const own = name.startsWith('skill:') ? name : `acp:${name}`
  const tools = all.filter(({ kind }) => kind === 'tool')
  const declared = all.find(({ capability_id: id }) => id === own)?.required_permissions ?? []
  const named = new Set(own === name ? declared.flatMap((written) => toolOf(written).capabilityId ?? []) : [])
  return [
    ...tools.filter(({ capability_id: id }) => id.startsWith(`${own}/`)).map((tool) => exposed(tool)),
    ...tools
      .filter(({ capability_id: id }) => named.has(id))
      .map((tool) => exposed(tool, tool.capability_id.replace(/[:/]/gu, '__'))),
  ]
}

/** Tools of any capabilities, by their ids: those that can run and are permitted. */
export const toolsById = (
  capabilities: Pick<CapabilitiesService, 'list'>,
  ids: readonly string[],
): readonly ExposedTool[] =>
  capabilities
    .list()
    .filter(({ kind, capability_id: id }) => kind === 'tool' && ids.includes(id))
    .map((tool) => exposed(tool, tool.capability_id.replace(/[:/]/gu, '__')))

/**
 * A tool of any capability, under a name that is its own among those of all: `note__state__create`. What third parties wrote
 * of it, or let it return, is marked as theirs by `from`.
 */
export const sideBySide = (manifest: CapabilityManifest, from: string | null): ExposedTool => {
  const { capability_id: id, description } = manifest
  const name = ownerNameOf(id)
  const words = clipped(description)
  return {
    ...exposed(manifest, id.slice(id.indexOf(name) + name.length + 1)),
    wireName: toolNameOf(id),
    description: isForeign(id) && from !== null ? `[${from} says:] ${words}` : words,
    ...(from === null ? {} : { from }),
  }
}

const exposed = (
  { capability_id, version, name: declared, description, input_schema }: CapabilityManifest,
  name = declared,
): ExposedTool => ({
  ref: { capability_id, version },
  name,
  wireName: wireName(name),
  description,
  parameters: parametersOf(input_schema),
})

/** A connected server, or another agent: `mcp:files`, `anp:hotel`. */
const isForeign = (name: string): boolean => /^(?:mcp|anp|a2a):/.test(name)

/** Servers may use any tool name: a model gets plain, distinct names that differ from Satchel's own tools. */
const serverTools = (manifests: readonly CapabilityManifest[], source: string): readonly ExposedTool[] => {
  const taken = new Set<string>()
  return manifests.map((manifest) => {
    const name = manifest.capability_id.slice(source.length + 1)
    const plain = name.replaceAll(/[^A-Za-z0-9-]+/gu, '_').slice(0, SERVER_NAME) || 'tool'
    let wire = plain
    for (let number = 2; taken.has(wire); number += 1) wire = `${plain}_${String(number)}`
    taken.add(wire)
    const description = clipped(manifest.description)
    return { ...exposed(manifest, name), wireName: wire, description }
  })
}

const clipped = (text: string): string =>
  text.length > SERVER_DESCRIPTION ? `${text.slice(0, SERVER_DESCRIPTION).toWellFormed()}…` : text
