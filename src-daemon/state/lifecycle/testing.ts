import { failureOf, noteAccess, openTestState, type TestState } from '../testing.ts'
import type { StateAccess } from '../schema/schema.ts'
import type { JsonRecord } from '../../contract/state.ts'
import type { StateLifecycle } from './lifecycle.ts'

export const DAY = 24 * 60 * 60 * 1000
export const START = Date.UTC(2026, 0, 31, 12)

/** State whose clock the test sets. */
export interface TestLife extends TestState {
  /** Milliseconds since 1970. */
  clock: { now: number }
  /** Registers a schema of the note capability; gives its URI. */
  register(name: string, rest: object): string
  make(schemaUri: string, object: JsonRecord): string
  update(schemaUri: string, id: string, patch: unknown): void
  /** The object as returned by a read; null if it isn't there. */
  read(schemaUri: string, id: string): JsonRecord | null
  /** Purges at a confirmed time. */
  purge: StateLifecycle['purge']
  /** Whether the text is anywhere in state's tables. */
  isKept(text: string): boolean
}

export const access: StateAccess = { ...noteAccess, scope: 'sc:life' }

export const openTestLife = (): TestLife => {
  const clock = { now: START }
  const test = openTestState(() => clock.now)
  const { state, db } = test
  return {
    ...test,
    clock,
    register: (name, rest) => {
      const schema = { $id: `did:nuwa:cap:note:state:${name}#v1`, type: 'object', ...rest }
      state.registerSchema({ owner: access.owner, scope: access.scope, title: name, schema })
      return schema.$id
    },
    make: (schemaUri, object) => state.create(access, { schemaUri, object }).object.id,
    update: (schemaUri, id, patch) => {
      state.update(access, { schemaUri, id, patch })
    },
    read: (schemaUri, id) => {
      try {
        return state.get({ schemaUri, id }).object
      } catch (thrown) {
        const error = failureOf(() => {
          throw thrown
        })
        if (error.code !== 'not_found') throw thrown
        return null
      }
    },
    purge: (options) => {
      state.lifecycle.confirmClock()
      return state.lifecycle.purge(options)
    },
    isKept: (text) => {
      const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
      return tables.some((name) =>
        db
          .prepare(`SELECT * FROM "${String(name)}"`)
          .all()
          .some((row) =>
            Object.values(row as object).some((value) =>
              value instanceof Uint8Array
                ? Buffer.from(value).includes(text)
                : typeof value === 'string' && value.includes(text),
            ),
          ),
      )
    },
  }
}

const scalar = { type: 'string' }
/** A log whose entries have a timestamp, and expire after fourteen days. */
export const logSchema = {
  'x-asm': { container: 'log', 'x-ttl': 'P14D' },
  properties: {
    id: scalar,
    name: scalar,
    entries: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: scalar, text: scalar, timestamp: { type: 'string', format: 'date-time' } },
      },
    },
  },
}

/** Objects that expire a day after their `timestamp`, or after their last change. */
export const ttlSchema = {
  'x-ttl': 'P1D',
  properties: { id: scalar, title: scalar, timestamp: { type: 'string', format: 'date-time' } },
}

/** A map like MemoryStore. */
export const memorySchema = {
  'x-asm': {
    container: 'map',
    valueRef: '#/$defs/Item',
    'x-retention': { window: 'P90D', strategy: 'evict_low_importance' },
  },
  properties: { id: scalar, items: { type: 'object' } },
  $defs: {
    Item: {
      type: 'object',
      properties: {
        value: scalar,
        importance: { type: 'number' },
        createdAt: { type: 'string', format: 'date-time' },
      },
      required: ['value', 'importance', 'createdAt'],
    },
  },
}

export const at = (ms: number): string => new Date(ms).toISOString()
