/**
 * Numbers for logs, objects and origins, so that a change needn't repeat them: it takes 128 bytes of at most 160
 * (bench: stored per change of one field).
 */
import { SatchelError } from '../../platform/errors.ts'
import type { Statements } from '../base/statements.ts'
import { isUuid, objectKey } from '../base/object-key.ts'
import { changeOriginSchema, type ChangeOrigin } from '../../contract/state.ts'
import type { LogKey } from './types.ts'

/** Names that changes refer to by number: logs, objects and origins. Those used are cached in memory. */
export interface InternTable {
  /** Number of the log, which is created if it is new. */
  log(key: LogKey): number
  findLog(key: LogKey): number | null
  logOf(id: number): LogKey
  object(schema: number, objectId: string): number
  findObject(schema: number, objectId: string): number | null
  /** Looks up those that aren't cached, with one query. Returns what was found, and whether it was deleted for good. */
  load(
    schema: number,
    objectIds: Iterable<string>,
  ): readonly { readonly object: number; readonly isGone: boolean }[]
  origin(owner: string, origin: ChangeOrigin): number
  originOf(id: number): { readonly owner: string; readonly origin: ChangeOrigin }
  /** After a failed transaction, which discards what was added in it. */
  forget(): void
}

const MAX_REMEMBERED = 10_000

interface Source {
  readonly owner: string
  readonly body: string
  readonly conversation: string | null
  readonly turn: string | null
  readonly call: string | null
}

export const createInternTable = (statement: Statements): InternTable => {
  const logs = new Map<number, LogKey>()
  /** By schema and id. */
  const objects = new Map<string, number>()
  const keyOfObject = (schema: number, objectId: string): string => `${String(schema)} ${objectId}`
  const origins = new Map<string, number>()
  const originsById = new Map<number, { owner: string; origin: ChangeOrigin }>()
  let last: { readonly owner: string; readonly given: ChangeOrigin; readonly id: number } | null = null

  const remember = <K, V>(map: Map<K, V>, key: K, value: V): V => {
    if (map.size >= MAX_REMEMBERED) map.clear()
    map.set(key, value)
    return value
  }

  const findLog: InternTable['findLog'] = ({ owner, scope }) => {
    const id = statement('SELECT id FROM state_logs WHERE owner = ? AND scope = ?').pluck().get(owner, scope)
    return typeof id === 'number' ? id : null
  }

  const log: InternTable['log'] = (key) =>
    findLog(key) ??
    Number(
      statement('INSERT INTO state_logs (owner, scope) VALUES (?, ?)').run(key.owner, key.scope)
        .lastInsertRowid,
    )

  const logOf: InternTable['logOf'] = (id) =>
    logs.get(id) ??
    remember(logs, id, statement('SELECT owner, scope FROM state_logs WHERE id = ?').get(id) as LogKey)

  const findObject = (schema: number, objectId: string): number | null => {
    const known = objects.get(keyOfObject(schema, objectId))
    if (known !== undefined) return known
    const id = statement('SELECT id FROM log_objects WHERE schema = ? AND object_id = ?')
      .pluck()
      .get(schema, objectKey(objectId))
    if (typeof id !== 'number') return null
    remember(objects, keyOfObject(schema, objectId), id)
    return id
  }

  const load: InternTable['load'] = (schema, objectIds) => {
    // Others are few, and looked up when needed.
    const ids = [...objectIds].filter(
      (id) => isUuid(id) && objects.get(keyOfObject(schema, id)) === undefined,
    )
    const rows = statement(
      `SELECT j.key, o.id, o.gone FROM json_each(?) j CROSS JOIN log_objects o
       ON o.schema = +? AND o.object_id = unhex(j.value)`,
    )
      .raw()
      .all(JSON.stringify(ids.map((id) => id.replaceAll('-', ''))), schema)
    return (rows as (readonly [place: number, object: number, gone: number])[]).map(
      ([place, object, gone]) => {
        remember(objects, keyOfObject(schema, ids[place] ?? ''), object)
        return { object, isGone: gone === 1 }
      },
    )
  }

  const object = (schema: number, objectId: string): number => {
    const known = findObject(schema, objectId)
    if (known !== null) return known
    const made = statement('INSERT INTO log_objects (schema, object_id) VALUES (?, ?)').run(
      schema,
      objectKey(objectId),
    )
    const id = Number(made.lastInsertRowid)
    remember(objects, keyOfObject(schema, objectId), id)
    return id
  }

  const origin = (owner: string, given: ChangeOrigin): number => {
    // Consecutive changes usually share theirs.
    if (last?.given === given && last.owner === owner) return last.id
    const id = lookUp(owner, given)
    last = { owner, given, id }
    return id
  }

  const lookUp = (owner: string, given: ChangeOrigin): number => {
    const key = keyOf(owner, given)
    return origins.get(key) ?? remember(origins, key, findOrigin(owner, given) ?? makeOrigin(owner, given))
  }

  const findOrigin = (owner: string, given: ChangeOrigin): number | null => {
    const { body, conversation, turn, call } = split(owner, given)
    const id = statement(
      // The signs: see `earlier.ts`.
      `SELECT o.id FROM log_origins o JOIN log_sources s ON s.id = o.source
       WHERE o.turn IS +? AND o.call IS +? AND o.conversation IS +? AND s.owner = +? AND s.body = +?`,
    )
      .pluck()
      .get(turn, call, conversation, owner, body)
    return typeof id === 'number' ? id : null
  }

  const makeOrigin = (owner: string, given: ChangeOrigin): number => {
    const { body, conversation, turn, call } = split(owner, given)
    statement('INSERT INTO log_sources (owner, body) VALUES (?, ?) ON CONFLICT DO NOTHING').run(owner, body)
    const made = statement(
      `INSERT INTO log_origins (source, conversation, turn, call)
       SELECT id, ?, ?, ? FROM log_sources WHERE owner = ? AND body = ?`,
    ).run(conversation, turn, call, owner, body)
    return Number(made.lastInsertRowid)
  }

  const originOf: InternTable['originOf'] = (id) => {
    const known = originsById.get(id)
    if (known !== undefined) return known
    const row = statement(
      `SELECT s.owner, s.body, o.conversation, o.turn, o.call FROM log_origins o JOIN log_sources s ON s.id = o.source
       WHERE o.id = ?`,
    ).get(id)
    if (row === undefined) throw new SatchelError('internal')
    return remember(originsById, id, join(row as Source))
  }

  return {
    log,
    findLog,
    logOf,
    object,
    findObject,
    load,
    origin,
    originOf,
    forget: () => {
      logs.clear()
      objects.clear()
      origins.clear()
      originsById.clear()
      last = null
    },
  }
}

/** A text that differs if the origin does; cheaper than encoding it. */
const keyOf = (owner: string, origin: ChangeOrigin): string => {
  if (origin.kind === 'owner' && origin.reverts === undefined) return `${owner}\n${origin.via}`
  if (origin.kind === 'owner') return JSON.stringify([owner, origin])
  if (origin.kind === 'system') return `${owner}\n\n${origin.reason}`
  if (origin.kind === 'agent') return JSON.stringify([owner, 'agent', origin.did])
  const { capability, version, packageSha256, conversationId, turnId, callId } = origin
  const { integrity = null, keepers = null } = origin
  return JSON.stringify([
    ...[owner, capability, version, packageSha256],
    ...[conversationId, turnId, callId, integrity, keepers],
  ])
}

/** Splits an origin into what stays the same from call to call, and what doesn't. */
const split = (owner: string, origin: ChangeOrigin): Source => {
  if (origin.kind !== 'capability')
    return { owner, body: JSON.stringify(origin), conversation: null, turn: null, call: null }
  const { conversationId, turnId, callId, ...rest } = origin
  return { owner, body: JSON.stringify(rest), conversation: conversationId, turn: turnId, call: callId }
}

const join = ({ owner, body, conversation, turn, call }: Source): { owner: string; origin: ChangeOrigin } => {
  const rest = JSON.parse(body) as Record<string, unknown>
  const ids = rest['kind'] === 'capability' && { conversationId: conversation, turnId: turn, callId: call }
  return { owner, origin: changeOriginSchema.parse({ ...rest, ...ids }) }
}
