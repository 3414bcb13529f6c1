import { isRecord } from '../../platform/is-record.ts'
import { formAddressOf } from '../forms/elsewhere.ts'
import { formOf } from '../forms/form-of.ts'
import type { MessageItem } from '../messages/read-content.ts'

/** Who we are in a transcript. */
export const US = 'user'
/** What stands for a value that only the requester may learn (aitp.md 7). */
export const MASK = '***'

/**
 * The secret values of an answer to a form, and the answer as it may be kept. Of a form at another address that wasn't loaded, any value may
 * be one.
 */
export const withoutSecrets = (
  request: MessageItem,
  raw: string,
): { readonly kept: string; readonly secrets: readonly string[] } => {
  const secret = new Set(
    formOf(request)
      ?.fields.filter((field) => field.secret)
      .map(({ id }) => id),
  )
  const isUnknown = formAddressOf(request) !== null
  const message: unknown = JSON.parse(raw)
  const data = isRecord(message) ? message['data'] : undefined
  if (
    (secret.size === 0 && !isUnknown) ||
    !isRecord(message) ||
    !isRecord(data) ||
    !Array.isArray(data['fields'])
  )
    return { kept: raw, secrets: [] }
  const secrets: string[] = []
  const fields = (data['fields'] as unknown[]).map((field) => {
    if (!isRecord(field) || typeof field['value'] !== 'string') return field
    if (!isUnknown && !secret.has(String(field['id']))) return field
    if (field['value'] === '') return field
    secrets.push(field['value'])
    return { ...field, value: MASK }
  })
  return { kept: JSON.stringify({ ...message, data: { ...data, fields } }), secrets }
}
