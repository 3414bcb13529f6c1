import type { CapabilityManifest } from '../../../../src-daemon/contract/capabilities.ts'

/** The manifest of a package's tool (cap.md 4, 7); null when it isn't mounted. */
export const toolManifest = (
  manifests: readonly CapabilityManifest[],
  packageName: string,
  tool: string,
): CapabilityManifest | null =>
  manifests.find((one) => one.kind === 'tool' && one.capability_id === `acp:${packageName}/${tool}`) ?? null
