import type { CapabilityEntry } from '../../contract/capability-overview.ts'

/** Everything installed and connected, in one list. */
export interface CapabilityOverview {
  list(): readonly CapabilityEntry[]
}
