import type { Capability } from '../messages/capabilities.ts'
import type { Actor } from './actors.ts'

/**
 * The version of each capability to use among all of these: the highest major that everyone declared (aitp.md 3). It is worked out anew
 * whenever somebody joins, leaves or declares something else. A capability without one isn't in it.
 *
 * @example
 * commonMajors([{ id: 'a', majors: new Map([['aitp-02-decisions', new Set([1, 2])]]) },
 *   { id: 'b', majors: new Map([['aitp-02-decisions', new Set([1])]]) }]) // Map { 'aitp-02-decisions' => 1 }
 */
export const commonMajors = (actors: readonly Actor[]): ReadonlyMap<Capability, number> => {
  const [first, ...others] = actors
  const common = new Map<Capability, number>()
  for (const [capability, majors] of first?.majors ?? []) {
    const shared = [...majors].filter((major) =>
      others.every((other) => other.majors.get(capability)?.has(major) === true),
    )
    if (shared.length > 0) common.set(capability, Math.max(...shared))
  }
  return common
}
