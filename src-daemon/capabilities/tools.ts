import { wireName } from '../packages/index.ts'
import { toolOf } from '../skills/index.ts'
import type { CapabilitiesService, CapabilityManifest, CapabilityRef } from './types.ts'

/** A tool as a model may be shown it. */
export interface ExposedTool {
  readonly ref: CapabilityRef
  /** As the package declares it: `state.create`. */
  readonly name: string
  /** As a model sees it: `state__create` (acp.md 7.1). */
  readonly wireName: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/**
 * The tools of one capability that can run and are permitted: all that a model may be shown in its turn. `name` is that of an installed
 * package, or the id of a skill from files, which is also shown the tools of connected services that it names.
 */
export const toolsOf = (
  capabilities: Pick<CapabilitiesService, 'list'>,
  name: string,
): readonly ExposedTool[] => {
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

const exposed = (
  { capability_id, version, name: declared, description, input_schema }: CapabilityManifest,
  name = declared,
): ExposedTool => ({
  ref: { capability_id, version },
  name,
  wireName: wireName(name),
  description,
  parameters: input_schema,
})
