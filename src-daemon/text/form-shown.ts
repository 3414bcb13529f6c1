import { formValueSchema, type Form, type FormChoice, type FormField } from '../contract/form.ts'
import { fieldProblem, isEmpty } from './form-problems.ts'
import { splitHidden } from './hidden-characters.ts'

/** Characters that a card has room for; what is longer would push away who asks. */
const LONGEST = {
  title: 300,
  description: 4000,
  submit: 60,
  label: 300,
  help: 1000,
  price: 80,
  /** A value behind a label that another choice has, too. */
  value: 60,
} as const
/** What a box of one line shows of its text. */
const ONE_LINE = 80

/**
 * A foreign form as a person may be asked it, so that what is shown is what is sent: texts are cut to what a card has room for, choices
 * that would be read as the same have their values beside them, secrets are texts, and a field begins with nothing but what it shows in
 * full and would be taken as an answer. Ids and values stay.
 */
export const shownForm = (form: Form): Form => ({
  title: cutOrNull(form.title, LONGEST.title),
  description: cutOrNull(form.description, LONGEST.description),
  submit: cutOrNull(form.submit, LONGEST.submit),
  fields: form.fields.map(shownField),
  sections: form.sections.map((section) => ({
    ...section,
    title: cut(section.title, LONGEST.title),
    description: cutOrNull(section.description, LONGEST.help),
  })),
})

const shownField = (given: FormField): FormField => {
  const field = {
    ...given,
    label: cut(given.label, LONGEST.label),
    description: cutOrNull(given.description, LONGEST.help),
    choices: distinct(given.choices.map(shownChoice)),
    // Only a text is hidden while it is typed.
    kind: given.secret && !CHOSEN.has(given.kind) ? ('text' as const) : given.kind,
  }
  return withShownInitial(field)
}

const CHOSEN: ReadonlySet<FormField['kind']> = new Set(['choice', 'choices', 'boolean'])
const MULTILINE: ReadonlySet<FormField['kind']> = new Set(['multiline', 'json'])

/** What a field begins with goes with what is sent, so it is taken only if the field shows all of it. */
const withShownInitial = (field: FormField): FormField => {
  const { initial, kind, secret } = field
  if (initial === null) return field
  const isAnswer =
    formValueSchema.safeParse(initial).success && !isEmpty(initial) && fieldProblem(field, initial) === null
  if (secret || !isAnswer) return { ...field, initial: null }
  if (typeof initial !== 'string' || MULTILINE.has(kind) || fitsOneLine(initial)) return field
  if (kind === 'text') return { ...field, kind: 'multiline' }
  const isInList = kind === 'choice' && field.choices.some(({ value }) => value === initial)
  return isInList && !field.other ? field : { ...field, initial: null }
}

const fitsOneLine = (text: string): boolean => text.length <= ONE_LINE && !/[\r\n]/.test(text)

const shownChoice = (choice: FormChoice): FormChoice => ({
  ...choice,
  label: cut(choice.label, LONGEST.label),
  description: cutOrNull(choice.description, LONGEST.help),
  price: cutOrNull(choice.price, LONGEST.price),
  image: webAddress(choice.image),
  link: webAddress(choice.link),
})

/** An address that may be opened or loaded: of the web, and without a name in front of its host. */
const webAddress = (text: string | null): string | null => {
  const url = URL.parse(text ?? '')
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? text : null
}

/** Choices whose labels would be read as the same, beside each other, with their values. */
const distinct = (choices: readonly FormChoice[]): FormChoice[] => {
  const key = ({ label, variantOf }: FormChoice): string => JSON.stringify([variantOf, asRead(label)])
  const counts = Map.groupBy(choices, key)
  return choices.map((choice, index) => {
    if ((counts.get(key(choice)) ?? []).length < 2) return choice
    const value = choice.value.length > LONGEST.value ? `#${String(index + 1)}` : choice.value
    return { ...choice, label: `${choice.label} (${value})` }
  })
}

/** A label as somebody reads it: without what isn't seen, in one case, with single blanks. */
const asRead = (label: string): string =>
  splitHidden(label.normalize('NFKC'))
    .map((part) => (part.hidden ? '' : part.text))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase()

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text
const cutOrNull = (text: string | null, longest: number): string | null =>
  text === null ? null : cut(text, longest)
