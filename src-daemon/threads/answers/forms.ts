import type { Data, RequestData } from '../../contract/aitp-data.ts'
import type { Decision, RequestDecision } from '../../contract/aitp-decisions.ts'
import type { FaultAt } from '../../contract/threads.ts'
import { fault, note } from '../core/faults.ts'
import { suitsField } from './field-value.ts'

/** Checks a decision: only what was offered, one of it unless several may be chosen, and whole quantities. */
export const checkDecision = (
  { options, type }: RequestDecision,
  { options: chosen }: Decision,
): FaultAt[] => {
  const names = new Map(
    options.flatMap(({ id, name, variants = [] }) => [
      ...variants.map((variant) => [variant.id, variant.name] as const),
      [id, name] as const,
    ]),
  )
  const faults = chosen.flatMap(({ id, name, quantity }, n): FaultAt[] => {
    const place = `options[${String(n)}]`
    if (!names.has(id)) return [fault(`${place}.id`, 'not_offered', id)]
    const offered = names.get(id)
    return [
      ...(name === undefined || offered === undefined || name === offered
        ? []
        : [note(`${place}.name`, 'renamed', `${name} ≠ ${offered}`)]),
      ...(quantity === undefined || (Number.isSafeInteger(quantity) && quantity > 0)
        ? []
        : [fault(`${place}.quantity`, 'quantity', String(quantity))]),
    ]
  })
  const isOne = type !== 'checkbox' && type !== 'products'
  if (isOne && chosen.length > 1) faults.push(fault('options', 'too_many_chosen', String(chosen.length)))
  const ids = new Set<string>()
  for (const [n, { id }] of chosen.entries()) {
    if (ids.has(id)) faults.push(fault(`options[${String(n)}].id`, 'duplicate_id', id))
    ids.add(id)
  }
  return faults
}

/** Checks the fields of an answer. Faults name fields, never what was filled in: it may be a secret. */
export const checkData = ({ form }: RequestData, { fields: filled }: Data): FaultAt[] => {
  // The fields are at another address, which isn't fetched here.
  if (form.fields === undefined) return []
  const asked = new Map(form.fields.map((field) => [field.id, field]))
  const values = new Map<string, string>()
  const faults = filled.flatMap(({ id, value = '', encryption }, n): FaultAt[] => {
    const place = `fields[${String(n)}]`
    const field = asked.get(id)
    if (field === undefined) return [fault(`${place}.id`, 'not_asked', id)]
    if (values.has(id)) return [fault(`${place}.id`, 'duplicate_id', id)]
    values.set(id, value)
    return encryption !== undefined || suitsField(field, value)
      ? []
      : [fault(`${place}.value`, 'field_value', `${id}: ${field.type}`)]
  })
  const missing = form.fields.filter(({ id, required }) => required && (values.get(id) ?? '').trim() === '')
  return [...faults, ...missing.map(({ id }) => fault('fields', 'required', id))]
}
