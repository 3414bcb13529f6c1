/** What the lists that are followed say, by package and by author. */
import semver from 'semver'
import type { Advisory, Recommendation } from '../../contract/advisories.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Blocked, TrustContent } from './format.ts'

/** A version of a package, as lists name it. */
export interface Named {
  readonly name: string
  readonly version: string
  readonly sha256: string
  /** Its author's DID. */
  readonly author: string
}

export interface Lookup {
  /** The lists that block a version, in the owner's order. */
  advisories(of: Named): readonly Advisory[]
  recommendations(author: string): readonly Recommendation[]
  /** DIDs of all recommended authors. */
  readonly recommended: readonly string[]
}

export const createLookup = (
  lists: readonly { readonly name: string; readonly content: TrustContent }[],
): Lookup => {
  const blocked = Map.groupBy(
    lists.flatMap(({ name: list, content }) => content.blocked.map((entry) => ({ list, entry }))),
    ({ entry }) => `${entry.package} ${entry.author}`,
  )
  const recommended = Map.groupBy(
    lists.flatMap(({ name: list, content }) =>
      content.recommended.map(({ author, contact = null }) => ({ list, author, contact })),
    ),
    ({ author }) => author,
  )
  return {
    advisories: (of) => {
      const found = new Map<string, Advisory>()
      for (const { list, entry } of blocked.get(`${of.name} ${of.author}`) ?? [])
        if (!found.has(list) && isMeant(entry, of))
          found.set(list, { list, reason: cleanText(entry.reason, 500) })
      return [...found.values()]
    },
    recommendations: (author) =>
      [...Map.groupBy(recommended.get(author) ?? [], ({ list }) => list)].map(([list, [first]]) => ({
        list,
        contact: first?.contact ?? null,
      })),
    recommended: [...recommended.keys()],
  }
}

const isMeant = ({ versions, sha256 }: Blocked, of: Named): boolean => {
  if (sha256 !== undefined) return sha256 === of.sha256
  return versions === undefined || semver.satisfies(of.version, versions, { includePrerelease: true })
}
