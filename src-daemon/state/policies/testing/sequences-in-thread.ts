import { openDocument, readSequence } from '../../sequences/automerge.ts'
import type { Sequence, Sequences } from '../../sequences/types.ts'

const MAX_REMEMBERED = 1000

/** Automerge in this thread, for tests: no worker to start, and results of reads are cached. */
export const createSequencesInThread = (): Pick<Sequences, 'read' | 'edit'> => {
  const numbers = new WeakMap<Uint8Array, number>()
  const remembered = new Map<string, string>()
  let count = 0

  const numberOf = (change: Uint8Array): number => {
    const number = numbers.get(change) ?? (count += 1)
    numbers.set(change, number)
    return number
  }

  const read = (sequence: Sequence): ReturnType<Sequences['read']> => {
    const key = JSON.stringify([sequence.kind, sequence.base, sequence.changes.map(numberOf)])
    const text = remembered.get(key) ?? JSON.stringify(readSequence(sequence))
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(key, text)
    return JSON.parse(text) as ReturnType<Sequences['read']>
  }

  const edit: Sequences['edit'] = ({ actor, after, load }) => {
    const document = openDocument(load(), actor)
    try {
      return document.edit(after)
    } finally {
      document.free()
    }
  }

  return { read, edit }
}
