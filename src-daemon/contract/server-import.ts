import { errorViewSchema } from './errors.ts'
import { serverDefinitionSchema } from './servers.ts'
import { z } from 'zod'

/** Apps whose lists of MCP servers can be read. */
export const importAppSchema = z.enum(['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf'])
export type ImportApp = z.infer<typeof importAppSchema>

/** What of an entry was not taken as it stands, and is for the person to look at. */
export const importNoteSchema = z.object({
  code: z.enum([
    /** The app had it switched off. */
    'disabled',
    /** A placeholder only that app can fill; `what` is it, left as it is. */
    'placeholder',
    /** Variables from a file, which is not read; `what` is its path. */
    'env_file',
    /** Folders its arguments name, offered for reading. */
    'paths',
    /** It downloads itself before it starts, so it needs a network: `what` is the program. */
    'downloads',
    /** It comes from a bundle, which does not say which hosts it needs. */
    'network',
    /** Hosts it is downloaded from, offered; `what` is them. */
    'package_hosts',
  ]),
  what: z.string(),
})
export type ImportNote = z.infer<typeof importNoteSchema>

/** A server as another app has it, in the terms of a connected server. */
export const importedServerSchema = z.object({
  /** As the file calls it. */
  name: z.string(),
  /** The name it would be connected by. */
  uri: z.string(),
  /** What can be made of it, its secrets left out; null where that is nothing. */
  definition: serverDefinitionSchema.nullable(),
  /** Why nothing could be made of it. */
  problem: z.string().nullable(),
  /**
   * Variables or headers to be kept sealed: with the value of the file, or null where the app would have asked for it; `hint` is
   * then what stands in the file.
   */
  secrets: z.array(z.object({ name: z.string(), value: z.string().nullable(), hint: z.string() })),
  notes: z.array(importNoteSchema),
  /** The server this is a newer version of: it is changed, and keeps what was granted and sealed. */
  replaces: z.string().optional(),
})
export type ImportedServer = z.infer<typeof importedServerSchema>

/** A file of another app that is there. */
export const importableFileSchema = z.object({
  app: importAppSchema,
  path: z.string(),
  servers: z.array(importedServerSchema),
  /** Why it could not be read. */
  problem: errorViewSchema.nullable(),
})
export type ImportableFile = z.infer<typeof importableFileSchema>
