import { wireName } from '../packages/index.ts'
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

/** The tools of one installed capability that can run and are permitted: all that a model may be shown in its turn. */
export const toolsOf = (
  capabilities: Pick<CapabilitiesService, 'list'>,
  name: string,
): readonly ExposedTool[] =>
  capabilities
    .list()
    .filter(({ kind, capability_id: id }) => kind === 'tool' && id.startsWith(`acp:${name}/`))
    .map(exposed)

const exposed = ({
  capability_id,
  version,
  name,
  description,
  input_schema,
}: CapabilityManifest): ExposedTool => ({
  ref: { capability_id, version },
  name,
  wireName: wireName(name),
  description,
  parameters: input_schema,
})
