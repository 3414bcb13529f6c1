import type { Json } from '../base/json.ts'
import { compareStamps, type Stamp, type Write } from './types.ts'

/** A value and the write that put it there. */
export interface Written {
  readonly stamp: Stamp
  readonly value: Json
}

/** Whether `write` replaces what was written at `stamp`: its writer had seen it, or wrote it in the same change. */
export const replaces = ({ stamp: own, saw }: Write, stamp: Stamp): boolean =>
  (stamp.actor === own.actor && stamp.seq === own.seq) || saw(stamp)

/** What is left when `write` replaces all it saw. */
export const unseen = <T extends { readonly stamp: Stamp }>(all: readonly T[], write: Write): readonly T[] =>
  all.every(({ stamp }) => !replaces(write, stamp)) ? all : all.filter(({ stamp }) => !replaces(write, stamp))

/** Of concurrent writes those between which is decided: all that do not yield, unless there is no other. */
export const foremost = <T extends { readonly stamp: Stamp }>(all: readonly T[]): readonly T[] => {
  if (all.length < 2) return all
  const firm = all.filter(({ stamp }) => stamp.yields !== true)
  return firm.length === 0 ? all : firm
}

/** Decides between concurrent writes. */
export const latestOf = <T extends { readonly stamp: Stamp }>(all: readonly T[]): T | undefined => {
  let latest: T | undefined
  for (const one of foremost(all))
    if (latest === undefined || compareStamps(one.stamp, latest.stamp) > 0) latest = one
  return latest
}
