import {
  formSchema,
  type Form,
  type FormField,
  type FormReply,
  type FormValue,
} from '../../src-daemon/contract/form.ts'
import { questionOf, elicitResultOf } from '../../src-daemon/mcp/sessions/elicitation.ts'
import { SatchelError } from '../../src-daemon/platform/errors.ts'
import { createSchemaChecker } from '../../src-daemon/schemas/index.ts'
import { formProblems, initialValues, objectOfForm, shownForm } from '../../src-daemon/text/index.ts'
import { answerForm } from '../../src-daemon/threads/forms/answer-form.ts'
import { formOf } from '../../src-daemon/threads/forms/form-of.ts'
import { openContentReader, type MessageItem } from '../../src-daemon/threads/messages/read-content.ts'
import { COLOURS, FORM, NUMBER, structured } from '../../src-daemon/threads/testing/examples.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const read = await openContentReader()
const schemas = createSchemaChecker()

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', default: 'Ann', minLength: 1, maxLength: 80 },
    size: {
      type: 'string',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
      default: 's',
    },
    tags: { type: 'array', items: { anyOf: [{ const: 1, title: 'One' }, { const: 'a' }] } },
    age: { type: 'integer', minimum: 0, default: 7 },
    day: { type: 'string', format: 'date', default: '2026-01-01' },
    ok: { type: 'boolean', default: true },
    key: { type: 'string', format: 'password' },
  },
  required: ['name', 'ok'],
}

/** What a person could answer to a field, by what it shows alone. */
const answerTo = ({ kind, choices, initial }: FormField): FormValue => {
  if (initial !== null) return initial
  if (kind === 'choice') return choices.at(-1)?.value ?? ''
  if (kind === 'choices') return choices.slice(0, 2).map(({ value }) => value)
  if (kind === 'number' || kind === 'integer') return 7
  if (kind === 'boolean') return true
  if (kind === 'texts') return ['a']
  return kind === 'date'
    ? '2026-01-01'
    : kind === 'date_time'
      ? '2026-01-01T10:00'
      : kind === 'json'
        ? '{}'
        : 'a@b.example'
}

/** A form as it is shown: complete, bounded, its choices told apart, beginning with nothing that isn't an answer. */
const checkShown = (form: Form): Form => {
  const shown = shownForm(form)
  promised(formSchema.safeParse(shown).success, 'what is shown is a form')
  const ids = ({ fields }: Form) =>
    JSON.stringify(fields.map(({ id, choices }) => [id, choices.map(({ value }) => value)]))
  promised(ids(shown) === ids(form), 'what is answered is what was asked')
  const initial = initialValues(shown)
  for (const field of shown.fields) {
    if (field.initial !== null)
      promised(
        !formProblems({ ...shown, fields: [field] }, initial).has(field.id),
        'what it begins with is an answer',
      )
    promised(!field.secret || field.initial === null, 'a secret begins empty')
    const top = field.choices.filter(({ variantOf }) => variantOf === null).map(({ label }) => label)
    const values = new Set(field.choices.map(({ value }) => value))
    if (values.size === field.choices.length)
      promised(new Set(top).size === top.length, 'no two choices are called the same')
  }
  promised(
    JSON.stringify(shownForm(shown)).length <= JSON.stringify(shown).length + 1000,
    'it can be shown again',
  )
  return shown
}

const checkMessage = (item: MessageItem): void => {
  const form = item.faults.some(({ severity }) => severity === 'error') ? null : formOf(item)
  if (form === null) return
  const shown = checkShown(form)
  const values = Object.fromEntries(shown.fields.map((field) => [field.id, answerTo(field)]))
  for (const reply of [{ action: 'decline' }, { action: 'accept', values }] satisfies FormReply[]) {
    const answer = answered(item, reply)
    if (answer !== null) promised(read(answer).kind === 'message', 'an answer is a message')
  }
}

const answered = (item: MessageItem, reply: FormReply): string | null => {
  try {
    return answerForm(item, reply)
  } catch (thrown) {
    if (thrown instanceof SatchelError) return null // It says at which field.
    throw thrown
  }
}

/** A question that another agent, a package or a server asks the person: the form it becomes, and the answer to it. */
export const target: Target = {
  maxBytes: 4 * 1024,
  seeds: () => [
    JSON.stringify({ message: 'Who are you?', requestedSchema: schema }),
    JSON.stringify({ message: 'Open it', mode: 'url', url: 'https://a.example/' }),
    structured('aitp-02-decisions', 'request_decision', COLOURS),
    structured('aitp-02-decisions', 'request_decision', { ...NUMBER, type: 'products' }),
    structured('aitp-03-data-request', 'request_data', FORM),
    structured('aitp-03-data-request', 'request_data', {
      ...{ id: 'f', title: 'Your passphrase', description: 'x', fillButtonLabel: 'Go' },
      form: {
        fields: [
          { id: 'a', type: 'checkbox', default_value: 'true' },
          { id: 'b', type: 'select', options: ['x', { label: 'x', value: 'y' }], default_value: 'x' },
          { id: 'c', type: 'combobox', options: ['x'], default_value: 'z' },
          { id: 'd', type: 'datetime-local', default_value: '2026-01-01T10:00', required: true },
          { id: 'e', type: 'tel', autocomplete: 'one-time-code' },
        ],
      },
    }),
  ],
  run: (input) => {
    const text = input.toString('utf8')
    const item = read(text)
    if (item.kind === 'message') checkMessage(item)
    const params = parsed(text)
    if (params === null) return
    const elicited = questionOf(params as never)
    if (elicited?.question.kind !== 'form') return
    const shown = checkShown(elicited.question.form)
    const values = Object.fromEntries(shown.fields.map((field) => [field.id, answerTo(field)]))
    const content = elicitResultOf({ action: 'accept', values }, elicited.schema)
    promised(content.action === 'accept', 'an answer is given')
    if (elicited.schema !== null) checked(elicited.schema, objectOfForm(elicited.schema, values))
  },
}

const checked = (own: Readonly<Record<string, unknown>>, object: unknown): void => {
  try {
    schemas.checkAtOnce(own, object)
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.constructor.name !== 'SchemaRefusal') throw thrown
  }
}

const parsed = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null // The other half of the target.
  }
}
