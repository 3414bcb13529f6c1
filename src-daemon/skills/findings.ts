import type { Language } from '../contract/language.ts'
import type { SkillProblem } from '../contract/skills.ts'
import { isPhraseKey, say, type PhraseKey, type TextParams } from '../text/index.ts'

/** The stable code of a problem: the part after `skill_problem_` of its phrase. */
export type SkillProblemCode = PhraseKey extends infer Key
  ? Key extends `skill_problem_${infer Code}`
    ? Code
    : never
  : never

/** A problem, not yet put into words. */
export interface SkillFinding {
  /** Our own code, or one of the rules for texts that packages share. */
  readonly code: string
  readonly severity: SkillProblem['severity']
  readonly file: string
  readonly line: number | null
  readonly params: TextParams
}

/** Collects findings. */
export const createSkillFindings = () => {
  const found: SkillFinding[] = []
  const add =
    (severity: SkillProblem['severity']) =>
    (code: SkillProblemCode, file: string, line: number | null, params: TextParams = {}): void => {
      found.push({ code, severity, file, line, params })
    }
  return {
    error: add('error'),
    warning: add('warning'),
    /** Adds a finding of another room's rules. */
    note: (finding: SkillFinding): void => {
      found.push(finding)
    },
    all: (): readonly SkillFinding[] => found,
  }
}
export type SkillFindings = ReturnType<typeof createSkillFindings>

/** Puts a problem into words. */
export const sayFinding = (
  { code, severity, file, line, params }: SkillFinding,
  language: Language,
): SkillProblem => ({
  code,
  severity,
  file,
  line,
  message: say(language, phraseOf(code), { path: file, ...params }),
})

const phraseOf = (code: string): PhraseKey => {
  const own = `skill_problem_${code}`
  if (isPhraseKey(own)) return own
  const shared = `problem_${code}`
  return isPhraseKey(shared) ? shared : 'skill_problem_field_unknown'
}
