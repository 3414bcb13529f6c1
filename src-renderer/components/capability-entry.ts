import type { CapabilityEntry } from '../../src-daemon/contract/capability-overview.ts'

const PACKAGES: Readonly<Record<string, string>> = {
  note: 'i-lucide-notebook-pen',
  tasks: 'i-lucide-list-checks',
  bookmarks: 'i-lucide-bookmark',
}

/** Whether a package has an icon of its own. */
export const hasIcon = (name: string): boolean => Object.hasOwn(PACKAGES, name)

/** The icon of a package; unknown packages share one. */
export const packageIcon = (name: string): string => PACKAGES[name] ?? 'i-lucide-package'

/** The icon of anything installed or connected. */
export const entryIcon = ({ kind, id }: Pick<CapabilityEntry, 'kind' | 'id'>): string => {
  if (kind === 'package') return packageIcon(id)
  return kind === 'server' ? 'i-lucide-plug' : 'i-lucide-book-open'
}

const HEALTH = {
  ok: { color: 'success', icon: 'i-lucide-check' },
  off: { color: 'neutral', icon: 'i-lucide-power-off' },
  changed: { color: 'warning', icon: 'i-lucide-triangle-alert' },
  unread: { color: 'warning', icon: 'i-lucide-book-open-text' },
  failed: { color: 'error', icon: 'i-lucide-circle-alert' },
  sign_in: { color: 'warning', icon: 'i-lucide-log-in' },
  locked: { color: 'warning', icon: 'i-lucide-lock' },
  damaged: { color: 'error', icon: 'i-lucide-shield-x' },
  gone: { color: 'neutral', icon: 'i-lucide-folder-x' },
  key_revoked: { color: 'warning', icon: 'i-lucide-key-round' },
  yanked: { color: 'warning', icon: 'i-lucide-triangle-alert' },
  blocked: { color: 'error', icon: 'i-lucide-octagon-alert' },
} as const satisfies Record<CapabilityEntry['health'], object>

/** Color and icon for the health of an entry. */
export const healthLook = (health: CapabilityEntry['health']): (typeof HEALTH)[typeof health] =>
  HEALTH[health]

/** Whether the user has to look at it. */
export const needsAttention = ({ health }: Pick<CapabilityEntry, 'health'>): boolean =>
  health !== 'ok' && health !== 'off'
