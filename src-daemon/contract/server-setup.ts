import { z } from 'zod'

/** One setting a server needs before it can run, as a field of a form. Its text is its author's. */
export const setupFieldSchema = z.object({
  /** The key of its value. */
  key: z.string(),
  kind: z.enum(['text', 'secret', 'number', 'boolean', 'choice', 'folder', 'file']),
  title: z.string(),
  description: z.string(),
  required: z.boolean(),
  /** It accepts several values. */
  multiple: z.boolean(),
  /** For a choice; empty for other kinds. */
  choices: z.array(z.string()),
  placeholder: z.string(),
  /** The default. */
  preset: z.array(z.string()),
  /** For a number. */
  min: z.number().nullable(),
  max: z.number().nullable(),
})
export type SetupField = z.infer<typeof setupFieldSchema>

/** The user's values by field key; every value is text, a boolean is `true` or `false`. */
export const setupValuesSchema = z
  .record(z.string().min(1).max(200), z.array(z.string().max(10_000)).max(100))
  .refine((values) => Object.keys(values).length <= 200, 'more than 200 values')
export type SetupValues = z.infer<typeof setupValuesSchema>

/**
 * The bundle a program came in: it can read that bundle's folder, and may run only while the hash of the files is
 * unchanged.
 */
export const serverBundleSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().max(300),
  version: z.string().max(300),
  /** The values given when it was connected, without secrets. */
  values: setupValuesSchema,
})
export type ServerBundle = z.infer<typeof serverBundleSchema>
