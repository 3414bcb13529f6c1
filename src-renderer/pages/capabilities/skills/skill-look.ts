import type { SkillCandidate, SkillView } from '../../../../src-daemon/contract/skills.ts'

/** How the standing of a skill looks; what is in order says nothing loud. */
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

/** What a skill is called: its title, or the last part of its id where its files cannot be read. */
export const skillTitle = ({ id, review }: Pick<SkillView, 'id' | 'review'>): string =>
  review?.title ?? id.slice(id.lastIndexOf('/') + 1)
