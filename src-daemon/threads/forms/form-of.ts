import type { DataField, RequestData } from '../../contract/aitp-data.ts'
import type { RequestDecision } from '../../contract/aitp-decisions.ts'
import type { Form, FormChoice, FormField, FormSection } from '../../contract/form.ts'
import { asksForSecret, namesSecret } from '../../lint/index.ts'
import { formChoice, formField, formOfFields, labelOf } from '../../text/index.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'

/** The one field of a decision. */
export const DECISION_FIELD = 'options'

/**
 * The form that a decision (AITP-02) or a request for data (AITP-03) is. Null for any other message, and for a form at another
 * address, which has to be fetched first.
 */
export const formOf = (item: MessageItem): Form | null => {
  const decision = bodyOf(item, 'aitp-02-decisions', 'request_decision')
  if (decision !== null) return decisionForm(decision)
  const data = bodyOf(item, 'aitp-03-data-request', 'request_data')
  return data?.form.fields === undefined ? null : dataForm(data, data.form.fields)
}

const decisionForm = ({ title, description, type, options }: RequestDecision): Form =>
  formOfFields(
    [
      formField({
        id: DECISION_FIELD,
        label: title ?? description ?? '',
        kind: type === 'checkbox' || type === 'products' ? 'choices' : 'choice',
        required: true,
        choices: options.flatMap(({ variants = [], ...option }) => [
          choiceOf(option, null),
          ...variants.filter(({ id }) => id !== option.id).map((variant) => choiceOf(variant, option.id)),
        ]),
        quantities: type === 'products',
        display: type === 'products' ? 'cards' : type === 'confirmation' ? 'buttons' : 'list',
      }),
    ],
    { title: title ?? null, description: description ?? null },
  )

type Option = Omit<RequestDecision['options'][number], 'variants'>

const choiceOf = (option: Option, variantOf: string | null): FormChoice => {
  const plan = option.quote?.payment_plans[0]
  return formChoice({
    value: option.id,
    label: (variantOf === null ? option.name : (option.short_variant_name ?? option.name)) ?? option.id,
    description: option.description ?? null,
    image: option.image_url ?? null,
    link: option.url ?? null,
    price: plan === undefined ? null : `${String(plan.amount)} ${plan.currency}`,
    stars: option.five_star_rating ?? null,
    reviews: option.reviews_count ?? null,
    variantOf,
  })
}

const dataForm = (
  { title, description, fillButtonLabel }: RequestData,
  fields: readonly DataField[],
): Form => {
  const sections = sectionsOf(fields)
  return formOfFields(
    fields.map((field) => ({
      ...fieldOf(field, [title, description]),
      section: sections.length === 0 ? null : sectionIn(field),
    })),
    {
      title: title ?? null,
      description,
      submit: fillButtonLabel ?? null,
      sections: [...sections],
    },
  )
}

/** Fields of the same kind are told apart by `section-*` in `autocomplete` (HTML, 4.10.18.7); a single section is none. */
const sectionsOf = (fields: readonly DataField[]): readonly FormSection[] => {
  const ids = [...new Set(fields.map(sectionIn).filter((id) => id !== null))]
  return ids.length < 2
    ? []
    : ids.map((id) => ({
        ...{ id, title: labelOf(id.slice(SECTION.length)) },
        ...{ description: null, parent: null, required: true },
      }))
}

const SECTION = 'section-'
const sectionIn = ({ autocomplete = '' }: DataField): string | null => {
  const [first = ''] = autocomplete.trim().toLowerCase().split(/\s+/)
  return first.startsWith(SECTION) && first.length > SECTION.length ? first : null
}

/** `around`: what the form says of itself. */
const fieldOf = (field: DataField, around: readonly (string | undefined)[]): FormField => {
  const choices = (field.options ?? []).map((one) =>
    typeof one === 'string'
      ? formChoice({ value: one, label: one })
      : formChoice({ value: one.value, label: one.label ?? one.value }),
  )
  // A list to choose from needs one.
  const isList = (field.type === 'select' || field.type === 'combobox') && choices.length > 0
  const kind = isList ? 'choice' : (KINDS.get(field.type) ?? 'text')
  return formField({
    id: field.id,
    label: field.label ?? field.id,
    description: field.description ?? null,
    kind,
    required: field.required,
    // A box that is ticked already would be consent that wasn't given.
    initial: kind === 'boolean' ? null : initialOf(field),
    choices: isList ? choices : [],
    other: isList && field.type === 'combobox',
    autocomplete: field.autocomplete ?? null,
    secret: kind !== 'boolean' && (isDeclared(field) || (!isList && isNamed(field, around))),
  })
}

/** A number is filled in as one. */
const initialOf = ({ type, default_value: given }: DataField): string | number | null =>
  type === 'number' && given !== undefined && given.trim() !== '' && Number.isFinite(Number(given))
    ? Number(given)
    : (given ?? null)

/** What a newer version or a package has besides the published types, as HTML calls it; any other is text. */
const KINDS: ReadonlyMap<string, FormField['kind']> = new Map([
  ['number', 'number'],
  ['email', 'email'],
  ['textarea', 'multiline'],
  ['tel', 'phone'],
  ['date', 'date'],
  ['datetime-local', 'date_time'],
  ['url', 'url'],
  ['checkbox', 'boolean'],
])

const SECRET: ReadonlySet<string> = new Set(['current-password', 'new-password', 'one-time-code'])

/** Whether a field says that it is for what only the requester may learn (aitp.md 7). */
const isDeclared = ({ type, autocomplete = '' }: DataField): boolean =>
  type === 'password' ||
  autocomplete
    .toLowerCase()
    .split(/\s+/)
    .some((token) => SECRET.has(token) || token.startsWith('cc-'))

/** The same in words. */
const isNamed = (
  { id, label = '', description = '' }: DataField,
  around: readonly (string | undefined)[],
): boolean =>
  namesSecret(label) || namesSecret(id) || [description, ...around].some((text = '') => asksForSecret(text))
