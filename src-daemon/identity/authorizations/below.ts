import { SatchelError } from '../../platform/errors.ts'
import { readChain, type AuthorizationChain } from './document.ts'
import type { AuthorizationRecords, AuthorizationRow } from './records.ts'

/** What hangs on an authorization in the database. */
export const createBelow = ({
  records,
  now,
}: {
  readonly records: Pick<AuthorizationRecords, 'find' | 'live'>
  readonly now: () => Date
}) => {
  /** An id and those of everything stored below it, through whatever links. */
  const withBelow = (id: string): string[] => [
    id,
    ...records
      .live()
      .filter((row) => row.id !== id && chainOfRow(row)?.some((link) => link.id === id) === true)
      .map((row) => row.id),
  ]

  /** Whether something another party has hangs on it and still counts. */
  const isPassedOn = (id: string): boolean =>
    withBelow(id).some((one) => {
      const row = one === id ? null : records.find(one)
      return row !== null && row.revokedAt === null && Date.parse(row.expiresAt) > now().getTime()
    })

  return { withBelow, isPassedOn }
}

/** Null for a row whose document was damaged: nothing can be verified through it. */
const chainOfRow = (row: AuthorizationRow): AuthorizationChain | null => {
  try {
    return readChain(row.document)
  } catch (thrown) {
    if (thrown instanceof SatchelError) return null
    throw thrown
  }
}
