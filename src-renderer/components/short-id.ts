/** An id shortened in the middle, because people compare both ends. Keeps `keep` characters at each end. */
export const shortenId = (id: string, keep = 8): string =>
  id.length <= keep * 2 + 1 ? id : `${id.slice(0, keep + prefixLength(id))}…${id.slice(-keep)}`

/** A prefix such as `did:key:` says what kind of id it is and is kept in addition. */
const prefixLength = (id: string): number => /^did:[a-z0-9]+:/.exec(id)?.[0].length ?? 0
