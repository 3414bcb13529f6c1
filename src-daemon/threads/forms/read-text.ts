import type { DataField, RequestData } from '../../contract/aitp-data.ts'
import type { RequestDecision } from '../../contract/aitp-decisions.ts'
import { SatchelError } from '../../platform/errors.ts'
import { suitsField } from '../answers/field-value.ts'
import { choicesOf, isOneOf } from '../messages/as-text.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'
import { answerForm } from './answer-form.ts'
import { DECISION_FIELD, formOf } from './form-of.ts'
import { folded, placeIn, spoken } from './plain-words.ts'

/** Whether what answers a request may be read from words: none of it is a secret, which a text would tell everybody. */
export const isAskedInWords = (request: MessageItem): boolean =>
  formOf(request)?.fields.every(({ secret }) => !secret) ?? false

/**
 * The message that a reply in words is, for a decision or a form that was said in words (aitp.md 3). Null if it isn't plain what is meant,
 * or if it doesn't fit: then it is talk, and the request waits.
 */
export const answerInWords = (request: MessageItem, text: string): string | null => {
  if (!isAskedInWords(request)) return null
  const decision = bodyOf(request, 'aitp-02-decisions', 'request_decision')
  const data = bodyOf(request, 'aitp-03-data-request', 'request_data')
  const chosen = decision === null ? null : readChoice(decision, text)
  const values =
    chosen !== null ? { [DECISION_FIELD]: [...chosen] } : data === null ? null : readFields(data, text)
  if (values === null) return null
  try {
    return answerForm(request, { action: 'accept', values })
  } catch (thrown) {
    if (thrown instanceof SatchelError && thrown.code === 'thread_message_invalid') return null
    throw thrown
  }
}

/** The ids of the options that a text means: by their numbers in the list, their names or their ids. */
const readChoice = (request: RequestDecision, text: string): readonly string[] | null => {
  const choices = choicesOf(request)
  const idOf = (part: string): string | null => {
    const names = spoken(part)
    const named = new Set(
      choices.flatMap(({ id, name = id }) =>
        names.includes(folded(id)) || names.some((one) => spoken(name).includes(one)) ? [id] : [],
      ),
    )
    const place = placeIn(choices.length, part)
    const numbered = place === null ? undefined : choices[place - 1]
    // Numbers as names may be in another order than the list; then it isn't plain which is meant.
    const meant = new Set([...named, ...(numbered === undefined ? [] : [numbered.id])])
    const [only] = meant
    return meant.size === 1 && only !== undefined ? only : null
  }
  const whole = idOf(text)
  if (whole !== null) return [whole]
  if (isOneOf(request)) return null
  const ids = text.split(BETWEEN).map(idOf)
  const known = ids.filter((id) => id !== null)
  return known.length === ids.length && new Set(known).size === known.length ? known : null
}

const BETWEEN = /\s*[,;、，；\n]\s*(?:(?:and|y)\s+)?|\s+(?:and|y)\s+|\s*[和と&]\s*/u

/** What a text says of each field, a line each: the field's name, a colon, the value. */
const readFields = ({ form }: RequestData, text: string): Record<string, string> | null => {
  const fields = form.fields ?? []
  const [first] = fields
  if (first !== undefined && fields.length === 1) {
    const value = CLOSED.has(first.type) ? valueOf(first, text) : null
    if (value !== null) return { [first.id]: value }
  }
  const values = new Map<string, string>()
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, label = '', said = ''] = /^\s*(?:[-*•]\s*)?([^:：]+)[:：](.*)$/su.exec(line) ?? []
    const meant = fields.filter((field) =>
      [field.id, field.label ?? field.id].map(folded).includes(folded(label)),
    )
    const [field] = meant
    if (field === undefined || meant.length > 1 || values.has(field.id)) return null
    values.set(field.id, valueOf(field, said) ?? said.trim())
  }
  return values.size === 0 ? null : Object.fromEntries(values)
}

/** Fields whose answers can't be taken for talk. */
const CLOSED: ReadonlySet<DataField['type']> = new Set(['number', 'email', 'tel', 'select'])

/** The value that is meant; of a list, the one it has under that name. Null if the field has no such value. */
const valueOf = (field: DataField, text: string): string | null => {
  const said = text.trim()
  if (said === '') return null
  const options = (field.options ?? []).map((one) =>
    typeof one === 'string'
      ? { value: one, label: one }
      : { value: one.value, label: one.label ?? one.value },
  )
  const isList = options.length > 0 && (field.type === 'select' || field.type === 'combobox')
  if (isList) {
    const meant = options.filter(({ value, label }) => [value, label].map(folded).includes(folded(said)))
    return meant.length === 1 ? (meant[0]?.value ?? null) : null
  }
  return suitsField(field, said) ? said : null
}
