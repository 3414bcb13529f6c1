import type { CapabilityManifest } from '../../contract/capabilities.ts'
import { capabilityRefSchema, type CapabilityRef } from '../../contract/capability-ref.ts'
import type { ToolDefinition } from './approvals.ts'
import { InvokeFailure } from './failure.ts'
import type { CapabilitySource } from './types.ts'

/** A tool, and the source that runs it. */
export interface Found {
  readonly source: CapabilitySource
  readonly manifest: CapabilityManifest
}

export interface ToolFinder {
  /** Null for an invalid reference, and for a tool that no source has. */
  find(ref: unknown): Found | null
  definitionOf(ref: CapabilityRef): ToolDefinition | null
  /** A source's explanation why there is no such tool. */
  notFound(ref: CapabilityRef): InvokeFailure
}

/** Finds tools in the sources, the first that has one first. */
export const createToolFinder = (sources: readonly CapabilitySource[]): ToolFinder => {
  const find = (ref: unknown): Found | null => {
    const parsed = capabilityRefSchema.safeParse(ref)
    if (!parsed.success) return null
    for (const source of sources) {
      const manifest = source.describe(parsed.data.capability_id, parsed.data.version)
      if (manifest !== null) return { source, manifest }
    }
    return null
  }

  const notFound = (ref: CapabilityRef): InvokeFailure => {
    const parsed = capabilityRefSchema.safeParse(ref)
    if (!parsed.success) return new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: '?' } })
    const reason = sources
      .map((source) => source.explain?.(parsed.data) ?? null)
      .find((words) => words !== null)
    return reason === undefined
      ? new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: parsed.data.capability_id } })
      : new InvokeFailure('NOT_FOUND', 'tool_not_available', { params: { reason } })
  }

  const definitionOf = (ref: CapabilityRef): ToolDefinition | null => {
    for (const source of sources) {
      const definition = source.definition(ref)
      if (definition !== null) return definition
    }
    return null
  }

  return { find, definitionOf, notFound }
}
