import { errorViewSchema } from './errors.ts'
import { serverDefinitionSchema } from './servers.ts'
import { z } from 'zod'

/** Apps whose lists of MCP servers can be imported. */
export const importAppSchema = z.enum(['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf'])
export type ImportApp = z.infer<typeof importAppSchema>

/** A part of an entry that wasn't imported as is and that the user should look at. */
export const importNoteSchema = z.object({
  code: z.enum([
    /** It was disabled in the app. */
    'disabled',
    /** A placeholder only that app can fill, given in `what` and left as is. */
    'placeholder',
    /** Variables from a file, which isn't read; `what` is its path. */
    'env_file',
    /** A variable that no server is given, because it makes programs run other code; named in `what`. */
    'variable',
    /** Folders named in its arguments, proposed for read access. */
    'paths',
    /** It downloads itself before it starts, so it needs a network; `what` is the program. */
    'downloads',
    /** It comes from a bundle, which doesn't say which hosts it needs. */
    'network',
    /** Hosts it is downloaded from, proposed for access; listed in `what`. */
    'package_hosts',
  ]),
  what: z.string(),
})
export type ImportNote = z.infer<typeof importNoteSchema>

/** A server from another app's configuration, converted to ours. */
export const importedServerSchema = z.object({
  /** Its name in the file. */
  name: z.string(),
  /** The name it would be connected by. */
  uri: z.string(),
  /** The converted definition without secrets; null if it couldn't be converted. */
  definition: serverDefinitionSchema.nullable(),
  /** Why it couldn't be converted. */
  problem: z.string().nullable(),
  /**
   * Variables or headers to store as secrets: with the file's value, or null if the app would have asked for it; `hint`
   * is then the text in the file.
   */
  secrets: z.array(z.object({ name: z.string(), value: z.string().nullable(), hint: z.string() })),
  notes: z.array(importNoteSchema),
  /** The server this is a newer version of: that one is updated, and keeps its grants and secrets. */
  replaces: z.string().optional(),
})
export type ImportedServer = z.infer<typeof importedServerSchema>

/** Another app's configuration file that exists. */
export const importableFileSchema = z.object({
  app: importAppSchema,
  path: z.string(),
  servers: z.array(importedServerSchema),
  /** Why it couldn't be read. */
  problem: errorViewSchema.nullable(),
})
export type ImportableFile = z.infer<typeof importableFileSchema>
