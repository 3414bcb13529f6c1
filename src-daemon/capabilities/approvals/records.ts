import { z } from 'zod'
import { notingDown, type Database } from '../../storage/index.ts'
import { capabilityOf } from '../activity/record-row.ts'
import { activityRecordSchema } from '../../contract/capabilities.ts'
import {
  approvalDecisionSchema,
  approvalSchema,
  settledRequestSchema,
  type Approval,
  type ApprovalDecision,
  type ApprovalRequest,
  type DecidedBy,
  type SettledRequest,
} from '../../contract/approvals.ts'
import type { JudgedCall } from './judged-call.ts'
import { createUseCounter, type Uses } from './use-counter.ts'

/** A standing approval as stored; only the sources know whether it is outdated. */
export const approvalRowSchema = approvalSchema.omit({ state: true }).extend({
  /** Null for all tools of the capability. */
  toolId: z.string().nullable(),
  /** SHA-256 of the approved definition: of the tool, or of the whole capability. */
  definition: z.string(),
  argumentsSha256: z.string().nullable(),
})
export type ApprovalRow = z.infer<typeof approvalRowSchema>

/** A request that a crash left open. */
const openRequestSchema = activityRecordSchema
  .pick({
    id: true,
    at: true,
    caller: true,
    client: true,
    conversationId: true,
    turnId: true,
    callId: true,
    capabilityId: true,
    version: true,
    effect: true,
    target: true,
  })
  .extend({ arguments: z.string().transform((text): unknown => JSON.parse(text)) })
export type OpenRequest = z.infer<typeof openRequestSchema>

const COLUMNS = `id, created_at AS createdAt, decided_by AS by, scope, capability, title, version, tool_id AS toolId, tool, definition,
  effect, target, pattern, arguments_sha256 AS argumentsSha256, arguments, until, conversation_id AS conversationId, client,
  expires_at AS expiresAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt, uses`

const jsonText = z
  .string()
  .nullable()
  .transform((text): unknown => (text === null ? null : JSON.parse(text)))

const rowOf = (row: unknown): ApprovalRow =>
  approvalRowSchema.parse(z.looseObject({ pattern: jsonText, arguments: jsonText }).parse(row))

/** The stored approvals and requests. `report` is called with failures that no caller waits for. */
export const createApprovalRecords = (db: Database, report: (error: unknown) => void) => {
  const insert = db.prepare(
    `INSERT INTO approvals (id, created_at, decided_by, scope, capability, title, version, tool_id, tool, definition, effect, target,
       pattern, arguments_sha256, arguments, until, conversation_id, client, expires_at)
     VALUES (@id, @createdAt, @by, @scope, @capability, @title, @version, @toolId, @tool, @definition, @effect, @target,
       @pattern, @argumentsSha256, @arguments, @until, @conversationId, @client, @expiresAt)`,
  )
  const notRevoked = db.prepare(
    `SELECT ${COLUMNS} FROM approvals WHERE capability = ? AND revoked_at IS NULL ORDER BY id`,
  )
  const all = db.prepare(`SELECT ${COLUMNS} FROM approvals ORDER BY id DESC`)
  const one = db.prepare(`SELECT ${COLUMNS} FROM approvals WHERE id = ?`)
  const use = db.prepare('UPDATE approvals SET uses = uses + @times, last_used_at = @at WHERE id = @id')
  const addUses = notingDown(db, (uses: readonly Uses[]) => {
    known.clear()
    for (const one of uses) use.run(one)
  })
  const counter = createUseCounter({ keep: addUses, report })
  const revoke = db.prepare(
    'UPDATE approvals SET revoked_at = @at, revoked_by = @by WHERE id = @id AND revoked_at IS NULL',
  )
  const ask = db.prepare(
    `INSERT INTO approval_requests (id, at, caller, client, conversation_id, turn_id, call_id, capability_id, version, effect, target,
       arguments_sha256, arguments)
     VALUES (@id, @at, @caller, @client, @conversationId, @turnId, @callId, @capabilityId, @version, @effect, @target, @argumentsSha256, @arguments)`,
  )
  const settle = db.prepare(
    `UPDATE approval_requests SET settled_at = @at, decision = @decision, arguments = NULL WHERE id = @id AND settled_at IS NULL`,
  )
  const open = db.prepare(
    `SELECT id, at, caller, client, conversation_id AS conversationId, turn_id AS turnId, call_id AS callId, capability_id AS capabilityId,
       version, effect, target, arguments FROM approval_requests WHERE settled_at IS NULL ORDER BY id`,
  )
  const settledOf = db.prepare(
    `SELECT id, at, settled_at AS settledAt, call_id AS callId, decision FROM approval_requests
     WHERE conversation_id = ? AND settled_at IS NOT NULL ORDER BY id`,
  )
  const drop = db.prepare('DELETE FROM approvals WHERE conversation_id = ?')
  const dropRequests = db.prepare('DELETE FROM approval_requests WHERE conversation_id = ?')
  const wasAsked = db.prepare('SELECT count(*) FROM approval_requests WHERE id = ?').pluck()

  // Each call asks; few things change them.
  const known = new Map<string, readonly ApprovalRow[]>()
  const notRevokedOf = (capability: string): readonly ApprovalRow[] => {
    const rows = known.get(capability) ?? notRevoked.all(capability).map(rowOf)
    known.set(capability, rows)
    return rows
  }

  return {
    insert: (row: ApprovalRow): void => {
      known.clear()
      insert.run({
        ...row,
        pattern: row.pattern === null ? null : JSON.stringify(row.pattern),
        arguments: row.arguments === null ? null : JSON.stringify(row.arguments),
      })
    },
    /** A capability's approvals that are neither revoked nor expired, oldest first. */
    inForce: (capability: string, now: string): ApprovalRow[] =>
      notRevokedOf(capability).filter((row) => !hasExpired(row, now)),
    /** Newest first. */
    all: (): ApprovalRow[] => {
      counter.flush()
      return all.all().map(rowOf)
    },
    get: (id: string): ApprovalRow | null => {
      counter.flush()
      const row = one.get(id)
      return row === undefined ? null : rowOf(row)
    },
    use: (id: string, at: string): void => {
      counter.count(id, at)
    },
    /** Saves pending counts. */
    close: (): void => {
      counter.flush()
    },
    /** False if it was already revoked. */
    revoke: (input: { id: string; at: string; by: DecidedBy }): boolean => {
      known.clear()
      return revoke.run(input).changes > 0
    },
    ask: (
      {
        id,
        at,
        caller,
        client,
        conversationId,
        turnId,
        callId,
        ref,
        effect,
        target,
        argumentsSha256,
      }: ApprovalRequest,
      logged: JudgedCall['logged'],
    ): void => {
      ask.run({
        id,
        at,
        caller,
        client,
        conversationId,
        turnId,
        callId,
        capabilityId: ref.capability_id,
        version: ref.version,
        effect,
        target,
        argumentsSha256,
        arguments: JSON.stringify(logged),
      })
    },
    settle: (id: string, at: string, decision: ApprovalDecision): void => {
      settle.run({ id, at, decision: JSON.stringify(decision) })
    },
    /** The waiting requests on record; at the start, those that a crash left. */
    open: (): OpenRequest[] => open.all().map((row) => openRequestSchema.parse(row)),
    settledOf: (conversationId: string): SettledRequest[] =>
      settledOf
        .all(conversationId)
        .map((row) =>
          settledRequestSchema.parse(
            z.looseObject({ decision: jsonText.pipe(approvalDecisionSchema) }).parse(row),
          ),
        ),
    /** Approvals bound to a conversation and requests made in it, which are deleted with it. The activity log stays. */
    dropConversation: (conversationId: string): void => {
      known.clear()
      drop.run(conversationId)
      dropRequests.run(conversationId)
    },
    wasAsked: (id: string): boolean => wasAsked.get(id) === 1,
  }
}
export type ApprovalRecords = ReturnType<typeof createApprovalRecords>

/** Whether it has expired; setting the clock back doesn't prolong an hour. */
export const hasExpired = (
  { createdAt, expiresAt }: Pick<ApprovalRow, 'createdAt' | 'expiresAt'>,
  now: string,
): boolean => expiresAt !== null && (expiresAt <= now || now < createdAt)

/** The row of an approval. */
export const approvalOf = (
  request: ApprovalRequest,
  logged: JudgedCall['logged'],
  given: Pick<Approval, 'id' | 'createdAt' | 'by' | 'scope' | 'pattern' | 'until' | 'expiresAt'> & {
    readonly definition: string
  },
): ApprovalRow => ({
  ...given,
  capability: capabilityOf(request.ref.capability_id),
  title: request.title,
  version: request.ref.version,
  toolId: given.scope === 'capability' ? null : request.ref.capability_id,
  tool: given.scope === 'capability' ? null : request.tool,
  effect: request.effect,
  target: request.target,
  argumentsSha256: given.scope === 'call' ? request.argumentsSha256 : null,
  arguments: given.scope === 'call' ? logged : null,
  client: request.client,
  conversationId: given.until === 'conversation' ? request.conversationId : null,
  revokedAt: null,
  lastUsedAt: null,
  uses: 0,
})
