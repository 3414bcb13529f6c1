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

/** Whether nothing was said in a form yet, so that nothing is lost with it: it begins with one field. */
export const isUntouched = (form: DraftForm): boolean => {
  const { title, name, description, record, sentences, instructions, fields, actions, icon } = form
  const texts = [title, name, description, record, instructions, form.readme, ...sentences]
  return (
    texts.every((text) => text.trim() === '') &&
    fields.length <= 1 &&
    actions.length === 0 &&
    form.pictures.length === 0 &&
    icon === null
  )
}

/** What the form says that its version changed. */
export const changesOf = ({ version, changes }: Pick<DraftForm, 'version' | 'changes'>): string =>
  changes.find((one) => one.version === version)?.text ?? ''

/** The changes of all versions, with other ones for the form's own, which comes first. */
export const withChanges = (
  { version, changes }: Pick<DraftForm, 'version' | 'changes'>,
  text: string,
): DraftForm['changes'] => [
  ...(text === '' ? [] : [{ version, text }]),
  ...changes.filter((one) => one.version !== version),
]
