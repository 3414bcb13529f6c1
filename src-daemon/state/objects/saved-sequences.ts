import type { Change, OpLog } from '../log/types.ts'
import { type Plan, planOf } from '../merge/plan.ts'
import { sequenceAt } from '../merge/sequence-at.ts'
import { replayedChange } from './merging.ts'
import type { LoggedSequence } from '../sequences/types.ts'
import type { Schema } from '../schema/schema.ts'
import { isSnapshotDue, type SequenceSnapshot, type Snapshots } from '../sequences/snapshots.ts'

/** A text or list to edit, and what its next snapshot depends on. */
export interface SavedSequence {
  readonly sequence: LoggedSequence
  /** Bytes of edits since the snapshot, and bytes of the snapshot; 0 without one. */
  readonly editedBytes: number
  readonly size: number
}

export interface SavedSequences {
  /** Null when nothing is there. */
  load(schema: Schema, id: string, path: readonly string[]): SavedSequence | null
  /** Saves the result of `save` if there were enough edits to be worth it. Returns the new counts. */
  keep(
    place: {
      readonly schema: Schema
      readonly id: string
      readonly path: readonly string[]
      readonly on: string
    },
    counted: Pick<SavedSequence, 'editedBytes' | 'size'>,
    save: () => Uint8Array | null,
  ): Pick<SavedSequence, 'editedBytes' | 'size'>
}

export interface SavedSequencesDeps {
  readonly log: Pick<OpLog, 'ofObject' | 'saw'>
  readonly snapshots: Snapshots
}

/** Texts and lists from their last snapshot and the edits since; from the log alone if there is no snapshot. */
export const createSavedSequences = ({ log, snapshots }: SavedSequencesDeps): SavedSequences => {
  const load: SavedSequences['load'] = (schema, id, path) => {
    const snapshot = snapshots.find({ schema: schema.row, objectId: id, path })
    const kind = kindOf(planOf(schema.shape), path)
    if (snapshot !== null && kind !== null) {
      const edits = editsSince(snapshot, log.ofObject(schema.row, id, undefined, snapshot.position), path)
      if (edits !== null) {
        const { on, saved, size } = snapshot
        return {
          sequence: { kind, on, base: null, saved, changes: edits },
          editedBytes: bytesOf(edits),
          size,
        }
      }
    }
    const sequence = sequenceAt(
      planOf(schema.shape),
      log.ofObject(schema.row, id).map((change) => replayedChange(log, change)),
      path,
    )
    return sequence && { sequence, editedBytes: bytesOf(sequence.changes), size: 0 }
  }

  const keep: SavedSequences['keep'] = ({ schema, id, path, on }, counted, save) => {
    if (!isSnapshotDue(counted.editedBytes, counted.size)) return counted
    const saved = save()
    if (saved === null) return { ...counted, editedBytes: 0 }
    const place = { schema: schema.row, objectId: id, path }
    const size = snapshots.write(place, { on, saved }, schema.annotations.compression)
    return { editedBytes: 0, size }
  }

  return { load, keep }
}

/** The edits of a field after its snapshot; null if anything else was done to it, or to a parent of it. */
const editsSince = (
  { on }: SequenceSnapshot,
  changes: readonly Change[],
  path: readonly string[],
): readonly Uint8Array[] | null => {
  const edits: Uint8Array[] = []
  for (const op of changes.flatMap(({ ops }) => ops ?? [])) {
    if (!('path' in op)) return null
    if (!op.path.every((name, n) => name === path[n])) continue
    if (op.op !== 'edit' || op.on !== on) return null
    edits.push(op.change)
  }
  return edits
}

const kindOf = (plan: Plan, path: readonly string[]): 'text' | 'list' | null => {
  const node = plan.at(path)
  if (node?.kind !== 'field') return null
  return node.policy === 'rga_text' ? 'text' : node.policy === 'ordered_list' ? 'list' : null
}

const bytesOf = (changes: readonly Uint8Array[]): number =>
  changes.reduce((sum, { length }) => sum + length, 0)
