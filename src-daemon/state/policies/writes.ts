import type { Json } from '../base/json.ts'
import { compareStamps, type Stamp, type Write } from './types.ts'

/** A value and the stamp of its write. */
export interface Written {
  readonly stamp: Stamp
  readonly value: Json
}

/** Whether `write` replaces what was written at `stamp`: its writer had seen it, or wrote it in the same change. */
export const replaces = ({ stamp: own, saw }: Write, stamp: Stamp): boolean =>
  (stamp.actor === own.actor && stamp.seq === own.seq) || saw(stamp)

/** What remains after `write` has replaced everything it saw. */
export const unseen = <T extends { readonly stamp: Stamp }>(all: readonly T[], write: Write): readonly T[] =>
  all.every(({ stamp }) => !replaces(write, stamp)) ? all : all.filter(({ stamp }) => !replaces(write, stamp))

/** The concurrent writes to choose between: all that don't yield, or all if every one yields. */
export const foremost = <T extends { readonly stamp: Stamp }>(all: readonly T[]): readonly T[] => {
  if (all.length < 2) return all
  const firm = all.filter(({ stamp }) => stamp.yields !== true)
  return firm.length === 0 ? all : firm
}

/** The winner among concurrent writes. */
export const latestOf = <T extends { readonly stamp: Stamp }>(all: readonly T[]): T | undefined => {
  let latest: T | undefined
  for (const one of foremost(all))
    if (latest === undefined || compareStamps(one.stamp, latest.stamp) > 0) latest = one
  return latest
}
