import { setupFieldSchema, setupValuesSchema } from './server-setup.ts'
import { z } from 'zod'

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

/** Where a bundle (`.mcpb`, `.dxt`) is taken from. */
export const bundleOriginSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('path'), path: z.string().min(1).max(4096) }),
  z.object({ kind: z.literal('bytes'), bytesBase64: z.string() }),
])
export type BundleOrigin = z.infer<typeof bundleOriginSchema>

/** What a newer bundle changes beside one of the same name that is connected. */
export const bundleDifferenceSchema = z.object({
  /** Counts of files. */
  files: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
  /** Names of what it declares. */
  tools: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  fields: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** How it is started, and who made it, where that is another; a name alone says nothing of where a bundle is from. */
  command: z.object({ before: z.string(), after: z.string() }).nullable(),
  author: z.object({ before: z.string(), after: z.string() }).nullable(),
})
export type BundleDifference = z.infer<typeof bundleDifferenceSchema>

/** A bundle as its owner reads it before anything of it runs. Its words are its author's. */
export const bundleLookSchema = z.object({
  /** Over its files: what a server that runs it is bound to. */
  sha256: sha256Schema,
  /** Of the file itself, as it was sent. */
  fileSha256: sha256Schema,
  manifestVersion: z.string(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  description: z.string(),
  author: z.string(),
  license: z.string().nullable(),
  homepage: z.string().nullable(),
  kind: z.enum(['node', 'python', 'binary', 'uv']),
  /** As its author wrote it, with what is filled in later. */
  command: z.string(),
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** Those it declares; it may have others. */
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  fields: z.array(setupFieldSchema),
  /** Why it cannot run here. */
  problem: z.string().nullable(),
  warnings: z.array(z.string()),
  /** One of the same name that is connected. */
  installed: z
    .object({
      uri: z.string(),
      version: z.string(),
      same: z.boolean(),
      /** What was given then, but for secrets, which stay sealed. */
      values: setupValuesSchema,
      /** Fields whose secret is kept. */
      kept: z.array(z.string()),
      /** Null where the files of that one are gone. */
      difference: bundleDifferenceSchema.nullable(),
    })
    .nullable(),
})
export type BundleLook = z.infer<typeof bundleLookSchema>
