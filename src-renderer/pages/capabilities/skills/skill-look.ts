import type { SkillCandidate, SkillView } from '../../../../src-daemon/contract/skills.ts'

/** Color, icon and text for a skill's status; a healthy skill gets a quiet one. */
export const skillLook = (
  status: SkillView['status'] | SkillCandidate['status'],
): { readonly color: 'neutral' | 'warning' | 'error' | 'success'; readonly icon: string } => LOOKS[status]

const LOOKS = {
  ready: { color: 'success', icon: 'i-lucide-check' },
  off: { color: 'neutral', icon: 'i-lucide-power-off' },
  damaged: { color: 'error', icon: 'i-lucide-shield-x' },
  changed: { color: 'warning', icon: 'i-lucide-triangle-alert' },
  gone: { color: 'neutral', icon: 'i-lucide-circle-alert' },
  new: { color: 'neutral', icon: 'i-lucide-circle-check' },
  same: { color: 'neutral', icon: 'i-lucide-check' },
  refused: { color: 'error', icon: 'i-lucide-shield-x' },
} as const

/** A skill's title, or the last part of its id where its files can't be read. */
export const skillTitle = ({ id, review }: Pick<SkillView, 'id' | 'review'>): string =>
  review?.title ?? id.slice(id.lastIndexOf('/') + 1)
