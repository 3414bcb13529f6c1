import type { ActivityRecord, CapabilityManifest } from '../../../src-daemon/capabilities/types.ts'

/** The manifest of a package's tool among everything that can be invoked (cap.md 4, 7); null when it is not mounted. */
export const toolManifest = (
  manifests: readonly CapabilityManifest[],
  packageName: string,
  tool: string,
): CapabilityManifest | null =>
  manifests.find((one) => one.kind === 'tool' && one.capability_id === `acp:${packageName}/${tool}`) ?? null

/** The calls of one package's tools. */
export const activityOf = (
  records: readonly ActivityRecord[],
  packageName: string,
): readonly ActivityRecord[] =>
  records.filter((record) => record.capabilityId.startsWith(`acp:${packageName}/`))

/** `state.create` of `acp:note/state.create`. */
export const toolName = (capabilityId: string): string => capabilityId.slice(capabilityId.indexOf('/') + 1)
