import { diffLineSchema } from './packages.ts'
import { z } from 'zod'

/** Something about a skill's files that its user should know; an `error` keeps it from being taken in. Lines start at 1. */
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
 * One entry of `allowed-tools`, and what it is here: reading the skill's files, running its scripts, a tool of a connected server, or
 * nothing Satchel has.
 */
export const skillToolSchema = z.object({
  written: z.string(),
  grants: z.enum(['read', 'scripts', 'server', 'nothing']),
  /** The capability a `server` entry means, as `mcp:<source>/<tool>`. */
  capabilityId: z.string().nullable(),
})
export type SkillTool = z.infer<typeof skillToolSchema>

/** Everything the front matter of a `SKILL.md` says, as it was understood. */
export const skillFactsSchema = z.object({
  /** As a part of ids: small letters, digits and single hyphens, at most 64. */
  name: z.string(),
  /** As its author writes it. */
  title: z.string(),
  description: z.string(),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** Null where `allowed-tools` is not there, which grants what the skill needs of its own. */
  allowedTools: z.array(skillToolSchema).nullable(),
  /** Hosts its scripts may reach: `metadata.satchel-hosts`. */
  hosts: z.array(z.string()),
})
export type SkillFacts = z.infer<typeof skillFactsSchema>

/** How a new content differs from the accepted one. */
export const skillDifferenceSchema = z.object({
  fromVersion: z.string(),
  files: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  /** Texts that changed, line by line, each under its path. */
  texts: z.array(z.object({ path: z.string(), lines: z.array(diffLineSchema) })),
  /** What it may do now that it could not before, in words. */
  widens: z.array(z.string()),
})
export type SkillDifference = z.infer<typeof skillDifferenceSchema>

/** What its user sees before a skill counts; the consent is bound to `sha256`. */
export const skillReviewSchema = skillFactsSchema.extend({
  version: z.string(),
  /** Of all files, their paths and whether they can be run. */
  sha256: z.string(),
  files: z.array(skillFileSchema),
  bytes: z.int().nonnegative(),
  /** What the model is told when the skill is used. */
  body: z.string(),
  bodyTokens: z.int().nonnegative(),
  /** What is told of it to choose by, before it is used. */
  listingTokens: z.int().nonnegative(),
  /** What it may do, in words. */
  permissions: z.array(z.string()),
  warnings: z.array(skillProblemSchema),
})
export type SkillReview = z.infer<typeof skillReviewSchema>

/** A skill that was found where the user pointed. `review` is null where it cannot be taken in; `problems` say why. */
export const skillCandidateSchema = z.object({
  /** Its folder inside what was looked at; empty for the thing itself. */
  folder: z.string(),
  review: skillReviewSchema.nullable(),
  problems: z.array(skillProblemSchema),
  /** What it is to those taken in already. */
  status: z.enum(['new', 'same', 'changed', 'refused']),
  difference: skillDifferenceSchema.nullable(),
})
export type SkillCandidate = z.infer<typeof skillCandidateSchema>

/** Where skills come from: a folder or archive of this machine by its absolute path, or the bytes of an archive. */
export const skillOriginSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('path'), path: z.string().min(1).max(4096) }),
  z.object({ kind: z.literal('zip'), fileName: z.string().max(300), bytesBase64: z.string() }),
])
export type SkillOrigin = z.infer<typeof skillOriginSchema>

/** A word skills are kept under: `mine`, or what a trusted folder is called. */
export const skillWordSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(64)

export const skillLookSchema = z.object({
  /** The word its skills would be kept under when the folder is trusted; null for what can only be copied. */
  word: z.string().nullable(),
  /** It is a project, or a folder of several skills. */
  several: z.boolean(),
  candidates: z.array(skillCandidateSchema),
})
export type SkillLook = z.infer<typeof skillLookSchema>

/** A skill that was taken in. */
export const skillViewSchema = z.object({
  /** `skill:<source>/<name>` */
  id: z.string(),
  source: z.string(),
  addedAt: z.iso.datetime(),
  /** What it was taken from, as the user said it. */
  from: z.string(),
  /**
   * `ready`; `off` by its user; `damaged`: the kept files are not what was accepted; `changed`, `gone`: it works as it was accepted, and
   * its folder holds something else by now, or is not there.
   */
  status: z.enum(['ready', 'off', 'damaged', 'changed', 'gone']),
  /** Null where it is damaged. */
  review: skillReviewSchema.nullable(),
})
export type SkillView = z.infer<typeof skillViewSchema>

/** A folder whose skills count. What changes in it, or comes, is asked about before it does. */
export const skillFolderSchema = z.object({
  word: z.string(),
  path: z.string(),
  trustedAt: z.iso.datetime(),
  /** What waits for its user there. */
  waiting: z.array(z.object({ name: z.string(), status: z.enum(['new', 'changed', 'refused']) })),
  /** The folder is not there, or cannot be read. */
  missing: z.boolean(),
})
export type SkillFolder = z.infer<typeof skillFolderSchema>
