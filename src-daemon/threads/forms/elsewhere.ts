import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { bodyOf, type MessageItem, type ReadContent } from '../messages/read-content.ts'

/** Where the form of a request for data is, if it isn't in the message; null for any other. */
export const formAddressOf = (item: MessageItem): string | null => {
  const data = bodyOf(item, 'aitp-03-data-request', 'request_data')
  return data === null || data.form.fields !== undefined ? null : (data.form.json_url ?? null)
}

/**
 * The request with the fields of the file at its address: an object with `fields`, alone or as `form`. They are read and checked as those of
 * a message are; the words around them stay the message's.
 *
 * @throws SatchelError `thread_form_unusable`
 */
export const withFieldsOf = (item: MessageItem, file: string, read: ReadContent): MessageItem => {
  const fields: unknown = fieldsIn(file)
  const host = URL.parse(formAddressOf(item) ?? '')?.host ?? ''
  const { form: _, ...words } = item.body
  const envelope: unknown = JSON.parse(item.raw)
  const schema = isRecord(envelope) ? envelope['$schema'] : undefined
  const whole = read(JSON.stringify({ $schema: schema, request_data: { ...words, form: { fields } } }))
  const fault = whole.kind === 'message' || whole.kind === 'invalid' ? whole.faults.find(isError) : undefined
  if (whole.kind !== 'message' || fault !== undefined)
    throw unusable(host, fault === undefined ? 'fields' : `${fault.place}: ${fault.code}`)
  return { ...whole, raw: item.raw }
}

const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error'

const fieldsIn = (file: string): unknown => {
  try {
    const value: unknown = JSON.parse(file)
    const form = isRecord(value) && isRecord(value['form']) ? value['form'] : value
    return isRecord(form) ? form['fields'] : undefined
  } catch {
    return undefined // Any other file is none, either.
  }
}

const unusable = (host: string, problem: string): SatchelError =>
  new SatchelError('thread_form_unusable', { params: { host, problem: problem.slice(0, 200) } })
