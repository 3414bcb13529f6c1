import { looksLike } from '../lint/index.ts'
import type { AcpPackage, LookAlike } from '../contract/packages.ts'

/**
 * An installed package of another author that this one could be taken for, by its title or its name; null if there is none.
 * The owner's own packages can't deceive.
 */
export const lookAlikeOf = (
  acp: AcpPackage,
  installed: readonly AcpPackage[],
  isOwn: (did: string) => boolean,
): LookAlike | null => {
  if (isOwn(acp.author.did)) return null
  const found = installed.find(
    (other) =>
      other.name !== acp.name &&
      other.author.did !== acp.author.did &&
      (looksLike(joined(other.title), joined(acp.title)) || looksLike(other.name, acp.name)),
  )
  return found === undefined ? null : { name: found.name, title: found.title, author: found.author.did }
}

/** Blanks between letters don't make it another title. */
const joined = (title: string): string => title.replaceAll(/\s/gu, '')
