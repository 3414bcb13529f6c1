import { z } from 'zod'
import { errorViewSchema } from './errors.ts'
import { jsonObjectSchema, visibilitySchema } from './state.ts'
import { schemaSourceSchema } from './settings.ts'

/** A schema that isn't here, with the changes of other devices that wait for it. */
export const missingSchemaSchema = z.object({
  schemaUri: z.string(),
  /** Whose changes they are, such as `did:nuwa:cap:tasks`, and in which scope. */
  owner: z.string(),
  scope: z.string(),
  changes: z.int(),
})
export type MissingSchema = z.infer<typeof missingSchemaSchema>

/** How one source answered. `refused`: what it gave isn't that schema, or may not be used. */
export const schemaAttemptSchema = z.object({
  /** The owner's name for the source. */
  source: z.string(),
  outcome: z.enum(['found', 'none', 'failed', 'refused']),
  problem: errorViewSchema.nullable(),
})
export type SchemaAttempt = z.infer<typeof schemaAttemptSchema>

/** The signed package that a schema is part of. */
export const schemaPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
  authorDid: z.string(),
})
export type SchemaPackage = z.infer<typeof schemaPackageSchema>

/** A schema that was found, for its owner to agree to. */
export const foundSchemaSchema = z.object({
  uri: z.string(),
  /** `here`: it is registered, and no source was asked. `kept`: it was found before. `found`: a source gave it just now. */
  status: z.enum(['here', 'kept', 'found']),
  /** SHA-256 of its canonical JSON, in hex: what is agreed to. */
  hash: z.string(),
  title: z.string(),
  owner: z.string(),
  scope: z.string(),
  visibility: visibilitySchema,
  schema: jsonObjectSchema,
  /** Null if it was registered without one, as from a change set. */
  package: schemaPackageSchema.nullable(),
  /** Name of the source that gave it; null where it is here. */
  source: z.string().nullable(),
  /** Changes of other devices that wait for it. */
  waiting: z.int(),
  /** The sources that were asked, in order. */
  attempts: z.array(schemaAttemptSchema),
})
export type FoundSchema = z.infer<typeof foundSchemaSchema>

/** A schema that was added, and what its objects are now. */
export const addedSchemaSchema = z.object({
  uri: z.string(),
  owner: z.string(),
  scope: z.string(),
  /** Changes that waited for it and are in now. */
  applied: z.int(),
})
export type AddedSchema = z.infer<typeof addedSchemaSchema>

/** What became of the schemas that changes wait for. `allowed`: whether the setting lets Satchel look for them. */
export const filledSchemasSchema = z.object({
  allowed: z.boolean(),
  added: z.array(addedSchemaSchema),
  problems: z.array(z.object({ uri: z.string(), problem: errorViewSchema })),
})
export type FilledSchemas = z.infer<typeof filledSchemasSchema>

/** A change of one source; `position` counts from 0. */
export const schemaSourceChangeSchema = z.object({
  name: z.string().max(40),
  enabled: z.boolean().optional(),
  position: z.int().min(0).max(20).optional(),
})
export type SchemaSourceChange = z.infer<typeof schemaSourceChangeSchema>

export const schemaSourceListSchema = z.array(schemaSourceSchema)
