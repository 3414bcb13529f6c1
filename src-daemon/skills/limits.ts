/** The limits of a skill, whatever form it comes in. */
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
  /** Skills read from one folder or archive. */
  skills: 200,
  /** Above this many tokens in the body, a warning follows the format's own advice. */
  bodyTokens: 5000,
} as const

/** Files of version control, file managers and earlier runs, which are not part of a skill. */
const IGNORED: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.DS_Store',
  '__MACOSX',
  '__pycache__',
  'Thumbs.db',
])

/** Whether to leave out a file or folder of this name. */
export const isIgnored = (name: string): boolean => IGNORED.has(name)
