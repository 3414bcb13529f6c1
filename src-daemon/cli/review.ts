import type { PermissionReview } from '../packages/types.ts'
import { say } from '../text/index.ts'
import { plain, type Output } from './output.ts'

/** The permission review as a person reads it before saying yes (acp.md 4.2). */
export const printReview = (output: Output, review: PermissionReview): void => {
  const { language } = output
  output.line(`${plain(review.title)} ${review.version}: ${plain(review.description)}`)
  output.say('cli_review_author', {
    did: review.author.did,
    trust: say(language, `cli_trust_${review.author.trust}`),
  })
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
