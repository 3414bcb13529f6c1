import { lineDifference } from '../packages/index.ts'
import { estimateTokens } from '../platform/tokens.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { RawFiles } from './files.ts'
import { sayFinding, type SkillFinding } from './findings.ts'
import { textOf, type ReadSkill } from './read.ts'
import type { SkillDifference, SkillReview } from '../contract/skills.ts'

/** What the user reviews before a skill is accepted, in the current language. */
export const reviewOf = (
  skill: ReadSkill,
  findings: readonly SkillFinding[],
  language: Language,
): SkillReview => {
  const { authorVersion: _said, listed, ...facts } = skill
  return {
    ...facts,
    files: [...listed],
    bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
    bodyTokens: estimateTokens(skill.body),
    listingTokens: estimateTokens(`${skill.name}: ${skill.description}`),
    permissions: permissionsOf(skill, language),
    warnings: findings
      .filter(({ severity }) => severity === 'warning')
      .map((one) => sayFinding(one, language)),
  }
}

/** Whether its scripts may run at all: it has some, and its `allowed-tools` do not exclude them. */
export const runsScripts = ({ allowedTools, files }: Pick<SkillReview, 'allowedTools' | 'files'>): boolean =>
  files.some(({ kind }) => kind === 'script') &&
  (allowedTools === null || allowedTools.some(({ grants }) => grants === 'scripts'))

const permissionsOf = (skill: ReadSkill, language: Language): string[] => {
  const { listed, allowedTools, hosts } = skill
  const scripts = runsScripts({ allowedTools, files: [...listed] })
  const count = listed.filter(({ kind }) => kind === 'script').length
  const servers = (allowedTools ?? []).flatMap(({ capabilityId }) => capabilityId ?? [])
  return [
    ...(scripts ? [say(language, 'skill_may_run', { count })] : []),
    ...(scripts && hosts.length > 0 ? [say(language, 'skill_may_connect', { hosts: hosts.join(', ') })] : []),
    ...servers.map((id) => say(language, 'skill_may_call', { id })),
    ...(listed.length > 1 ? [say(language, 'skill_may_read')] : []),
    say(language, 'skill_may_tell'),
  ]
}

/** How the new content differs from the accepted one: files, texts line by line, and new permissions. */
export const differenceOf = (
  before: { readonly skill: ReadSkill; readonly files: RawFiles },
  after: { readonly skill: ReadSkill; readonly files: RawFiles },
  language: Language,
): SkillDifference => {
  const added = [...after.files.keys()].filter((path) => !before.files.has(path))
  const removed = [...before.files.keys()].filter((path) => !after.files.has(path))
  const changed = [...after.files].flatMap(([path, file]) => {
    const old = before.files.get(path)
    return old === undefined || old.equals(file) ? [] : [path]
  })
  const mayBefore = permissionsOf(before.skill, language)
  return {
    fromVersion: before.skill.version,
    files: { added, removed, changed },
    texts: [...changed, ...added].flatMap((path) => {
      const [old, now] = [before.files.get(path), after.files.get(path)].map((file) =>
        file === undefined ? '' : textOf(file),
      )
      if (old === undefined || now === undefined || old === null || now === null) return []
      const lines = lineDifference(old, now, language)
      return lines.length === 0 ? [] : [{ path, lines }]
    }),
    widens: permissionsOf(after.skill, language).filter((sentence) => !mayBefore.includes(sentence)),
  }
}
