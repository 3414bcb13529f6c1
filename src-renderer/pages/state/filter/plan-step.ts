/** A step of a query plan as the database names it, in a kind a person can be told. */
export type PlanStep =
  | { readonly kind: 'index'; readonly fields: string }
  | { readonly kind: 'words' | 'id' | 'scan' | 'sort' | 'elements' | 'other' }

/** Takes the line of SQLite's EXPLAIN QUERY PLAN for what it means. */
export const planStep = (line: string): PlanStep => {
  // The word index names its MATCH; what else is virtual takes the items of a list apart.
  if (/VIRTUAL TABLE/i.test(line)) return { kind: /INDEX \d+:\S*M/.test(line) ? 'words' : 'elements' }
  if (/TEMP B-TREE/i.test(line)) return { kind: 'sort' }
  const index = /USING (?:COVERING )?INDEX \S+(?: \(([^)]*)\))?/i.exec(line)
  if (index !== null) return { kind: 'index', fields: index[1] ?? '' }
  if (/USING (?:INTEGER )?PRIMARY KEY/i.test(line)) return { kind: 'id' }
  if (/json_each/i.test(line)) return { kind: 'elements' }
  return /^\W*SCAN/i.test(line) ? { kind: 'scan' } : { kind: 'other' }
}
