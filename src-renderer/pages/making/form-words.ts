import type { DraftForm } from '../../../src-daemon/contract/drafts.ts'

/** The name a title suggests: its Latin letters and digits in small, words joined by `-`; empty if it has none. */
export const nameOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '')

/** What people type as the name of a field, as one: `finished on` becomes `finished_on`. */
export const fieldName = (typed: string): string => typed.trimStart().replaceAll(/[\s-]+/gu, '_')

/** Whether nothing was said in a form yet, so that nothing is lost with it. */
export const isUntouched = ({
  title,
  name,
  description,
  record,
  sentences,
  instructions,
}: DraftForm): boolean =>
  [title, name, description, record, instructions, ...sentences].every((text) => text.trim() === '')
