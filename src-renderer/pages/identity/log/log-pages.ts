import type { SignatureRecord } from '../../../../src-daemon/contract/identity.ts'

/**
 * The lines known so far (newest first) with a fresh first page put before them. Where the page does not reach down to them
 * there may be lines between, so only the page stays.
 */
export const withNewest = (
  known: readonly SignatureRecord[],
  page: readonly SignatureRecord[],
): readonly SignatureRecord[] => {
  const last = page.at(-1)
  if (last === undefined) return []
  const at = known.findIndex((record) => record.id === last.id)
  return at === -1 ? page : [...page, ...known.slice(at + 1)]
}

/** What a log is filtered by; empty = anything. */
export interface LogFilter {
  readonly search: string
  readonly keyId: string
}

/** The lines that match. `wordsOf`: a line in the words it is shown in. */
export const filtered = (
  records: readonly SignatureRecord[],
  filter: LogFilter,
  wordsOf: (record: SignatureRecord) => readonly string[],
): readonly SignatureRecord[] => {
  const wanted = folded(filter.search)
  return records.filter(
    (record) =>
      (filter.keyId === '' || record.keyId === filter.keyId) &&
      (wanted === '' || folded([record.digest, record.keyId, ...wordsOf(record)].join(' ')).includes(wanted)),
  )
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
