/** What a skill may be, whatever it comes as. */
export const LIMITS = {
  /** Of all files together, in bytes. */
  bytes: 16 * 1024 * 1024,
  /** Of one file, in bytes. */
  fileBytes: 8 * 1024 * 1024,
  /** Of `SKILL.md`, in bytes. */
  documentBytes: 256 * 1024,
  files: 500,
  /** Folders within folders. */
  depth: 8,
  /** Of a path inside the skill, in UTF-16 units. */
  path: 240,
  /** Skills looked at in one folder or archive. */
  skills: 200,
  /** Tokens of the body above which a warning is worth it: the format's own advice. */
  bodyTokens: 5000,
} as const

/** What belongs to a version control system, a file manager or a run before: it is no part of a skill. */
const IGNORED: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.DS_Store',
  '__MACOSX',
  '__pycache__',
  'Thumbs.db',
])

/** Whether a file or folder of this name is left out. */
export const isIgnored = (name: string): boolean => IGNORED.has(name)
