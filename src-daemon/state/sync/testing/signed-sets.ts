import { afterEach } from 'vitest'
import { sha256 } from '../../../platform/sha256.ts'
import { encodeCbor } from '../../log/cbor.ts'
import { headerBytes } from '../../log/codec.ts'
import type { IncomingChange } from '../../log/types.ts'
import { failureOf, NOTE, noteAccess, openTestState, OWNER, type TestState } from '../../testing.ts'
import { type ChangeSet, decodeChangeSet, encodeChangeSet } from '../change-set.ts'

export type Written = Omit<ChangeSet, 'changes'> & { readonly changes: readonly IncomingChange[] }

export const all = ({ state }: TestState): Buffer =>
  Buffer.from(state.sync.export({ scopes: null, since: null }).bytes)
export const read = (file: Uint8Array): Written => {
  const set = decodeChangeSet(file)
  return { ...set, changes: [...set.changes] }
}
/** The file with other content, its hashes right again. */
export const forged = (file: Uint8Array, change: (set: Written) => Partial<Written>): Buffer => {
  const set = read(file)
  return encodeChangeSet({ ...set, ...change(set) })
}
export const refusal = ({ state }: TestState, file: Uint8Array): string =>
  failureOf(() => state.sync.import(file)).code
export const titles = async ({ state }: TestState): Promise<unknown[]> =>
  (await state.query(noteAccess, { from: NOTE })).items.map(({ object }) => object['title']).toSorted()
export const replicaOf = ({ state }: TestState): string =>
  state.sync.devices.list().find(({ isThis }) => isThis)?.replica ?? ''

/** The next change of a chain, of any writer, with correct hashes. */
export const after = (before: IncomingChange | null, more: Partial<IncomingChange> = {}): IncomingChange => {
  const seq = (before?.seq ?? 0) + 1
  const note = {
    id: '0190a0b0-0000-7000-8000-00000000000a',
    title: `planted ${String(seq)}`,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  }
  const ops = encodeCbor(before === null ? [[0, note]] : [[3, 'title', `planted ${String(seq)}`]])
  const header = {
    owner: OWNER,
    space: noteAccess.owner,
    scope: noteAccess.scope,
    actor: 'attacker',
    seq,
    clock: `019bcfe56800-${seq.toString(16).padStart(4, '0')}`,
    previous: before?.hash ?? null,
    seen: {},
    origin: { kind: 'owner', via: 'cli' } as const,
    schema: NOTE,
    object: note.id,
    kind: before === null ? ('create' as const) : ('update' as const),
    ...more,
    ops,
    opsHash: sha256(ops),
  }
  return { ...header, hash: sha256(headerBytes(header)) }
}

/** States of the owner’s devices, closed after each test. */
export const useSignedSets = () => {
  const cleanups: (() => void)[] = []
  afterEach(() => {
    for (const cleanup of cleanups.splice(0)) cleanup()
  })

  const open = (): TestState => {
    const test = openTestState()
    cleanups.push(test.close)
    return test
  }

  return { open }
}
