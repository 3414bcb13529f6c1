import type { FaultAt, ThreadFault } from '../../contract/threads.ts'

/** A fault that makes its message invalid. */
export const fault = (place: string, code: ThreadFault, detail: string | null = null): FaultAt => ({
  place,
  code,
  severity: 'error',
  detail: detail === null ? null : cut(detail),
})

/** Something to know about a message that counts all the same. */
export const note = (place: string, code: ThreadFault, detail: string | null = null): FaultAt => ({
  ...fault(place, code, detail),
  severity: 'note',
})

export const hasErrors = (faults: readonly FaultAt[]): boolean =>
  faults.some(({ severity }) => severity === 'error')

/** The same faults, with places below `place`. */
export const below = (place: string, faults: readonly FaultAt[]): readonly FaultAt[] =>
  faults.map((one) => ({ ...one, place: joined(place, one.place) }))

export const joined = (place: string, inner: string): string =>
  inner === '' ? place : inner.startsWith('[') ? `${place}${inner}` : `${place}.${inner}`

const MAX_DETAIL = 200
const cut = (text: string): string => text.slice(0, MAX_DETAIL).toWellFormed()
