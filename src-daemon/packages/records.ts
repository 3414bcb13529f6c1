import { z } from 'zod'
import { newId } from '../platform/ids.ts'
import type { Database } from '../storage/index.ts'
import { findingSchema, type Finding } from './document/findings.ts'
import type { TokenRange } from './document/signature.ts'
import { type AcpPackage, type PermissionSentence, triggerSchema } from '../contract/packages.ts'

/** A verified file. */
export interface PackageFile {
  readonly package: AcpPackage
  readonly findings: readonly Finding[]
  readonly signature: TokenRange
}

export interface Install {
  readonly name: string
  readonly sha256: string
  /** Hash of the file that a rollback would return to. */
  readonly previousSha256: string | null
  readonly installedAt: string
  /** `changed` if the stored file is missing or differs from what was installed; otherwise null. */
  readonly disabledReason: 'changed' | null
  readonly switchedOffAt: string | null
}

/** What the user agreed to, and through which client: bound to the hash of the file (acp.md 4.2). */
export interface Consent {
  readonly permissions: readonly PermissionSentence[]
  readonly warningsAccepted: boolean
  /** `renderer`, `cli` or `internal`; with the suffix `:rollback` for a return to an earlier version. */
  readonly via: string
}

const installSchema: z.ZodType<Install> = z.object({
  name: z.string(),
  sha256: z.string(),
  previousSha256: z.string().nullable(),
  installedAt: z.string(),
  disabledReason: z.literal('changed').nullable(),
  switchedOffAt: z.string().nullable(),
})
const fileRowSchema = z.object({
  packageJson: z.string(),
  findingsJson: z.string(),
  start: z.int(),
  end: z.int(),
})
const INSTALL = `name, sha256, previous_sha256 AS previousSha256, installed_at AS installedAt, disabled_reason AS disabledReason,
  switched_off_at AS switchedOffAt`

/** The tables of `packages/`: verified files by hash, installs by name, and every consent ever given. */
export const createRecords = ({ db, now }: { readonly db: Database; readonly now: () => Date }) => {
  const files = new Map<string, PackageFile>()
  const selectInstalls = db.prepare(`SELECT ${INSTALL} FROM package_installs ORDER BY name`)
  const selectInstall = db.prepare(`SELECT ${INSTALL} FROM package_installs WHERE name = ?`)
  const selectHashes = db.prepare('SELECT sha256 FROM package_files').pluck()
  const selectFile = db.prepare(
    `SELECT package_json AS packageJson, findings_json AS findingsJson, signature_start AS start, signature_end AS "end"
     FROM package_files WHERE sha256 = ?`,
  )
  const selectOtherBytes = db
    .prepare(
      'SELECT sha256 FROM package_grants WHERE name = ? AND version = ? AND author_did = ? AND sha256 <> ? LIMIT 1',
    )
    .pluck()
  const setReason = db.prepare('UPDATE package_installs SET disabled_reason = ? WHERE name = ?')
  const setSwitch = db.prepare('UPDATE package_installs SET switched_off_at = ? WHERE name = ?')
  const deleteInstall = db.prepare('DELETE FROM package_installs WHERE name = ?')
  const insertFile = db.prepare(
    `INSERT INTO package_files (sha256, package_json, findings_json, signature_start, signature_end, verified_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (sha256) DO UPDATE SET package_json = excluded.package_json, findings_json = excluded.findings_json,
       verified_at = excluded.verified_at`,
  )
  const insertInstall = db.prepare(
    `INSERT INTO package_installs (name, sha256, previous_sha256, installed_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, installed_at = excluded.installed_at,
       previous_sha256 = coalesce(excluded.previous_sha256, previous_sha256), disabled_reason = NULL`,
  )
  const insertGrant = db.prepare(
    `INSERT INTO package_grants
       (id, name, version, sha256, author_did, permissions_json, warnings_accepted, via, granted_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const deleteUnused = db
    .prepare(
      `DELETE FROM package_files WHERE sha256 NOT IN
       (SELECT sha256 FROM package_installs UNION SELECT previous_sha256 FROM package_installs WHERE previous_sha256 IS NOT NULL)
       RETURNING sha256`,
    )
    .pluck()

  const file = (sha256: string): PackageFile => {
    const cached = files.get(sha256)
    if (cached !== undefined) return cached
    const row = fileRowSchema.parse(selectFile.get(sha256))
    const read: PackageFile = {
      package: acpPackageSchema.parse(JSON.parse(row.packageJson)),
      findings: z.array(findingSchema).parse(JSON.parse(row.findingsJson)),
      signature: { start: row.start, end: row.end },
    }
    files.set(sha256, read)
    return read
  }

  const install = (name: string): Install | null => {
    const row = selectInstall.get(name)
    return row === undefined ? null : installSchema.parse(row)
  }

  /**
   * Saves the new install and the consent to it; the old one becomes the previous version. Installing the
   * same file again leaves the previous version as it is. A disabled capability stays disabled. Call this
   * inside a transaction.
   */
  const add = (entry: PackageFile, consent: Consent): void => {
    const { package: acp, findings, signature } = entry
    const at = now().toISOString()
    const before = install(acp.name)
    const previous = before === null || before.sha256 === acp.sha256 ? null : before.sha256
    insertFile.run(
      acp.sha256,
      JSON.stringify(acp),
      JSON.stringify(findings),
      signature.start,
      signature.end,
      at,
    )
    insertInstall.run(acp.name, acp.sha256, previous, at)
    insertGrant.run(
      newId(),
      acp.name,
      acp.version,
      acp.sha256,
      acp.author.did,
      JSON.stringify(consent.permissions),
      consent.warningsAccepted ? 1 : 0,
      consent.via,
      at,
    )
    files.delete(acp.sha256)
  }

  /** Deletes the rows of files that are no longer needed; returns their hashes. */
  const removeUnused = (): string[] => z.array(z.string()).parse(deleteUnused.all())

  return {
    file,
    install,
    installs: (): Install[] => z.array(installSchema).parse(selectInstalls.all()),
    /** The hashes of all stored files: installed versions and those to return to. */
    hashes: (): string[] => z.array(z.string()).parse(selectHashes.all()),
    /**
     * The hash under which the user agreed to the same author's same version before, if it is another one.
     */
    otherBytesOf: ({ name, version, author, sha256 }: AcpPackage): string | null =>
      z
        .string()
        .optional()
        .parse(selectOtherBytes.get(name, version, author.did, sha256)) ?? null,
    setDisabled: (name: string, reason: Install['disabledReason']): void => {
      setReason.run(reason, name)
    },
    setSwitchedOff: (name: string, off: boolean): void => {
      setSwitch.run(off ? now().toISOString() : null, name)
    },
    add,
    remove: (name: string): void => {
      deleteInstall.run(name)
    },
    removeUnused,
  }
}
export type Records = ReturnType<typeof createRecords>

const jsonObject = z.record(z.string(), z.unknown())
const texts = z.array(z.string())

/**
 * A parsed package as it is stored beside its hash, so that startup needs no YAML parsing and no signature
 * checks.
 */
const acpPackageSchema: z.ZodType<AcpPackage> = z.object({
  sha256: z.string(),
  name: z.string(),
  capUri: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.object({ did: z.string(), keyId: z.string() }),
  triggers: z.array(triggerSchema),
  examples: texts,
  memoryScope: z.string(),
  permissions: z.object({ require: texts, option: texts }),
  llmRequirements: z.object({
    modelFamily: texts,
    minContextWindow: z.number().nullable(),
    requiredFeatures: texts,
  }),
  schema: jsonObject,
  schemaUri: z.string(),
  prompt: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: jsonObject })),
  bindings: z.record(z.string(), z.looseObject({ type: z.string() })),
  exclusive: z.literal(true).exactOptional(),
  icon: z.string().exactOptional(),
})
