import type { SignatureRecord } from '../../../../src-daemon/contract/identity.ts'

/**
 * Puts a fresh first page before the loaded lines (newest first). If the two don't overlap there may be lines in
 * between, so only the page is kept.
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

/** The filter of a log; empty = anything. */
export interface LogFilter {
  readonly search: string
  readonly keyId: string
}

/** The matching lines. `wordsOf` gives the text a line is shown with. */
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
