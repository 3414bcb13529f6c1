import { SatchelError } from '../../platform/errors.ts'

export const queryInvalid = (path: string, problem: string): SatchelError =>
  new SatchelError('asmql_invalid', { params: { path, problem }, details: { path } })

export const unknownOperator = (path: string): SatchelError =>
  new SatchelError('asmql_unknown_operator', { params: { path }, details: { path } })

export const unknownField = (path: string): SatchelError =>
  new SatchelError('asmql_unknown_field', { params: { path }, details: { path } })

/** `problem` names the exhausted limit. */
export const costExceeded = (problem: string, details: Readonly<Record<string, unknown>>): SatchelError =>
  new SatchelError('asmql_cost_exceeded', { params: { problem }, details })
