import { errorViewSchema } from './errors.ts'
import { serverDefinitionSchema } from './servers.ts'
import { z } from 'zod'

/** Apps whose lists of MCP servers can be imported. */
export const importAppSchema = z.enum([
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'cline',
  'roo',
  'kilo',
  'zed',
  'opencode',
  'lm-studio',
  'goose',
  'jan',
  'continue',
  'codex',
  'gemini-cli',
  'qwen-code',
  'copilot',
  'amp',
  'kiro',
  'amazon-q',
  'junie',
  'warp',
  'crush',
])
export type ImportApp = z.infer<typeof importAppSchema>

/** A part of an entry that wasn't imported as is and that the user should look at. */
export const importNoteSchema = z.object({
  code: z.enum([
    /** It was disabled in the app. */
    'disabled',
    /** It's for one folder in the app, named in `what`. */
    'project',
    /** A placeholder only that app can fill, given in `what` and left as is. */
    'placeholder',
    /** A placeholder, given in `what`, that was replaced by the app's default value. */
    'default',
    /** A variable or header without a text as its value, named in `what`. */
    'left_out',
    /** Settings of that app that Satchel has nothing for, listed in `what`. */
    'unread',
    /** Variables from a file, which isn't read; `what` is its path. */
    'env_file',
    /** A variable that servers never get, because it makes programs run other code; named in `what`. */
    'variable',
    /** Folders named in its arguments, proposed for read access. */
    'paths',
    /** It downloads itself before it starts, so it needs a network; `what` is the program. */
    'downloads',
    /** It comes from a bundle, which doesn't say which hosts it needs. */
    'network',
    /** Hosts it is downloaded from, proposed for access; listed in `what`. */
    'package_hosts',
    /** Its own time-out in seconds, imported up to the maximum. */
    'timeout',
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
  /** Placeholders in its command or address: it can be added once the user has replaced each. */
  placeholders: z.array(z.string()).optional(),
  /** How long a call may take, in seconds, up to the maximum. */
  timeoutSeconds: z.int().positive().optional(),
  /** The server this is a newer version of, which is updated and keeps its grants and secrets. */
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
