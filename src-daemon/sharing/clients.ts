import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { sha256Hex } from '../platform/sha256.ts'
import type { Database } from '../storage/index.ts'
import { clientNameSchema, sharedClientSchema, type Grant, type SharedClient } from '../contract/sharing.ts'

/** The stored programs that the owner shares with. Of tokens only the hash is stored. */
export interface SharedClients {
  find(name: string): SharedClient | null
  /** Errors: `share_client_unknown`. */
  get(name: string): SharedClient
  ofToken(token: string): SharedClient | null
  list(): readonly SharedClient[]
  /**
   * Records that it connected; an unknown one waits for the owner. False if too many wait already and nothing
   * was recorded.
   */
  seen(name: string, software: string | null): boolean
  called(name: string): void
  allow(grant: Grant): SharedClient
  refuse(name: string): SharedClient
  issueToken(name: string): string
  revokeToken(name: string): void
  remove(name: string): void
}

/** How many unknown programs can wait; more are not recorded, so that the list cannot be flooded. */
const MAX_WAITING = 50

const COLUMNS = `name, status, surface, exposed, token_at AS tokenAt, software, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt, calls`

export const createSharedClients = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): SharedClients => {
  const one = db.prepare(`SELECT ${COLUMNS} FROM share_clients WHERE name = ?`)
  const byToken = db.prepare(`SELECT ${COLUMNS} FROM share_clients WHERE token_sha256 = ?`)
  const all = db.prepare(`SELECT ${COLUMNS} FROM share_clients ORDER BY status = 'asked' DESC, name`)
  const waiting = db.prepare(`SELECT count(*) FROM share_clients WHERE status = 'asked'`).pluck()
  const insert = db.prepare(
    `INSERT INTO share_clients (name, status, surface, exposed, first_seen_at, calls)
     VALUES (@name, @status, 'auto', '[]', @at, 0) ON CONFLICT (name) DO NOTHING`,
  )
  const grant = db.prepare(
    `UPDATE share_clients SET status = 'allowed', exposed = @exposed, surface = coalesce(@surface, surface) WHERE name = @name`,
  )
  const refuse = db.prepare(`UPDATE share_clients SET status = 'refused', exposed = '[]' WHERE name = ?`)
  const touch = db.prepare(
    'UPDATE share_clients SET last_seen_at = @at, software = coalesce(@software, software) WHERE name = @name',
  )
  const count = db.prepare(
    'UPDATE share_clients SET calls = calls + 1, last_seen_at = @at WHERE name = @name',
  )
  const token = db.prepare(
    'UPDATE share_clients SET token_sha256 = @sha256, token_at = @at WHERE name = @name',
  )
  const remove = db.prepare('DELETE FROM share_clients WHERE name = ?')

  const at = (): string => now().toISOString()

  const find: SharedClients['find'] = (name) => clientOrNull(one.get(name))

  const get: SharedClients['get'] = (name) => {
    const found = find(name)
    if (found === null)
      throw new SatchelError('share_client_unknown', { params: { name }, details: { name } })
    return found
  }

  return {
    find,
    get,
    ofToken: (given) => clientOrNull(byToken.get(sha256Hex(given))),
    list: () => all.all().map((row) => clientOf(row)),
    seen: db.transaction((name: string, software: string | null) => {
      if (find(name) === null) {
        if (z.int().parse(waiting.get()) >= MAX_WAITING) return false
        insert.run({ name, status: 'asked', at: at() })
      }
      touch.run({ name, software, at: at() })
      return true
    }),
    called: (name) => {
      count.run({ name, at: at() })
    },
    allow: db.transaction(({ name, exposed, surface }: Grant) => {
      insert.run({ name, status: 'allowed', at: at() })
      grant.run({ name, exposed: JSON.stringify([...new Set(exposed)].sort()), surface: surface ?? null })
      return get(name)
    }),
    refuse: (name) => {
      get(name)
      refuse.run(name)
      return get(name)
    },
    issueToken: (name) => {
      get(name)
      const made = `satchel_${randomBytes(32).toString('base64url')}`
      token.run({ name, sha256: sha256Hex(made), at: at() })
      return made
    },
    revokeToken: (name) => {
      get(name)
      token.run({ name, sha256: null, at: null })
    },
    remove: (name) => {
      get(name)
      remove.run(name)
    },
  }
}

/** A program's own name in a form that can be stored: without invisible characters, and not too long. */
export const nameFrom = (said: string): string => {
  const plain = said
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._@/()+-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 64)
    .replace(/[^\p{L}\p{M}\p{N})+]+$/u, '')
  return clientNameSchema.safeParse(plain).success ? plain : 'unnamed'
}

const rowSchema = z.looseObject({ exposed: z.string().transform((text): unknown => JSON.parse(text)) })

const clientOf = (row: unknown): SharedClient => sharedClientSchema.parse(rowSchema.parse(row))

const clientOrNull = (row: unknown): SharedClient | null => (row === undefined ? null : clientOf(row))
