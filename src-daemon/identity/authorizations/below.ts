import { SatchelError } from '../../platform/errors.ts'
import { readChain, type AuthorizationChain } from './document.ts'
import type { AuthorizationRecords, AuthorizationRow } from './records.ts'

/** Finds what depends on an authorization in the database. */
export const createBelow = ({
  records,
  now,
}: {
  readonly records: Pick<AuthorizationRecords, 'find' | 'live'>
  readonly now: () => Date
}) => {
  /** The id, and the ids of everything stored below it, at any depth. */
  const withBelow = (id: string): string[] => [
    id,
    ...records
      .live()
      .filter((row) => row.id !== id && chainOfRow(row)?.some((link) => link.id === id) === true)
      .map((row) => row.id),
  ]

  /** Whether an authorization held by another party depends on it and is still valid. */
  const isPassedOn = (id: string): boolean =>
    withBelow(id).some((one) => {
      const row = one === id ? null : records.find(one)
      return row !== null && row.revokedAt === null && Date.parse(row.expiresAt) > now().getTime()
    })

  return { withBelow, isPassedOn }
}

/** Null for a row with a damaged document: it cannot verify anything. */
const chainOfRow = (row: AuthorizationRow): AuthorizationChain | null => {
  try {
    return readChain(row.document)
  } catch (thrown) {
    if (thrown instanceof SatchelError) return null
    throw thrown
  }
}
