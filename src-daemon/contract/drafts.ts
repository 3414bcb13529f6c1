import { z } from 'zod'
import { DRAFT_KINDS, DRAFT_VERBS } from './draft-parts.ts'
import { PACKAGE_ICON_NAMES } from './package-icons.ts'
import { problemSchema } from './packages.ts'

export const draftFieldSchema = z.object({
  name: z.string().max(100),
  kind: z.enum(DRAFT_KINDS),
  /** Of the kind `choices`; ignored for any other. */
  choices: z.array(z.string().max(100)).max(50),
  required: z.boolean(),
})
export type DraftFieldInput = z.infer<typeof draftFieldSchema>

/** A tool that reaches outside: what a model sees of it, and how it runs (acp.md 8). */
export const draftActionSchema = z.object({
  name: z.string().max(64),
  description: z.string().max(2000),
  /** JSON Schema of its arguments. */
  parameters: z.record(z.string(), z.unknown()),
  binding: z.record(z.string(), z.unknown()),
})
export type DraftAction = z.infer<typeof draftActionSchema>

/** What an OpenAPI document offers as tools. */
export const openApiOfferSchema = z.object({
  title: z.string(),
  actions: z.array(draftActionSchema),
  /** The operations that can't be tools; `why`: what of them a binding can't do. */
  leftOut: z.array(
    z.object({ name: z.string(), why: z.enum(['method', 'auth', 'parameter', 'form', 'body', 'address']) }),
  ),
})
export type OpenApiOffer = z.infer<typeof openApiOfferSchema>

/** What a new package is made from: the answers of a person. */
export const draftFormSchema = z.object({
  /** `books` of `did:nuwa:cap:books@1.0.0`. */
  name: z.string().max(100),
  version: z.string().max(60),
  /** Its title for people. */
  title: z.string().max(200),
  description: z.string().max(2000),
  /** Null for the first letter of its title. Drafts of before have none. */
  icon: z.enum(PACKAGE_ICON_NAMES).nullable().default(null),
  /** What one record is called: `book`, `本`. */
  record: z.string().max(100),
  fields: z.array(draftFieldSchema).max(60),
  /** The number at the end of what it keeps: `#v1`. */
  schemaVersion: z.int().min(1).max(9999),
  /** How people ask for it; some are made up if there are none. */
  sentences: z.array(z.string().max(500)).max(100),
  verbs: z.array(z.enum(DRAFT_VERBS)),
  /** What the model is told besides what every such capability tells it. */
  instructions: z.string().max(20_000),
  /** Where reports go: `mailto:` or https; empty for nowhere. Drafts of before have none. */
  contact: z.string().max(300).default(''),
  /** What each version changed, a line each; that of the version comes first. */
  changes: z
    .array(z.object({ version: z.string().max(60), text: z.string().max(5000) }))
    .max(100)
    .default([]),
  /** With some, it needn't keep anything. */
  actions: z.array(draftActionSchema).max(60),
  /** What it tells people at length, in Markdown. Drafts of before have none. */
  readme: z.string().max(20_000).default(''),
  /** Pictures of it at work, which this computer keeps. Drafts of before have none. */
  pictures: z
    .array(z.object({ cid: z.string().max(100), alt: z.string().max(300) }))
    .max(8)
    .default([]),
})
export type DraftForm = z.infer<typeof draftFormSchema>

/** What of a form no file can be made of. `at`: `name`, `version`, `fields`, `verbs`, `fields.2`, or `pictures.0`. */
export const draftFaultSchema = z.object({
  at: z.string(),
  code: z.enum([
    'name',
    'version',
    'no_fields',
    'no_verbs',
    'field_name',
    'field_filled',
    'field_twice',
    'choices',
    'picture_words',
  ]),
})
export type DraftFault = z.infer<typeof draftFaultSchema>

/** A capability in the making. */
export const draftSchema = z.object({
  id: z.uuid(),
  form: draftFormSchema,
  /** The file, once it was edited by hand: from then on the form is left as it was. Null while the form makes the file. */
  text: z
    .string()
    .max(1024 * 1024)
    .nullable(),
  changedAt: z.iso.datetime(),
})
export type Draft = z.infer<typeof draftSchema>

/** What a draft would be as a package, and what is wrong with it. */
export const draftCheckSchema = z.object({
  fileName: z.string(),
  /** Null as long as there are faults. */
  text: z.string().nullable(),
  faults: z.array(draftFaultSchema),
  problems: z.array(problemSchema),
  /** Null as long as a problem is an error. */
  about: z
    .object({
      name: z.string(),
      version: z.string(),
      title: z.string(),
      examples: z.array(z.string()),
      /** The version that is installed under this name; null if none is. */
      installedVersion: z.string().nullable(),
    })
    .nullable(),
  /** The DID of another author who has this name on this computer; null if none has. */
  nameOf: z.string().nullable(),
  /** Another version of what it keeps is here under the same number, so it can't be installed. */
  schemaChanged: z.boolean(),
})
export type DraftCheck = z.infer<typeof draftCheckSchema>
