import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { Database } from '../../storage/index.ts'
import type { AuthorizationInfo } from '../../contract/authorizations.ts'
import type { AuthorizationDocument } from './document.ts'

const rowSchema = z.object({
  id: z.string(),
  parent: z.string(),
  controller: z.string(),
  target: z.string(),
  actions: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  capUri: z.string().nullable(),
  /** Canonical JSON. */
  document: z.string().transform((text): unknown => JSON.parse(text)),
  issuedAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
})
/** An authorization in the database. The document decides; the columns only find and show it. */
export type AuthorizationRow = z.infer<typeof rowSchema>

const COLUMNS = `id, parent, controller, target, actions_json AS actions, cap_uri AS capUri, document_json AS document,
  issued_at AS issuedAt, expires_at AS expiresAt, revoked_at AS revokedAt`

/** How long a replaced one is kept, so that what was done with it can be proven. */
const KEPT_DAYS = 90

/** The table of authorizations. It never holds those of turns. */
export interface AuthorizationRecords {
  find(id: string): AuthorizationRow | null
  /** The newest of an install, whether valid or not. */
  newest(capUri: string): AuthorizationRow | null
  newestId(capUri: string): string | null
  add(document: AuthorizationDocument, capUri: string | null): void
  /** Ids of rows that are not revoked. */
  live(): readonly AuthorizationRow[]
  /** Those given to another party and not revoked. */
  givenTo(controller: string): readonly AuthorizationRow[]
  markRevoked(ids: readonly string[], at: Date): void
  isRevoked(id: string): boolean
  /**
   * Removes those that were replaced, or expired, long ago. The newest of each install stays, because it shows whether
   * it was revoked.
   */
  prune(now: Date): void
  /** Newest first, without those that a newer one of the same install replaced. */
  list(): readonly AuthorizationInfo[]
}

export const createAuthorizationRecords = (db: Database): AuthorizationRecords => {
  const byId = db.prepare(`SELECT ${COLUMNS} FROM authorizations WHERE id = ?`)
  const byCapability = db.prepare(
    `SELECT ${COLUMNS} FROM authorizations WHERE cap_uri = ? ORDER BY rowid DESC LIMIT 1`,
  )
  const idByCapability = db
    .prepare('SELECT id FROM authorizations WHERE cap_uri = ? ORDER BY rowid DESC LIMIT 1')
    .pluck()
  const insert = db.prepare(
    `INSERT INTO authorizations (id, parent, controller, target, actions_json, cap_uri, document_json, issued_at, expires_at)
     VALUES (@id, @parent, @controller, @target, @actions, @capUri, @document, @issuedAt, @expiresAt)`,
  )
  const unrevoked = db.prepare(`SELECT ${COLUMNS} FROM authorizations WHERE revoked_at IS NULL`)
  const given = db.prepare(
    `SELECT ${COLUMNS} FROM authorizations WHERE controller = ? AND cap_uri IS NULL AND revoked_at IS NULL`,
  )
  const revoke = db.prepare(`UPDATE authorizations SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`)
  const revoked = db.prepare(`SELECT 1 FROM authorizations WHERE id = ? AND revoked_at IS NOT NULL`).pluck()
  const REPLACED = `cap_uri IS NOT NULL AND revoked_at IS NOT NULL
     AND rowid < (SELECT max(rowid) FROM authorizations AS newer WHERE newer.cap_uri = authorizations.cap_uri)`
  const remove = db.prepare(
    `DELETE FROM authorizations WHERE (${REPLACED} AND revoked_at < @before) OR (cap_uri IS NULL AND expires_at < @before)`,
  )
  const shown = db.prepare(
    `SELECT ${COLUMNS} FROM authorizations WHERE NOT (${REPLACED}) ORDER BY rowid DESC`,
  )

  const one = (row: unknown): AuthorizationRow | null => (row === undefined ? null : rowSchema.parse(row))

  return {
    find: (id) => one(byId.get(id)),
    newest: (capUri) => one(byCapability.get(capUri)),
    newestId: (capUri) => z.string().nullish().parse(idByCapability.get(capUri)) ?? null,
    add: (document, capUri) => {
      insert.run({
        ...columnsOf(document),
        actions: JSON.stringify(document.allowedAction),
        capUri,
        document: canonicalize(document),
      })
    },
    live: () => z.array(rowSchema).parse(unrevoked.all()),
    givenTo: (controller) => z.array(rowSchema).parse(given.all(controller)),
    markRevoked: (ids, at) => {
      for (const id of ids) revoke.run(at.toISOString(), id)
    },
    isRevoked: (id) => revoked.get(id) !== undefined,
    prune: (now) => {
      remove.run({ before: new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString() })
    },
    list: () => z.array(rowSchema).parse(shown.all()).map(infoOf),
  }
}

/** The row as the owner sees it. */
export const infoOf = (row: AuthorizationRow): AuthorizationInfo => {
  const { id, parent, controller, target, actions, issuedAt, expiresAt, revokedAt, capUri } = row
  return { id, parent, controller, target, actions, issuedAt, expiresAt, revokedAt, capUri }
}

/** Whether the columns still match the document: an edited row must not show something else. */
export const agrees = (row: AuthorizationRow, document: AuthorizationDocument): boolean => {
  const columns = columnsOf(document)
  return (
    row.id === columns.id &&
    row.parent === columns.parent &&
    row.controller === columns.controller &&
    row.target === columns.target &&
    row.issuedAt === columns.issuedAt &&
    row.expiresAt === columns.expiresAt &&
    canonicalize(row.actions) === canonicalize(document.allowedAction)
  )
}

const columnsOf = ({
  id,
  parentCapability,
  controller,
  invocationTarget,
  ...rest
}: AuthorizationDocument) => ({
  id,
  parent: parentCapability,
  controller,
  target: invocationTarget,
  issuedAt: rest.proof.created,
  expiresAt: rest.expires,
})
