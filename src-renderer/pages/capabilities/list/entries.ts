import type { CapabilityEntry } from '../../../../src-daemon/contract/capability-overview.ts'
import { needsAttention } from '../../../components/capability-entry.ts'

/** The parts of the list, in the order of the chips. */
export const FILTERS = ['all', 'package', 'server', 'skill', 'attention'] as const
export type EntryFilter = (typeof FILTERS)[number]

export const SORTS = ['name', 'used', 'tokens'] as const
export type EntrySort = (typeof SORTS)[number]

/** The searchable texts of each entry, normalized once for all searches. */
export type Searchable = ReadonlyMap<string, string>

export const searchable = (entries: readonly CapabilityEntry[]): Searchable =>
  new Map(
    entries.map(({ id, title, description, source, tools }) => [
      id,
      folded([title, id, description, source, ...tools].join(' ')),
    ]),
  )

/** The entries of a part that match every word of the search, in order; those never used come last. */
export const shownEntries = (
  entries: readonly CapabilityEntry[],
  wanted: { text: string; filter: EntryFilter; sort: EntrySort; texts: Searchable },
): readonly CapabilityEntry[] => {
  const words = folded(wanted.text).split(/\s+/u).filter(Boolean)
  return entries
    .filter((entry) => isOf(entry, wanted.filter))
    .filter(({ id }) => words.every((word) => wanted.texts.get(id)?.includes(word) === true))
    .toSorted((a, b) => ORDERS[wanted.sort](a, b) || byName(a, b))
}

/** Whether an entry belongs to the part a chip shows. */
export const isOf = (entry: CapabilityEntry, filter: EntryFilter): boolean => {
  if (filter === 'all') return true
  return filter === 'attention' ? needsAttention(entry) : entry.kind === filter
}

const collator = new Intl.Collator(undefined, { numeric: true })
const byName = (a: CapabilityEntry, b: CapabilityEntry): number => collator.compare(a.title, b.title)

const ORDERS: Readonly<Record<EntrySort, (a: CapabilityEntry, b: CapabilityEntry) => number>> = {
  name: byName,
  used: (a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''),
  tokens: (a, b) => b.tokens - a.tokens,
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
