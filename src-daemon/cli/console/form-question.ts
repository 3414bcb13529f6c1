import type { FormPart } from '../../contract/chat.ts'
import type { Form, FormChoice, FormField } from '../../contract/form.ts'
import type { Language } from '../../contract/language.ts'
import { formOfSchema, labelOf, say, sectionsAround } from '../../text/index.ts'
import { oneLine } from './output.ts'

const MAX_CHOICES = 12
const LONGEST = 120

/**
 * What an open form still needs, as lines of text: the tool, then each missing field by its title, with its description
 * and allowed values.
 *
 * @example
 * // To run convert, this is missing:
 * // From: The unit it is in. One of: km, mi.
 */
export const formQuestion = (
  { tool, schema, missing }: Pick<FormPart, 'tool' | 'schema' | 'missing'>,
  language: Language,
): string => {
  const form = formOfSchema(schema)
  const words = (pointer: string): string => {
    const field = form.fields.find(({ id }) => id === pointer)
    return field === undefined ? titleOfPointer(form, pointer) : fieldWords(form, field, language)
  }
  return [say(language, 'cli_form_missing', { tool }), ...missing.map((pointer) => `  ${words(pointer)}`)]
    .map(oneLine)
    .join('\n')
}

/** A field's title, description and, if `listed`, its choices. */
export const fieldWords = (
  form: Form,
  field: FormField,
  language: Language,
  { listed = true }: { listed?: boolean } = {},
): string => {
  const { description, choices, kind } = field
  const key = kind === 'choices' ? 'cli_form_several' : 'cli_form_choices'
  const told = [
    ...(description === null ? [] : [firstLine(description)]),
    ...(listed && choices.length > 0 ? [say(language, key, { choices: namesOfChoices(choices) })] : []),
  ].join(' ')
  const title = fieldTitle(form, field)
  return told === '' ? title : say(language, 'cli_form_field', { title, told })
}

/** A field's title, preceded by those of its sections. */
export const fieldTitle = (form: Form, { section, label }: FormField): string =>
  [...sectionsAround(form, section).map(({ title }) => title), label].join(' › ')

/** Of a section, or of something that has no field. */
const titleOfPointer = (form: Form, pointer: string): string => {
  const around = sectionsAround(form, pointer)
  if (around.length > 0) return around.map(({ title }) => title).join(' › ')
  const names = pointer.split('/').slice(1)
  return names.map((name) => labelOf(name.replaceAll('~1', '/').replaceAll('~0', '~'))).join(' › ')
}

const namesOfChoices = (choices: readonly FormChoice[]): string => {
  const shown = choices.slice(0, MAX_CHOICES).map(({ label }) => label)
  return [...shown, ...(choices.length > MAX_CHOICES ? ['…'] : [])].join(', ')
}

const firstLine = (text: string): string => {
  const [line = ''] = text.trim().split('\n')
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line
}
