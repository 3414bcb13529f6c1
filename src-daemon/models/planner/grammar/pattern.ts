/**
 * A pattern of the grammar's own words. What comes from elsewhere (a message, a schema) is put through `escaped()` first, and
 * only a message's first few hundred characters are read.
 */
export const patternFrom = (source: string, flags: string): RegExp => new RegExp(source, flags)
