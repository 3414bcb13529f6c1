import { diffLineSchema } from './packages.ts'
import { z } from 'zod'

/** A problem of a skill's files; an `error` prevents its installation. Lines start at 1. */
export const skillProblemSchema = z.object({
  /** Stable; docs/guide/skills.md lists them. */
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  /** Path inside the skill; empty for the skill as a whole. */
  file: z.string(),
  line: z.int().positive().nullable(),
  /** What is wrong and what to do about it, in the owner's language. */
  message: z.string(),
})
export type SkillProblem = z.infer<typeof skillProblemSchema>

/** A file of a skill. `script`: it can be run; `text`: it can be read; `other`: neither. */
export const skillFileSchema = z.object({
  path: z.string(),
  bytes: z.int().nonnegative(),
  kind: z.enum(['document', 'script', 'text', 'other']),
})
export type SkillFile = z.infer<typeof skillFileSchema>

/**
 * One entry of `allowed-tools`, and what it maps to: reading the skill's files, running its scripts, a connected
 * server's tool, or nothing that Satchel has.
 */
export const skillToolSchema = z.object({
  written: z.string(),
  grants: z.enum(['read', 'scripts', 'server', 'nothing']),
  /** The capability a `server` entry means, as `mcp:<source>/<tool>`. */
  capabilityId: z.string().nullable(),
})
export type SkillTool = z.infer<typeof skillToolSchema>

/** The front matter of a `SKILL.md`, as it was understood. */
export const skillFactsSchema = z.object({
  /** As used in ids: lower-case letters, digits and single hyphens, at most 64. */
  name: z.string(),
  /** As written by its author. */
  title: z.string(),
  description: z.string(),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** Null if `allowed-tools` is absent, which allows what the skill itself needs. */
  allowedTools: z.array(skillToolSchema).nullable(),
  /** Hosts its scripts may connect to: `metadata.satchel-hosts`. */
  hosts: z.array(z.string()),
})
export type SkillFacts = z.infer<typeof skillFactsSchema>

/** How new content differs from what was accepted. */
export const skillDifferenceSchema = z.object({
  fromVersion: z.string(),
  files: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  /** Changed texts, line by line, each with its path. */
  texts: z.array(z.object({ path: z.string(), lines: z.array(diffLineSchema) })),
  /** New permissions, in words. */
  widens: z.array(z.string()),
})
export type SkillDifference = z.infer<typeof skillDifferenceSchema>

/** What the user reviews before a skill is installed; the consent is bound to `sha256`. */
export const skillReviewSchema = skillFactsSchema.extend({
  version: z.string(),
  /** Hash over all files, their paths and whether they are executable. */
  sha256: z.string(),
  files: z.array(skillFileSchema),
  bytes: z.int().nonnegative(),
  /** The model's instructions when the skill is used. */
  body: z.string(),
  bodyTokens: z.int().nonnegative(),
  /** The description it is chosen by, before it is used. */
  listingTokens: z.int().nonnegative(),
  /** Its permissions, in words. */
  permissions: z.array(z.string()),
  warnings: z.array(skillProblemSchema),
})
export type SkillReview = z.infer<typeof skillReviewSchema>

/** A skill found where the user pointed. `review` is null if it can't be installed; `problems` say why. */
export const skillCandidateSchema = z.object({
  /** Its folder relative to the searched one; empty for that one itself. */
  folder: z.string(),
  review: skillReviewSchema.nullable(),
  problems: z.array(skillProblemSchema),
  /** Compared with the installed skills. */
  status: z.enum(['new', 'same', 'changed', 'refused']),
  difference: skillDifferenceSchema.nullable(),
})
export type SkillCandidate = z.infer<typeof skillCandidateSchema>

/** Where skills come from: a local folder or archive by its absolute path, or the bytes of an archive. */
export const skillOriginSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('path'),
    path: z
      .string()
      .min(1)
      .max(4096)
      .regex(/^[^\0]*$/),
  }),
  z.object({ kind: z.literal('zip'), fileName: z.string().max(300), bytesBase64: z.string() }),
])
export type SkillOrigin = z.infer<typeof skillOriginSchema>

/** A source name that skills are stored under: `mine`, or that of a trusted folder. */
export const skillWordSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(64)

export const skillLookSchema = z.object({
  /** The source name its skills would get when the folder is trusted; null for what can only be copied. */
  word: z.string().nullable(),
  /** It is a project, or a folder of several skills. */
  several: z.boolean(),
  candidates: z.array(skillCandidateSchema),
})
export type SkillLook = z.infer<typeof skillLookSchema>

/** An installed skill. */
export const skillViewSchema = z.object({
  /** `skill:<source>/<name>` */
  id: z.string(),
  source: z.string(),
  addedAt: z.iso.datetime(),
  /** Its origin, as the user gave it. */
  from: z.string(),
  /**
   * `ready`; `off`: disabled by the user; `damaged`: the stored files aren't what was accepted; `changed`, `gone`: it
   * works as accepted, but its folder now has other content, or is missing.
   */
  status: z.enum(['ready', 'off', 'damaged', 'changed', 'gone']),
  /** Null if it is damaged. */
  review: skillReviewSchema.nullable(),
})
export type SkillView = z.infer<typeof skillViewSchema>

/** A trusted folder. Changed and new skills in it need the user's consent. */
export const skillFolderSchema = z.object({
  word: z.string(),
  path: z.string(),
  trustedAt: z.iso.datetime(),
  /** Skills that wait for the user. */
  waiting: z.array(z.object({ name: z.string(), status: z.enum(['new', 'changed', 'refused']) })),
  /** The folder is missing or unreadable. */
  missing: z.boolean(),
})
export type SkillFolder = z.infer<typeof skillFolderSchema>
