import type { PermissionReview } from '../contract/packages.ts'
import { say } from '../text/index.ts'
import { printDifference } from './difference.ts'
import { plain, type Output } from './output.ts'

/** The permission review as a person reads it before saying yes (acp.md 4.2): who, what changes, and all it may do. */
export const printReview = (output: Output, review: PermissionReview): void => {
  const { language } = output
  const { version, difference } = review
  output.line(`${plain(review.title)} ${version}: ${plain(review.description)}`)
  printAuthor(output, review.author)
  if (difference !== null) printDifference(output, { version, difference })
  output.say('cli_review_may')
  for (const permission of review.permissions) output.line(`  ${plain(permission.text)}`)
  if (review.hosts.length === 0) output.say('cli_review_no_hosts')
  else output.say('cli_review_hosts', { hosts: plain(review.hosts.join(', ')) })
  output.say('cli_review_tools')
  for (const tool of review.tools) {
    const off = tool.available ? '' : ` [${say(language, 'cli_review_off', { reason: tool.reason ?? '' })}]`
    output.line(plain(`  ${tool.name}: ${tool.description}${off}`))
  }
  output.say('cli_review_prompt', { tokens: review.promptTokens })
  if (review.warnings.length > 0) output.say('cli_review_warnings')
  for (const warning of review.warnings)
    output.line(plain(`  ${String(warning.line)}:${String(warning.column)} ${warning.message}`))
}

const printAuthor = (
  output: Output,
  { did, keyId, trust, firstSeenAt }: PermissionReview['author'],
): void => {
  output.say('cli_review_author', { did, trust: say(output.language, `cli_trust_${trust}`) })
  if (firstSeenAt !== null && (trust === 'known' || trust === 'key_changed'))
    output.say('cli_review_first_seen', { since: firstSeenAt.slice(0, 10) })
  if (trust === 'key_changed') output.say('cli_review_key_changed', { key: keyId })
}
