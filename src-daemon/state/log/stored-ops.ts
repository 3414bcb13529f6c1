/** The stored form of ops: plain, compressed, or an object with numbered names. */
import { SatchelError } from '../../platform/errors.ts'
import type { Statements } from '../base/statements.ts'
import { decodeOps, encodeOps } from './codec.ts'
import { objectIdOf } from '../base/object-key.ts'
import { unpackOps } from './packed-ops.ts'
import { readStoredObject, storedObject, type FieldNames } from './stored-object.ts'
import type { Op, StoredOps } from './types.ts'

/**
 * Converts ops to stored bytes and back. Most are stored as DAG-CBOR; other forms begin with a zero, which that never
 * does: compressed ones continue with the number of a codec (`packed-ops.ts`), the object of a `create` with `OBJECT`.
 */
export interface OpsStore {
  /**
   * The stored form of `ops`, whose DAG-CBOR is `plain`. `isOurs`: we encoded `plain`; for others' it is checked. The
   * caller holds the transaction.
   */
  keep(
    place: { readonly schema: number; readonly objectId: string },
    ops: readonly Op[],
    plain: Uint8Array,
    isOurs: boolean,
  ): Uint8Array
  /** Null if they were purged. Throws `change_content_damaged`. */
  read(stored: StoredOps): readonly Op[] | null
  /** DAG-CBOR, as it was hashed; null if they were purged. Throws `change_content_damaged`. */
  plain(stored: StoredOps): Buffer | null
  /** After a transaction that failed, or may still fail: names added in it don't exist then. */
  forget(): void
}

const MARK = Buffer.from([0, 0x10])
const MAX_NAMES = 1000
const LONGEST_NAME = 100

interface Names {
  /** As stored: a JSON list. */
  readonly text: string
  readonly list: FieldNames
  readonly numbers: ReadonlyMap<string, number>
  /** Whether it contains all names the schema declares. */
  readonly isComplete: boolean
}

export const createOpsStore = (statement: Statements): OpsStore => {
  /** By schema. */
  const known = new Map<number, Names>()
  /** Schemas whose names match the database. */
  const sure = new Set<number>()

  const namesOf = (schema: number): Names => {
    const before = known.get(schema)
    if (before !== undefined && sure.has(schema)) return before
    const kept = statement('SELECT names FROM log_names WHERE schema = ?').pluck().get(schema)
    const text = typeof kept === 'string' ? kept : '[]'
    sure.add(schema)
    return before?.text === text ? before : remember(schema, text, false)
  }

  const remember = (schema: number, text: string, isComplete: boolean): Names => {
    const list = JSON.parse(text) as FieldNames
    const numbers = new Map(list.map((name, number) => [name, number]))
    const names = { text, list, numbers, isComplete }
    known.set(schema, names)
    return names
  }

  /** A name gets its number when the first object of the schema is stored, and keeps it. */
  const allNamesOf = (schema: number): Names => {
    const names = namesOf(schema)
    if (names.isComplete) return names
    const body = String(statement('SELECT body FROM state_schemas WHERE id = ?').pluck().get(schema))
    const all = namesIn(body, names.list)
    const text = JSON.stringify(all)
    if (text !== names.text)
      statement(
        'INSERT INTO log_names (schema, names) VALUES (?, ?) ON CONFLICT (schema) DO UPDATE SET names = excluded.names',
      ).run(schema, text)
    return remember(schema, text, true)
  }

  const keep: OpsStore['keep'] = ({ schema, objectId }, ops, plain, isOurs) => {
    const [op] = ops
    if (ops.length !== 1 || op?.op !== 'create') return plain
    const body = storedObject(op.object, objectId, allNamesOf(schema).numbers)
    if (body.length + MARK.length >= plain.length) return plain
    // Others may have encoded the same ops in other bytes, and those were hashed.
    return isOurs || encodeOps(ops).equals(plain) ? Buffer.concat([MARK, body]) : plain
  }

  const createOf = ({ schema, object_id: key }: StoredOps, ops: Buffer): readonly Op[] => {
    const objectId = objectIdOf(key)
    try {
      const object = readStoredObject(ops.subarray(MARK.length), objectId, namesOf(schema).list)
      return [{ op: 'create', object }]
    } catch (cause) {
      throw new SatchelError('change_content_damaged', { details: { objectId }, cause })
    }
  }

  return {
    keep,
    read: (stored) => {
      const { ops, ops_hash: hash } = stored
      if (ops === null) return null
      return isObject(ops) ? createOf(stored, ops) : decodeOps(unpackOps(ops, hash))
    },
    plain: (stored) => {
      const { ops, ops_hash: hash } = stored
      if (ops === null) return null
      return isObject(ops) ? encodeOps(createOf(stored, ops)) : unpackOps(ops, hash)
    },
    forget: () => {
      sure.clear()
    },
  }
}

const isObject = (ops: Buffer): boolean => ops[0] === MARK[0] && ops[1] === MARK[1]

/** The numbered names of a schema, by its body: those it had, and what it declares beyond. */
export const namesIn = (body: string, before: FieldNames = []): FieldNames =>
  [...new Set([...before, ...declaredNames(JSON.parse(body))])].slice(0, MAX_NAMES)

/** The names of members a schema declares, at any depth, each once. A user's own names aren't in a schema. */
const declaredNames = (schema: unknown, into = new Set<string>()): Set<string> => {
  if (typeof schema !== 'object' || schema === null) return into
  const members: readonly [string, unknown][] = Object.entries(schema)
  for (const [keyword, value] of members) {
    if (keyword === 'properties' && typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) if (name.length <= LONGEST_NAME) into.add(name)
    declaredNames(value, into)
  }
  return into
}
