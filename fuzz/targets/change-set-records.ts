import { isRecord } from '../../src-daemon/platform/is-record.ts'
import { sha256 } from '../../src-daemon/platform/sha256.ts'
import { type CborValue, encodeCbor } from '../../src-daemon/state/log/cbor.ts'
import { headerBytes } from '../../src-daemon/state/log/codec.ts'
import type { IncomingChange } from '../../src-daemon/state/log/types.ts'
import { signedSet } from '../../src-daemon/state/sync/testing.ts'
import { NOTE, noteSchema, openTestState, OWNER } from '../../src-daemon/state/testing.ts'
import { promised, toldOnly } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const OBJECT = '0190a0b0-0000-7000-8000-000000000001'
const note = {
  id: OBJECT,
  title: 'one',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const create = { kind: 'create', ops: [[0, note]] }
const opsOf = (...ops: readonly unknown[][]) => ({ ops })

/** Another device's records with correct hashes: each input is a JSON list of changes that differ from a plain one. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () =>
    [
      [create],
      [create, opsOf([3, 'title', 'two'], [9, 'updatedAt', 1767225600000])],
      [create, opsOf([6, 'tags', ['x', 'y']], [5, 'stars', 2], [8, 'body', 'x', 'y'])],
      [create, opsOf([3, ['place', 'city'], 'Ōsaka'], [4, ['place', 'zip']])],
      [create, opsOf([7, 'journal', [{ id: 'a' }]], [3, 'parts', [{ name: 'a', n: 1 }]])],
      [create, { kind: 'delete', ops: [[1]] }],
      [create, { kind: 'delete', ops: [[2]] }, { ops: null }],
      [create, { actor: 'b', seq: 1, seen: { a: 1 }, ops: [[3, 'title', 'three']] }],
      [{ ...create, schema: 'did:nuwa:state:other#v1', origin: { kind: 'system', reason: 'x' } }],
    ].map((changes) => JSON.stringify(changes)),
  run: (input) => {
    const said = jsonOf(input.toString('utf8'))
    if (said === null || said.length > 20) return
    const file = fileOf(said)
    if (file === null) return
    const here = openTestState()
    try {
      here.db.pragma('synchronous = OFF')
      const { applied } = here.state.sync.import(file)
      promised(here.state.sync.check().ok, 'an imported log is whole')
      if (applied === 0) return
      promised(here.state.sync.import(file).applied === 0, 'nothing is applied twice')
      const exported = here.state.sync.export({ scopes: null, since: null }).bytes
      const there = openTestState()
      try {
        there.db.pragma('synchronous = OFF')
        there.state.sync.import(exported)
        promised(shown(there) === shown(here), 'another device shows the same')
      } finally {
        there.close()
      }
    } finally {
      here.close()
    }
  },
}

const jsonOf = (text: string): unknown[] | null => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const shown = ({ state }: ReturnType<typeof openTestState>): string =>
  JSON.stringify(toldOnly(() => state.get({ schemaUri: NOTE, id: OBJECT }).object) ?? 'nothing')

/** Null if it isn't anything that can be written. */
const fileOf = (said: readonly unknown[]): Buffer | null => {
  let before: IncomingChange | null = null
  const changes: IncomingChange[] = []
  try {
    for (const one of said) {
      before = changeOf(isRecord(one) ? one : {}, before)
      changes.push(before)
    }
    const schema = { uri: NOTE, space: 'did:nuwa:cap:note', scope: 'sc:note', title: 'Note' }
    return signedSet(changes, { schemas: [{ ...schema, body: JSON.stringify(noteSchema) }] })
  } catch {
    return null
  }
}

const changeOf = (
  { ops: given = [[3, 'title', 'two']], ...more }: Readonly<Record<string, unknown>>,
  before: IncomingChange | null,
): IncomingChange => {
  const ops = given === null ? null : encodeCbor(given as CborValue)
  const seq = (before?.seq ?? 0) + 1
  const header = {
    ...{ owner: OWNER, space: 'did:nuwa:cap:note', scope: 'sc:note', actor: 'a', seq },
    ...{
      clock: `018bcfe56800-${seq.toString(16).padStart(4, '0')}`,
      previous: before?.hash ?? null,
      seen: {},
    },
    ...{ origin: { kind: 'owner', via: 'cli' }, schema: NOTE, object: OBJECT, kind: 'update' },
    ...more,
    ...{ ops, opsHash: sha256(ops ?? '') },
  } as Omit<IncomingChange, 'hash'>
  return { ...header, hash: sha256(headerBytes(header)) }
}
