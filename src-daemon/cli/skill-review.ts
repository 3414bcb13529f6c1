import { sizeText } from '../platform/sizes.ts'
import type { SkillDifference, SkillReview } from '../contract/skills.ts'
import { plain, type Output } from './output.ts'

/** A skill as a person reads it before saying yes: what it is, what it may do, what is in it. */
export const printSkillReview = (output: Output, review: SkillReview): void => {
  const { title, version, description, license, compatibility, permissions, files, warnings } = review
  output.line(plain(`  ${title} ${version}: ${description}`))
  for (const fact of [license, compatibility]) if (fact !== null) output.line(plain(`  ${fact}`))
  output.say('cli_review_may')
  for (const permission of permissions) output.line(plain(`  ${permission}`))
  output.say('cli_skill_files', { count: files.length, size: sizeText(review.bytes) })
  for (const { path, bytes, kind } of files)
    output.line(plain(`  ${path}  ${sizeText(bytes)}${kind === 'script' ? '  *' : ''}`))
  output.say('cli_review_prompt', { tokens: review.bodyTokens })
  if (warnings.length > 0) output.say('cli_review_warnings')
  for (const { file, line, message } of warnings)
    output.line(plain(`  ${file}${line === null ? '' : `:${String(line)}`} ${message}`))
}

/** What a new content changes, what it may do beyond before first. */
export const printSkillDifference = (output: Output, difference: SkillDifference): void => {
  const { fromVersion, files, texts, widens } = difference
  output.say('cli_skill_differs', { version: fromVersion })
  for (const sentence of widens) output.line(plain(`  ! ${sentence}`))
  for (const path of files.added) output.line(plain(`  + ${path}`))
  for (const path of files.removed) output.line(plain(`  - ${path}`))
  for (const path of files.changed) output.line(plain(`  ~ ${path}`))
  for (const { path, lines } of texts) {
    output.line(plain(`  ${path}`))
    for (const { kind, text } of lines) output.line(plain(`    ${MARKS[kind]} ${text}`))
  }
}

const MARKS = { same: ' ', added: '+', removed: '-', gap: '⋯' } as const
