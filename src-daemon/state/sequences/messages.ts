/** The messages between client and worker. Each has one answer. */
import type { MessagePort } from '../../platform/worker-threads.ts'
import type { Json } from '../base/json.ts'
import type { DocumentAnswer, DocumentRequest } from './documents.ts'
import type { Sequence, SequenceKind } from './types.ts'

/** The worker's start data. `signal[0]` counts answers, until it is `ENDED`; the client sleeps on it. */
export interface WorkerStart {
  readonly port: MessagePort
  readonly signal: Int32Array<SharedArrayBuffer>
}

/** Set by a worker as it ends: there will be no more answers. */
export const ENDED = -1

/** All changes concatenated: a message with thousands of byte arrays takes long to copy. */
export interface PackedSequence {
  readonly kind: SequenceKind
  readonly base: Json
  readonly bytes: Uint8Array
  readonly lengths: readonly number[]
  readonly saved: Uint8Array | null
}

type Packed<T> = T extends { readonly sequence: unknown }
  ? Omit<T, 'sequence'> & { readonly sequence: Exclude<T['sequence'], Sequence> | PackedSequence }
  : never
export type WorkerRequest = Packed<DocumentRequest>

/** `memory`: bytes used by Automerge and the worker's values. `invalid`: the sequence is invalid, not the worker. */
export type WorkerAnswer =
  | { readonly ok: true; readonly answer: DocumentAnswer; readonly memory: number }
  | { readonly ok: false; readonly invalid: boolean; readonly problem: string }

export const packSequence = ({ kind, base, changes, saved }: Sequence): PackedSequence => ({
  kind,
  base: saved === undefined ? base : null,
  bytes: Uint8Array.from(Buffer.concat(changes)),
  lengths: changes.map(({ length }) => length),
  saved: saved === undefined ? null : Uint8Array.from(saved),
})

export const unpackSequence = ({ kind, base, bytes, lengths, saved }: PackedSequence): Sequence => {
  let end = 0
  const changes = lengths.map((length) => bytes.subarray(end, (end += length)))
  return { kind, base, changes, ...(saved === null ? {} : { saved }) }
}
