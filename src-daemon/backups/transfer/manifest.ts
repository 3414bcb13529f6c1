import { z } from 'zod'
import { dataContentsSchema } from '../../contract/backups.ts'
import { otherFileSchema } from '../base/names.ts'

/** The first file of an exported assistant. */
export const MANIFEST = 'satchel.json'
export const VERSION = 1
/** Room for the names of far more files than anyone has. */
export const MAX_MANIFEST = 64 * 1024 * 1024
/** Specific to a computer, and recreated on another one. */
export const STAYS: readonly string[] = ['identity.json', 'encryption.json']
/** A key backup with the passphrase of the export, if its keys were asked for. */
export const KEYS = 'keys.age'

/** The content of the first file, see `docs/reference/file-formats.md`. */
export const manifestSchema = z.object({
  format: z.literal('satchel-assistant'),
  version: z.literal(VERSION),
  createdAt: z.iso.datetime(),
  /** Of the Satchel that wrote it. */
  satchel: z.string(),
  ownerDid: z.string().nullable(),
  /** `state.db` is encrypted with a key made only for this file. */
  databaseKey: z.string().regex(/^[0-9a-f]{64}$/),
  holds: dataContentsSchema,
  /** In their order, `state.db` first. */
  files: z.array(otherFileSchema).min(1),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A manifest of any version. */
export const anyManifestSchema = z.object({ format: z.literal('satchel-assistant'), version: z.int() })
