/** A step of a query plan, classified so that it can be explained. */
export type PlanStep =
  | { readonly kind: 'index'; readonly fields: string }
  | { readonly kind: 'words' | 'id' | 'scan' | 'sort' | 'elements' | 'other' }

/** Classifies a line of SQLite's EXPLAIN QUERY PLAN. */
export const planStep = (line: string): PlanStep => {
  // The full-text index names its MATCH; other virtual tables are `json_each` over a list.
  if (/VIRTUAL TABLE/i.test(line)) return { kind: /INDEX \d+:\S*M/.test(line) ? 'words' : 'elements' }
  if (/TEMP B-TREE/i.test(line)) return { kind: 'sort' }
  const index = /USING (?:COVERING )?INDEX \S+(?: \(([^)]*)\))?/i.exec(line)
  if (index !== null) return { kind: 'index', fields: index[1] ?? '' }
  if (/USING (?:INTEGER )?PRIMARY KEY/i.test(line)) return { kind: 'id' }
  if (/json_each/i.test(line)) return { kind: 'elements' }
  return /^\W*SCAN/i.test(line) ? { kind: 'scan' } : { kind: 'other' }
}
