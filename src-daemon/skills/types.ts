import type {
  SkillFacts,
  SkillFile,
  SkillFolder,
  SkillLook,
  SkillOrigin,
  SkillView,
} from '../contract/skills.ts'

/** A skill as the rooms above use it: read, checked, kept. */
export interface Skill extends SkillFacts {
  readonly id: string
  readonly source: string
  /** The author's version, and twelve letters of the hash. */
  readonly version: string
  readonly sha256: string
  readonly body: string
  readonly files: readonly SkillFile[]
  /** The folder of its files. Only the runner of scripts gets it. */
  readonly folder: string
}

/** The skills in force, in the form of packages, for routing and conversations. */
export interface SkillsService {
  list(): readonly SkillView[]
  /** Those in force: accepted, intact, not switched off. */
  active(): readonly Skill[]
  folders(): readonly SkillFolder[]
  /**
   * Looks for skills to add; changes nothing. Errors: `skill_source_missing`, `skill_none_found`,
   * `skill_archive_refused`.
   */
  look(origin: SkillOrigin): Promise<SkillLook>
  /**
   * Adds what was reviewed: each `sha256` must be that of the review. With `trust`, the skills keep following their
   * folder, under `word`; otherwise they are copied once. Errors: those of `look`; `skill_refused`, `skill_changed`,
   * `skill_word_taken`, `skill_cannot_be_trusted`.
   */
  add(input: {
    origin: SkillOrigin
    skills: readonly { folder: string; sha256: string }[]
    trust: boolean
    word?: string | undefined
  }): Promise<readonly SkillView[]>
  /** Errors: `skill_unknown`. */
  setEnabled(id: string, enabled: boolean): SkillView
  /** Errors: `skill_unknown`. */
  remove(id: string): void
  /** Stops trusting a folder: its skills are no longer in force. Errors: `skill_folder_unknown`. */
  untrust(word: string): void
  /** A text file of a skill. Errors: `skill_unknown`, `skill_file_unknown`, `skill_file_no_text`. */
  readText(id: string, path: string): { readonly text: string; readonly bytes: number }
  /** Removes kept files that no skill names. */
  sweep(): void
  onChange(listener: () => void): () => void
}
