/** An id shortened in the middle: both ends are what people compare. `keep` characters stay at each end. */
export const shortenId = (id: string, keep = 8): string =>
  id.length <= keep * 2 + 1 ? id : `${id.slice(0, keep + prefixLength(id))}…${id.slice(-keep)}`

/** `did:key:` says what kind of name it is and is kept besides. */
const prefixLength = (id: string): number => /^did:[a-z0-9]+:/.exec(id)?.[0].length ?? 0
