import { decodeChangeSet, encodeChangeSet } from '../../src-daemon/state/sync/change-set.ts'
import { findParts } from '../../src-daemon/state/sync/parts.ts'
import { NOTE, noteAccess, openTestState } from '../../src-daemon/state/testing.ts'
import { promised, toldOnly } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

/** A change set as a file: chunks, records and hashes. */
export const target: Target = {
  maxBytes: 8 * 1024,
  seeds: () => {
    const { state, create, close } = openTestState()
    try {
      const empty = state.sync.export({ scopes: null, since: null }).bytes
      const id = create({ title: 'one', body: 'a text', tags: ['x'], stars: 2 })
      const patch = { $set: { body: 'a longer text' }, $inc: { stars: 3 } }
      state.update(noteAccess, { schemaUri: NOTE, id, patch })
      const some = state.sync.export({ scopes: null, since: null }).bytes
      state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
      const purged = state.sync.export({ scopes: null, since: null }).bytes
      return [empty, some, purged, Buffer.concat([some, purged])]
    } finally {
      close()
    }
  },
  run: (input) => {
    const parts = toldOnly(() =>
      findParts({ size: input.length, read: (at, length) => input.subarray(at, at + length) }),
    )
    const covered = parts?.reduce((sum, { length }) => sum + length, 0) ?? input.length
    promised(covered === input.length, 'parts are all of the file')
    const set = decodeChangeSet(input)
    const changes = [...set.changes]
    promised(changes.length === set.count, 'all changes are there')
    const again = decodeChangeSet(encodeChangeSet({ ...set, changes }))
    promised(
      again.owner === set.owner &&
        again.heads.length === set.heads.length &&
        again.devices.length === set.devices.length &&
        [...again.changes].every(
          ({ hash }, n) => Buffer.compare(hash, changes[n]?.hash ?? Buffer.alloc(0)) === 0,
        ),
      'what was read can be written and read again',
    )
  },
}
