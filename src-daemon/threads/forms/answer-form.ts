import type { RequestData } from '../../contract/aitp-data.ts'
import type { RequestDecision } from '../../contract/aitp-decisions.ts'
import type { FormReply, FormValue } from '../../contract/form.ts'
import type { FaultAt } from '../../contract/threads.ts'
import { SatchelError } from '../../platform/errors.ts'
import { DECLINED } from '../answers/check-answer.ts'
import { checkData, checkDecision } from '../answers/forms.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'
import { writeMessage } from '../messages/write-message.ts'
import { DECISION_FIELD } from './form-of.ts'

type Accepted = Extract<FormReply, { action: 'accept' }>

/**
 * The message that a person's reply is, for a decision or a request for data.
 *
 * @throws SatchelError `thread_message_invalid` if it doesn't fit the request, naming the field and never its value
 */
export const answerForm = (request: MessageItem, reply: FormReply): string => {
  const decision = bodyOf(request, 'aitp-02-decisions', 'request_decision')
  if (decision !== null) return answerDecision(decision, reply)
  const data = bodyOf(request, 'aitp-03-data-request', 'request_data')
  if (data !== null) return answerData(data, reply)
  throw invalid(request.type.type, '?')
}

const answerDecision = (request: RequestDecision, reply: FormReply): string => {
  const { id } = request
  if (reply.action === 'decline')
    return writeMessage('aitp-02-decisions', 'decision', {
      request_decision_id: id,
      status: 'declined',
      options: [{ id: DECLINED }],
    })
  const names = new Map(
    request.options.flatMap(({ variants = [], ...option }) =>
      // Of a variant with the id of its option nothing is shown, so that the option's name counts.
      [...variants, option].map((one) => [one.id, one.name] as const),
    ),
  )
  const options = listOf(reply.values[DECISION_FIELD]).map((value) => {
    const name = names.get(value)
    const quantity = request.type === 'products' ? (own(reply.quantities ?? {}, value) ?? 1) : undefined
    return {
      id: value,
      ...(name === undefined ? {} : { name }),
      ...(quantity === undefined ? {} : { quantity }),
    }
  })
  const body = { request_decision_id: id, options }
  refuseFaults('decision', checkDecision(request, body))
  return writeMessage('aitp-02-decisions', 'decision', body)
}

const answerData = (request: RequestData, reply: FormReply): string => {
  const asked = request.form.fields ?? []
  if (reply.action === 'decline')
    return writeMessage('aitp-03-data-request', 'data', {
      request_data_id: request.id,
      status: 'declined',
      fields: asked.length === 0 ? [{ id: DECLINED }] : asked.map(({ id }) => ({ id })),
    })
  const body = { request_data_id: request.id, fields: filledIn(asked, reply) }
  refuseFaults('data', checkData(request, body), body.fields)
  return writeMessage('aitp-03-data-request', 'data', body)
}

/** The fields in the order of the form; those that were left empty are empty, so that an answer has all of them. */
const filledIn = (asked: NonNullable<RequestData['form']['fields']>, { values }: Accepted) => {
  const known = new Set(asked.map(({ id }) => id))
  const others = Object.keys(values).filter((id) => !known.has(id))
  return [
    ...asked.map(({ id, label }) => ({
      id,
      ...(label === undefined ? {} : { label }),
      value: textOf(own(values, id)),
    })),
    // Named by the check.
    ...others.map((id) => ({ id, value: '' })),
  ]
}

/** The member of that name; ids are others' and may be names of methods. */
const own = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined

const textOf = (value: FormValue | undefined): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '')

const listOf = (value: FormValue | undefined): readonly string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [String(value)]

const refuseFaults = (
  type: string,
  faults: readonly FaultAt[],
  fields: readonly { readonly id: string }[] = [],
): void => {
  const found = faults.find(({ severity }) => severity === 'error')
  if (found === undefined) return
  const at = /^fields\[(\d+)\]/.exec(found.place)?.[1]
  const field = at === undefined ? found.detail : fields[Number(at)]?.id
  throw invalid(type, `${found.place}: ${found.code} (${found.detail ?? ''})`, field ?? undefined)
}

const invalid = (type: string, problem: string, field?: string): SatchelError =>
  new SatchelError('thread_message_invalid', {
    params: { type, problem },
    ...(field === undefined ? {} : { details: { field } }),
  })
