import { z } from 'zod'
import { ownDidSchema, type OwnDid } from '../../contract/agent-dids.ts'
import { documentUrl, keyOfKeyId } from '../../identity/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import type { DidService } from './document.ts'

const recordSchema = ownDidSchema.omit({ kind: true, url: true, path: true })
/** A did:wba of the owner's as it is stored. */
export type DidRecord = z.infer<typeof recordSchema>

const jsonText = z.string().transform((text): unknown => JSON.parse(text))
const rowSchema = recordSchema.extend({ document: jsonText })

export interface DidRecords {
  list(): readonly OwnDid[]
  /** Errors: `agent_did_unknown`. */
  get(did: string): DidRecord
  /** All or nothing. */
  put(records: readonly DidRecord[]): void
  /**
   * Checks that a DID can be made: its host and path can be an address, and a DID without a fingerprint isn't there yet.
   * Errors: `did_unresolvable`, `agent_did_exists`.
   */
  checkFree(base: string, isPath: boolean): void
  shown(record: DidRecord): OwnDid
}

export const createDidRecords = (db: Database): DidRecords => {
  const columns = `did, key_id AS keyId, dialect, document, created_at AS createdAt, changed_at AS changedAt,
    deactivated_at AS deactivatedAt, successor`
  const all = db.prepare(
    `SELECT ${columns} FROM agent_dids ORDER BY deactivated_at IS NOT NULL, created_at, did`,
  )
  const one = db.prepare(`SELECT ${columns} FROM agent_dids WHERE did = ?`)
  const put = db.prepare(
    `INSERT INTO agent_dids (did, key_id, dialect, document, created_at, changed_at, deactivated_at, successor)
     VALUES (@did, @keyId, @dialect, @document, @createdAt, @changedAt, @deactivatedAt, @successor)
     ON CONFLICT (did) DO UPDATE SET key_id = @keyId, document = @document, changed_at = @changedAt,
       deactivated_at = @deactivatedAt, successor = @successor`,
  )
  const find = (did: string): DidRecord | null => {
    const row = one.get(did)
    return row === undefined ? null : recordOf(row)
  }

  return {
    list: () => all.all().map((row) => shown(recordOf(row))),
    get: (did) => {
      const record = find(did)
      if (record === null) throw new SatchelError('agent_did_unknown', { params: { did }, details: { did } })
      return record
    },
    put: db.transaction((records: readonly DidRecord[]) => {
      for (const record of records) put.run({ ...record, document: JSON.stringify(record.document) })
    }),
    checkFree: (base, isPath) => {
      documentUrl(base)
      if (!isPath && find(base) !== null)
        throw new SatchelError('agent_did_exists', { params: { did: base }, details: { did: base } })
    },
    shown,
  }
}

const recordOf = (row: unknown): DidRecord => recordSchema.parse(rowSchema.parse(row))

const shown = (record: DidRecord): OwnDid => {
  const url = documentUrl(record.did)
  return {
    ...record,
    kind: keyOfKeyId(record.keyId).curve,
    url,
    path: new URL(url).pathname.slice(1),
  }
}

/** The id of the one key in a document of ours. */
export const methodOf = (document: DidRecord['document']): string =>
  z.object({ verificationMethod: z.tuple([z.object({ id: z.string() })]) }).parse(document)
    .verificationMethod[0].id

const serviceSchema = z.object({
  service: z.array(z.object({ id: z.string(), type: z.string(), serviceEndpoint: z.string() })),
})

/** The services a document of ours names. */
export const servicesOf = (document: DidRecord['document']): readonly DidService[] =>
  serviceSchema.safeParse(document).data?.service.map(({ id, type, serviceEndpoint: url }) => ({
    fragment: id.slice(id.indexOf('#') + 1),
    type,
    url,
  })) ?? []
