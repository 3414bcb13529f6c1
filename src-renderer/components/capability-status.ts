import type { InstalledPackage } from '../../src-daemon/contract/packages.ts'

const LOOKS = {
  user: { word: 'switchedOff', color: 'neutral', icon: 'i-lucide-power-off' },
  damaged: { word: 'damaged', color: 'error', icon: 'i-lucide-shield-x' },
} as const

/**
 * How a capability that can't be used is shown, and its status label (`capabilities.list`); null when it can be used.
 */
export const statusLook = (
  installed: Pick<InstalledPackage, 'status' | 'disabledBy'> | null,
): (typeof LOOKS)[keyof typeof LOOKS] | null =>
  installed?.status === 'disabled' ? LOOKS[installed.disabledBy ?? 'damaged'] : null
