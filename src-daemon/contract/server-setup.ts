import { z } from 'zod'

/** One thing a server wants to be told before it can run, as a field of a form. Its words are its author's. */
export const setupFieldSchema = z.object({
  /** What values are given by. */
  key: z.string(),
  kind: z.enum(['text', 'secret', 'number', 'boolean', 'choice', 'folder', 'file']),
  title: z.string(),
  description: z.string(),
  required: z.boolean(),
  /** Several values may be given. */
  multiple: z.boolean(),
  /** Of a choice; empty for others. */
  choices: z.array(z.string()),
  placeholder: z.string(),
  /** What counts where nothing is given. */
  preset: z.array(z.string()),
  /** Of a number. */
  min: z.number().nullable(),
  max: z.number().nullable(),
})
export type SetupField = z.infer<typeof setupFieldSchema>

/** What a person gives, by the keys of the fields; every value is a text, yes and no are `true` and `false`. */
export const setupValuesSchema = z
  .record(z.string().min(1).max(200), z.array(z.string().max(10_000)).max(100))
  .refine((values) => Object.keys(values).length <= 200, 'more than 200 values')
export type SetupValues = z.infer<typeof setupValuesSchema>

/** The bundle a program came in: it reads that bundle's folder, and stands and falls with the hash of its files. */
export const serverBundleSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().max(300),
  version: z.string().max(300),
  /** What was given when it was connected, but for secrets. */
  values: setupValuesSchema,
})
export type ServerBundle = z.infer<typeof serverBundleSchema>
