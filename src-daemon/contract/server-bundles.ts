import { setupFieldSchema, setupValuesSchema } from './server-setup.ts'
import { z } from 'zod'

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

/** Where a bundle (`.mcpb`, `.dxt`) comes from. */
export const bundleOriginSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('path'), path: z.string().min(1).max(4096) }),
  z.object({ kind: z.literal('bytes'), bytesBase64: z.string() }),
])
export type BundleOrigin = z.infer<typeof bundleOriginSchema>

/** What a newer bundle changes compared with the connected one of the same name. */
export const bundleDifferenceSchema = z.object({
  /** Numbers of files. */
  files: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
  /** Names of the declared tools. */
  tools: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  fields: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** Variables of its program, as the authors wrote them; null if there was or is none of that name. */
  variables: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** How it is started, and who made it, if that differs; a name alone doesn't prove a bundle's origin. */
  command: z.object({ before: z.string(), after: z.string() }).nullable(),
  author: z.object({ before: z.string(), after: z.string() }).nullable(),
})
export type BundleDifference = z.infer<typeof bundleDifferenceSchema>

/** A bundle for the owner to review before anything of it runs. Its text is its author's. */
export const bundleLookSchema = z.object({
  /** Hash over its files, to which a server that runs it is bound. */
  sha256: sha256Schema,
  /** Hash of the file itself, as sent. */
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
  /** As its author wrote it, with placeholders for later values. */
  command: z.string(),
  /** Variables of its program, in the same way. */
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** Declared tools; it may have others. */
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  fields: z.array(setupFieldSchema),
  /** Why it can't run here. */
  problem: z.string().nullable(),
  warnings: z.array(z.string()),
  /** The connected bundle of the same name. */
  installed: z
    .object({
      uri: z.string(),
      version: z.string(),
      same: z.boolean(),
      /** The values given then, without secrets, which stay sealed. */
      values: setupValuesSchema,
      /** Fields whose secret is stored. */
      kept: z.array(z.string()),
      /** Null if the files of that one are missing. */
      difference: bundleDifferenceSchema.nullable(),
    })
    .nullable(),
})
export type BundleLook = z.infer<typeof bundleLookSchema>
