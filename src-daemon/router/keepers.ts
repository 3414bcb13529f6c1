/** What has kept objects weighs: a message isn't taken from it by a description alone. */
import type { AcpPackage } from '../contract/packages.ts'
import type { Corrected } from './classifier/lesson.ts'
import type { Known } from './knowledge.ts'
import type { Scored } from './scoring.ts'

export interface KeepersDeps {
  readonly corrections: Pick<Corrected, 'of'>
  /** Whether an installed capability has kept any object. */
  readonly hasKept: ((capability: AcpPackage) => Promise<boolean>) | undefined
}

/** Only this many of those that could take a message are looked at. */
const MAX_LOOKED_AT = 5

type KnownByName = ReadonlyMap<string, Pick<Known, 'acp'>>

export const createKeepers = ({ corrections, hasKept }: KeepersDeps) => {
  /** The names of those that have kept something; none if only one could take the message. */
  const among = async (able: readonly Scored[], known: KnownByName): Promise<ReadonlySet<string>> => {
    if (hasKept === undefined || able.length < 2) return new Set()
    const kept = await Promise.all(
      able.slice(0, MAX_LOOKED_AT).map(async ({ name }) => {
        const acp = known.get(name)?.acp
        return acp !== undefined && keepsThings(acp) && (await hasKept(acp)) ? [name] : []
      }),
    )
    return new Set(kept.flat())
  }

  /**
   * Whether the best one, which keeps things and has none yet, would take the message from one that has, and the person never
   * chose it for anything.
   */
  const isTakenFrom = (
    { name: best }: Scored,
    able: readonly Scored[],
    { known, kept }: { readonly known: KnownByName; readonly kept: ReadonlySet<string> },
  ): boolean => {
    const acp = known.get(best)?.acp
    if (acp === undefined || !keepsThings(acp) || kept.has(best)) return false
    return able.some(({ name }) => kept.has(name)) && corrections.of(best).length === 0
  }

  return { among, isTakenFrom }
}

/** Servers keep nothing here, and neither do capabilities without tools of the state. */
const keepsThings = ({ claim, tools }: AcpPackage): boolean =>
  claim === undefined && tools.some(({ name }) => name.startsWith('state.'))
