import type { Clock } from '../base/time.ts'
import type { Json } from '../base/json.ts'
import { isNamed } from '../base/names.ts'

/** When and by which replica something was written. Unique per change; stamps have the same order everywhere. */
export interface Stamp {
  readonly clock: Clock
  /** The time by which it is compared, if its replica has since retracted a clock that was ahead. */
  readonly time?: Clock | undefined
  /** The replica's name. */
  readonly actor: string
  /** Number of the change within its replica and log, from 1. */
  readonly seq: number
  /** It is a revert: anything written at the same time takes precedence, even if it was earlier. */
  readonly yields?: boolean
}

/** A write, with what its writer knew. */
export interface Write {
  readonly stamp: Stamp
  /** Whether the writer had seen that change: it meant to replace what it saw. */
  readonly saw: (other: Stamp) => boolean
}

/** What a change does to one field: the intent, not only the result, so that concurrent changes can be merged. */
export type FieldOp =
  | { readonly op: 'set'; readonly value: Json }
  | { readonly op: 'remove' }
  /** Counters. */
  | { readonly op: 'add'; readonly by: number }
  /** Grow-only sets. */
  | { readonly op: 'insert'; readonly values: readonly Json[] }
  /** Logs. */
  | { readonly op: 'append'; readonly entries: readonly Json[] }
  /** Texts and ordered lists: an Automerge change to the text or list created by the write `on` (`stampKey`). */
  | { readonly op: 'edit'; readonly on: string; readonly change: Uint8Array }

/**
 * The merge rule of a field (asm.md 2). Each change reaches `apply` once and never before a change its writer had seen
 * (the log ensures both); among concurrent ones any order gives the same state.
 */
export interface Policy<State> {
  /** The state before any write. */
  readonly empty: State
  /** Pure: `state` isn't changed. */
  apply(state: State, op: FieldOp, write: Write): State
  /** The field's value; undefined if it is absent. */
  read(state: State): Json | undefined
  /** All concurrent values, if the rule keeps more than one (`mv_register`); else none. */
  conflicts(state: State): readonly Json[]
}

/**
 * Compares by clock, then by replica: the later one is greater. Only decides between concurrent writes: a clock that
 * ran far ahead isn't followed (asm.md 2), so a write can have a smaller stamp than one it saw.
 */
export const compareStamps = (a: Stamp, b: Stamp): number =>
  compareText(timeOf(a), timeOf(b)) || compareText(a.actor, b.actor) || a.seq - b.seq

/** The time by which a stamp is compared. */
export const timeOf = ({ clock, time }: Stamp): Clock => time ?? clock

/** A stamp as a key. */
export const stampKey = ({ clock, actor }: Stamp): string => `${clock}@${actor}`

/** Whether `key` is of this stamp, also if it was made when fewer branches of its replica were known. */
export const isStampKey = (key: string, { clock, actor }: Stamp): boolean =>
  clockOf(key) === clock && isNamed(actor, key.slice(clock.length + 1))

/** The clock of a `stampKey`. */
export const clockOf = (key: string): Clock => key.slice(0, Math.max(0, key.indexOf('@')))

/** By code unit, as JCS sorts. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
