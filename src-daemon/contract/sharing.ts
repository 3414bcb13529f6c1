import { effectSchema } from './approvals.ts'
import { capabilityManifestSchema } from './capabilities.ts'
import { errorViewSchema } from './errors.ts'
import { shareEndpointSchema } from './settings.ts'
import { z } from 'zod'

/** The owner's name for a program: letters, digits and a few separators. */
export const clientNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._@/()+-]{0,62}[\p{L}\p{M}\p{N})+])?$/u)

/**
 * The id of a capability, or `<source>/*` for every tool of one, e.g. `acp:note/*`; `resource:<source>/<uri>` and
 * `prompt:<source>/<name>` of a connected server, or `*` for all of them; `prompt:<id>` for a skill's instructions.
 */
export const exposureSchema = z
  .string()
  .max(2300)
  .regex(/^[a-z]+:[^\s/][^\s]*$/)

/** How a program sees what is shared with it: each as a tool, or through three tools that search, describe and call. */
export const surfaceSchema = z.enum(['auto', 'tools', 'search'])
export type Surface = z.infer<typeof surfaceSchema>

/** A program the owner shares with, or that asked for access. */
export const sharedClientSchema = z.object({
  name: clientNameSchema,
  /** `asked`: it called and hasn't been answered yet; it sees nothing. */
  status: z.enum(['asked', 'allowed', 'refused']),
  surface: surfaceSchema,
  exposed: z.array(exposureSchema),
  /** When its token was created; null if it has none. */
  tokenAt: z.iso.datetime().nullable(),
  /** The name it last gave itself. */
  software: z.string().nullable(),
  firstSeenAt: z.iso.datetime(),
  /** Null if it never called. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Tool calls, allowed or not. */
  calls: z.int().nonnegative(),
})
export type SharedClient = z.infer<typeof sharedClientSchema>

/** A program as the owner sees it. */
export const sharedClientViewSchema = sharedClientSchema.extend({
  /** Open connections over a pipe. */
  connections: z.int().nonnegative(),
  /** What it sees now. */
  sees: z.object({
    as: z.enum(['tools', 'search']),
    /** Tools and skills. */
    count: z.int().nonnegative(),
    /** Choices of resources and prompts; one may be all of a server's. */
    offers: z.int().nonnegative(),
  }),
})
export type SharedClientView = z.infer<typeof sharedClientViewSchema>

/** What can be shared: a source with its tools, and, if it is one, the skill as a whole. */
export const shareableSchema = z.object({
  /** `acp:note`, `mcp:files`. */
  source: z.string(),
  title: z.string(),
  /** It is a connected server: `offers` lists its resources and prompts. */
  server: z.boolean(),
  items: z.array(
    z.object({
      id: z.string(),
      kind: capabilityManifestSchema.shape.kind,
      name: z.string(),
      description: z.string(),
      effect: effectSchema,
    }),
  ),
})
export type Shareable = z.infer<typeof shareableSchema>

/** What a connected server offers besides tools; `id` is the grant of one. */
export const shareableOffersSchema = z.object({
  resources: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  prompts: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  /** There are more than listed here. */
  more: z.boolean(),
})
export type ShareableOffers = z.infer<typeof shareableOffersSchema>

export const sharingStatusSchema = z.object({
  endpoint: shareEndpointSchema,
  listening: z.boolean(),
  /** URL for programs with a token; null while it is off. */
  url: z.string().nullable(),
  /** Why it isn't listening although it should be. */
  problem: errorViewSchema.nullable(),
})
export type SharingStatus = z.infer<typeof sharingStatusSchema>

/** Configuration for another program to find this one. */
export const setupSnippetSchema = z.object({
  client: z.enum(['claude-desktop', 'claude-code', 'vscode', 'cursor', 'other']),
  via: z.enum(['stdio', 'http']),
  language: z.enum(['json', 'shell']),
  /** The file it goes into; null for a command. */
  file: z.string().nullable(),
  /** For HTTP, `TOKEN_PLACE` stands for the token. */
  text: z.string(),
})
export type SetupSnippet = z.infer<typeof setupSnippetSchema>

export const grantSchema = z.object({
  name: clientNameSchema,
  exposed: z.array(exposureSchema).max(2000),
  surface: surfaceSchema.optional(),
})
export type Grant = z.infer<typeof grantSchema>
