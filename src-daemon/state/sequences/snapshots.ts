import { createHash } from 'node:crypto'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { COMPRESSIONS, type Compression } from '../schema/annotations.ts'
import { objectKey } from '../base/object-key.ts'
import type { Statements } from '../base/statements.ts'
import { compress, decompress, DEFAULT_COMPRESSION } from './compression.ts'

/**
 * Bytes of edits since the last snapshot that make a new one worth its cost; for larger ones, as many bytes as the
 * snapshot itself has.
 */
const LEAST_BYTES = 16_384
/** Documents aren't larger: a whole object has 32 MiB (asm.md 3). */
const MAX_BYTES = 1 << 28

/** A text or list of an object. */
export interface SnapshotPlace {
  /** Row of the schema. */
  readonly schema: number
  readonly objectId: string
  readonly path: readonly string[]
}

/** A text or list after the change at `position` of the log. */
export interface SequenceSnapshot {
  readonly position: number
  /** `stampKey` of the write that created it. */
  readonly on: string
  /** The result of `Sequences.save`. */
  readonly saved: Uint8Array
  /** Its stored size in bytes. */
  readonly size: number
}

export interface Snapshots {
  /** Null if there is none. A damaged one is reported, removed, and treated as missing: the log has everything. */
  find(place: SnapshotPlace): SequenceSnapshot | null
  /**
   * Replaces the earlier one, as part of the caller's transaction, after the last change it contains. Returns its size.
   */
  write(
    place: SnapshotPlace,
    snapshot: Pick<SequenceSnapshot, 'on' | 'saved'>,
    compression: Compression | null,
  ): number
}

export interface SnapshotsDeps {
  readonly statement: Statements
  /** Receives damaged snapshots (`snapshot_damaged`), for the log. */
  readonly report: (problem: SatchelError) => void
}

/** Whether to save a field again that has this many bytes of edits since its snapshot of `size` bytes (0: none). */
export const isSnapshotDue = (editedBytes: number, size: number): boolean =>
  editedBytes >= Math.max(LEAST_BYTES, size)

interface Row {
  readonly object: number
  readonly position: number
  readonly base: string
  readonly compression: string
  readonly hash: Buffer
  readonly body: Buffer
}

/** Saved documents of texts and lists that are edited (migration 0014); purging the log deletes them. */
export const createSnapshots = ({ statement, report }: SnapshotsDeps): Snapshots => {
  const find: Snapshots['find'] = ({ schema, objectId, path }) => {
    const row = statement(
      `SELECT s.object, s.position, s.base, s.compression, s.hash, s.body FROM sequence_snapshots s
       JOIN log_objects o ON o.id = s.object WHERE o.schema = ? AND o.object_id = ? AND s.path = ?`,
    ).get(schema, objectKey(objectId), JSON.stringify(path)) as Row | undefined
    if (row === undefined) return null
    try {
      return { position: row.position, on: row.base, saved: open(row), size: row.body.length }
    } catch (cause) {
      report(
        new SatchelError('snapshot_damaged', {
          params: { problem: toSatchelError(cause).message },
          details: { objectId, path },
          cause,
        }),
      )
      statement('DELETE FROM sequence_snapshots WHERE object = ? AND path = ?').run(
        row.object,
        JSON.stringify(path),
      )
      return null
    }
  }

  const write: Snapshots['write'] = ({ schema, objectId, path }, { on, saved }, compression) => {
    const codec = compression ?? DEFAULT_COMPRESSION
    const body = compress(codec, saved)
    statement(
      `INSERT OR REPLACE INTO sequence_snapshots (object, path, position, base, compression, hash, body)
       SELECT id, ?, (SELECT max(position) FROM changes), ?, ?, ?, ? FROM log_objects
       WHERE schema = ? AND object_id = ?`,
    ).run(JSON.stringify(path), on, codec, sha256(saved), body, schema, objectKey(objectId))
    return body.length
  }

  return { find, write }
}

const open = ({ compression, hash, body }: Row): Uint8Array => {
  const codec = COMPRESSIONS.find((name) => name === compression)
  if (codec === undefined) throw new Error(`unknown compression ${compression}`)
  const saved = decompress(codec, body, MAX_BYTES)
  if (!sha256(saved).equals(hash)) throw new Error('its hash is another one')
  return saved
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
