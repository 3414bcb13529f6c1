import { z } from 'zod'

/** A resource a server names: something it can be asked to read out. Its words are the server's, clipped. */
export const serverResourceSchema = z.object({
  uri: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mediaType: z.string().nullable(),
  /** Bytes, as the server says; null where it does not. */
  size: z.number().nullable(),
})
export type ServerResource = z.infer<typeof serverResourceSchema>

/** A pattern of resources (RFC 6570): `variables` are the names to be given before one of them can be read. */
export const serverTemplateSchema = z.object({
  uriTemplate: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mediaType: z.string().nullable(),
  variables: z.array(z.string()),
})
export type ServerTemplate = z.infer<typeof serverTemplateSchema>

export const serverResourcesSchema = z.object({
  resources: z.array(serverResourceSchema),
  templates: z.array(serverTemplateSchema),
  /** There are more than are listed here. */
  more: z.boolean(),
})
export type ServerResources = z.infer<typeof serverResourcesSchema>

/** What a resource holds: text, or bytes as base64. */
export const resourceContentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    uri: z.string(),
    mediaType: z.string().nullable(),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('bytes'),
    uri: z.string(),
    mediaType: z.string().nullable(),
    base64: z.string(),
  }),
])
export type ResourceContent = z.infer<typeof resourceContentSchema>

export const resourceReadingSchema = z.object({
  contents: z.array(resourceContentSchema),
  /** Parts that did not fit. */
  omitted: z.int(),
})
export type ResourceReading = z.infer<typeof resourceReadingSchema>

export const serverPromptSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  arguments: z.array(
    z.object({
      name: z.string(),
      title: z.string().nullable(),
      description: z.string(),
      required: z.boolean(),
    }),
  ),
})
export type ServerPrompt = z.infer<typeof serverPromptSchema>

export const serverPromptsSchema = z.object({ prompts: z.array(serverPromptSchema), more: z.boolean() })
export type ServerPrompts = z.infer<typeof serverPromptsSchema>

/** One part of a prompt's message. A `link` names a resource of the same server without what it holds. */
export const promptContentSchema = z.union([
  z.object({ kind: z.literal('words'), text: z.string() }),
  z.object({ kind: z.enum(['image', 'audio']), mediaType: z.string(), base64: z.string() }),
  z.object({ kind: z.literal('link'), uri: z.string(), name: z.string(), mediaType: z.string().nullable() }),
  resourceContentSchema,
])
export type PromptContent = z.infer<typeof promptContentSchema>

export const promptReadingSchema = z.object({
  description: z.string(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: promptContentSchema })),
  omitted: z.int(),
})
export type PromptReading = z.infer<typeof promptReadingSchema>

/** What is completed: an argument of a prompt, or a variable of a template of resources. */
export const completionTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), name: z.string().max(500) }),
  z.object({ kind: z.literal('template'), uriTemplate: z.string().max(2000) }),
])
export type CompletionTarget = z.infer<typeof completionTargetSchema>

export const serverCompletionSchema = z.object({ values: z.array(z.string()), more: z.boolean() })
export type ServerCompletion = z.infer<typeof serverCompletionSchema>

/** Values of a prompt's arguments or a template's variables, by name. */
export const offerValuesSchema = z.record(z.string().max(500), z.string().max(20_000))

/** What a server says has changed: one of its lists, or a resource somebody watches. */
export const serverNoticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['tools', 'resources', 'prompts']), uri: z.string() }),
  z.object({ kind: z.literal('resource'), uri: z.string(), resource: z.string() }),
])
export type ServerNotice = z.infer<typeof serverNoticeSchema>
