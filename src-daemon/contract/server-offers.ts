import { z } from 'zod'

/** A resource offered by a server. Its text is the server's, truncated. */
export const serverResourceSchema = z.object({
  uri: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mediaType: z.string().nullable(),
  /** Bytes, as stated by the server; null if it doesn't say. */
  size: z.number().nullable(),
})
export type ServerResource = z.infer<typeof serverResourceSchema>

/** A resource template (RFC 6570): `variables` are the names to fill in before a resource can be read. */
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
  /** There are more than listed here. */
  more: z.boolean(),
})
export type ServerResources = z.infer<typeof serverResourcesSchema>

/** A resource's content: text, or bytes as base64. */
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
  /** Number of parts that didn't fit. */
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

/** One part of a prompt's message. A `link` names a resource of the same server without its content. */
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

/** The target of a completion: a prompt's argument, or a resource template's variable. */
export const completionTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), name: z.string().max(500) }),
  z.object({ kind: z.literal('template'), uriTemplate: z.string().max(2000) }),
])
export type CompletionTarget = z.infer<typeof completionTargetSchema>

export const serverCompletionSchema = z.object({ values: z.array(z.string()), more: z.boolean() })
export type ServerCompletion = z.infer<typeof serverCompletionSchema>

/** Values of a prompt's arguments or a template's variables, by name. */
export const offerValuesSchema = z.record(z.string().max(500), z.string().max(20_000))

/** A server's notification of a change: of one of its lists, or of a resource that is subscribed to. */
export const serverNoticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['tools', 'resources', 'prompts']), uri: z.string() }),
  z.object({ kind: z.literal('resource'), uri: z.string(), resource: z.string() }),
])
export type ServerNotice = z.infer<typeof serverNoticeSchema>
