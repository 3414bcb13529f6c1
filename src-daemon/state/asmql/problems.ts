import { SatchelError } from '../../platform/errors.ts'
import { nearestName } from '../../platform/nearest-name.ts'

export const queryInvalid = (path: string, problem: string): SatchelError =>
  new SatchelError('asmql_invalid', { params: { path, problem }, details: { path } })

export const unknownOperator = (path: string): SatchelError =>
  new SatchelError('asmql_unknown_operator', { params: { path }, details: { path } })

export const unknownField = (path: string): SatchelError =>
  new SatchelError('asmql_unknown_field', { params: { path }, details: { path } })

/** `known`: the valid members; the message suggests the one that was probably meant, else lists all. */
export const unknownMember = (path: string, name: string, known: readonly string[]): SatchelError =>
  new SatchelError('asmql_unknown_member', {
    params: { path, near: nearestName(name, known) ?? 'none', known: known.join(', ') },
    details: { path },
  })

/** `problem` names the exhausted limit. */
export const costExceeded = (problem: string, details: Readonly<Record<string, unknown>>): SatchelError =>
  new SatchelError('asmql_cost_exceeded', { params: { problem }, details })
