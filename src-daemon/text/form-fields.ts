import type { Form, FormChoice, FormField, FormSection, FormValues } from '../contract/form.ts'

/** What most fields of a form have. */
const PLAIN: Omit<FormField, 'id' | 'label' | 'kind'> = {
  description: null,
  required: false,
  initial: null,
  choices: [],
  other: false,
  quantities: false,
  display: 'menu',
  min: null,
  max: null,
  section: null,
  autocomplete: null,
  secret: false,
}

/** A field with what is unusual about it. */
export const formField = (
  field: Pick<FormField, 'id' | 'label' | 'kind'> & Partial<FormField>,
): FormField => ({
  ...PLAIN,
  ...field,
})

/** A choice with what is unusual about it. */
export const formChoice = (
  choice: Pick<FormChoice, 'value' | 'label'> & Partial<FormChoice>,
): FormChoice => ({
  description: null,
  image: null,
  link: null,
  price: null,
  stars: null,
  reviews: null,
  variantOf: null,
  ...choice,
})

/** A form of these fields, with no other words. */
export const formOfFields = (
  fields: readonly FormField[],
  words: Partial<Omit<Form, 'fields'>> = {},
): Form => ({
  title: null,
  description: null,
  submit: null,
  sections: [],
  ...words,
  fields: [...fields],
})

/** What a form begins with. A box that has to be answered begins unticked: that is an answer, too. */
export const initialValues = ({ fields }: Form): FormValues =>
  Object.fromEntries(
    fields.flatMap(({ id, kind, required, initial }) => {
      const value = initial ?? (kind === 'boolean' && required ? false : null)
      return value === null ? [] : [[id, value] as const]
    }),
  )

/** The value of a field; ids are others' and may be names of methods. */
export const formValue = (values: FormValues, id: string): FormValues[string] | undefined =>
  Object.hasOwn(values, id) ? values[id] : undefined

/** The sections around a field, from the outside. */
export const sectionsAround = (
  { sections }: Pick<Form, 'sections'>,
  id: string | null,
): readonly FormSection[] => {
  const around: FormSection[] = []
  for (let at = id; at !== null && around.length < sections.length;) {
    const section = sections.find((one) => one.id === at)
    if (section === undefined) break
    around.unshift(section)
    at = section.parent
  }
  return around
}
