import { diffWordsWithSpace } from 'diff'

/** A piece of the merged view of two texts. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Longer texts cost more to compare by words than that shows. */
const LONGEST = 20_000

/** What differs between two texts, by words; null where showing both side by side is clearer. */
export const textParts = (before: unknown, after: unknown): readonly TextPart[] | null => {
  if (typeof before !== 'string' || typeof after !== 'string') return null
  if (before.length + after.length > LONGEST) return null
  const parts = diffWordsWithSpace(before, after)
  const kept = parts
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, one) => sum + one.value.length, 0)
  if (kept < Math.max(before.length, after.length) / 4) return null
  return parts.map((part) => ({
    kind: part.added ? 'added' : part.removed ? 'removed' : 'same',
    text: part.value,
  }))
}
