import type { Clock } from '../base/time.ts'
import type { Json } from '../base/json.ts'

/** When and by which replica something was written. Unique per change; the order of stamps is the same everywhere. */
export interface Stamp {
  readonly clock: Clock
  /** Names the replica. */
  readonly actor: string
  /** Number of the change within its replica and log, from 1. */
  readonly seq: number
  /** It only takes something back: whatever was written at the same time stands before it, also where that was earlier. */
  readonly yields?: boolean
}

/** Something that was written, with what its writer knew. */
export interface Write {
  readonly stamp: Stamp
  /** Whether the writer had that change before this one: what it saw, it meant to replace. */
  readonly saw: (other: Stamp) => boolean
}

/** What a change does to one field: what was meant, not only what came out, so that concurrent changes can be merged. */
export type FieldOp =
  | { readonly op: 'set'; readonly value: Json }
  | { readonly op: 'remove' }
  /** Counters. */
  | { readonly op: 'add'; readonly by: number }
  /** Grow-only sets. */
  | { readonly op: 'insert'; readonly values: readonly Json[] }
  /** Logs. */
  | { readonly op: 'append'; readonly entries: readonly Json[] }
  /** Texts and ordered lists: an Automerge change, on the text or list that the write `on` (`stampKey`) put there. */
  | { readonly op: 'edit'; readonly on: string; readonly change: Uint8Array }

/**
 * The merge rule of a field (asm.md 2). Changes reach `apply` once each and never before a change their writer had seen
 * (the log sees to both); among concurrent ones any order gives the same state.
 */
export interface Policy<State> {
  /** A field nobody has written yet. */
  readonly empty: State
  /** Pure: `state` stays as it is. */
  apply(state: State, op: FieldOp, write: Write): State
  /** What the field reads as; undefined when it is not there. */
  read(state: State): Json | undefined
  /** All concurrent values, where the rule keeps more than one (`mv_register`); else none. */
  conflicts(state: State): readonly Json[]
}

/**
 * Compares by clock, then by replica: the later one is greater. Decides between concurrent writes only: a clock that ran
 * far ahead is not followed (asm.md 2), so a write can have a smaller stamp than one it saw.
 */
export const compareStamps = (a: Stamp, b: Stamp): number =>
  a.clock < b.clock
    ? -1
    : a.clock > b.clock
      ? 1
      : a.actor < b.actor
        ? -1
        : a.actor > b.actor
          ? 1
          : a.seq - b.seq

/** A stamp as a key. */
export const stampKey = ({ clock, actor }: Stamp): string => `${clock}@${actor}`

/** By code unit, as JCS sorts. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
