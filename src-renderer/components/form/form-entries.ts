import type { Form, FormField, FormSection } from '../../../src-daemon/contract/form.ts'
import { sectionsAround } from '../../../src-daemon/text/form-fields.ts'

/** A field, or a section with all the fields in it, as it stands in a form. */
export interface FormEntry {
  readonly id: string
  readonly required: boolean
  /** Null for a single field. */
  readonly section: FormSection | null
  readonly fields: readonly FormField[]
}

/** What stands directly in a section, or at the top, in the order of the form. */
export const entriesOf = (form: Form, section: string | null): readonly FormEntry[] => {
  const entries = new Map<string, FormEntry>()
  for (const field of form.fields) {
    if (field.section === section) {
      entries.set(`field ${field.id}`, {
        id: field.id,
        required: field.required,
        section: null,
        fields: [field],
      })
      continue
    }
    const inner = sectionsAround(form, field.section).find(({ parent }) => parent === section)
    if (inner === undefined) continue
    const before = entries.get(`section ${inner.id}`)?.fields ?? []
    entries.set(`section ${inner.id}`, {
      id: inner.id,
      required: inner.required,
      section: inner,
      fields: [...before, field],
    })
  }
  return [...entries.values()]
}
