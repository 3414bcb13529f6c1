import type { PackageSource, PermissionReview } from '../../contract/packages.ts'
import type { MarketReview, MarketWanted } from '../../contract/marketplace.ts'
import { fetchReview } from '../console/fetch-steps.ts'
import { type Output } from '../console/output.ts'
import type { Api, Session } from '../console/session.ts'
import { printCautions, printVerification } from '../console/verification.ts'
import { isFile, sourceOf } from './cap-source.ts'
import { say } from '../../text/index.ts'
import { printAuthorName } from '../console/author-name.ts'
import { printDifference } from '../console/difference.ts'

/** A reviewed package to install. `market` is null for a file and for built-in packages. */
export interface CapOffer {
  readonly source: PackageSource
  readonly review: PermissionReview
  readonly market: MarketReview | null
}

const ELSEWHERE = /^(?:ipfs:|https?:|satchel:|did:nuwa:cap:)/i

/**
 * Resolves the argument: a capability URI, a CID, a URL or an install link; a file; a name in the built-in catalogue; a
 * name that one of the sources has. `from`: the source to use, even if others have that name. Fetching reports each
 * step.
 */
export const offerOf = async (
  api: Api,
  session: Session,
  what: string,
  from: string | undefined,
): Promise<CapOffer> => {
  if (!ELSEWHERE.test(what) && isFile(what)) return offered(api, sourceOf(what))
  const wanted = await api.marketplace.read.query({ text: what })
  if (wanted !== null) return fetched(api, session, named(wanted, from))
  if (from === undefined) {
    const shipped = (await api.packages.catalogue.query()).some(({ id }) => id === what)
    if (shipped) return offered(api, { kind: 'catalogue', id: what })
  }
  return fetched(api, session, named({ kind: 'capability', capUri: what }, from))
}

const offered = async (api: Api, source: PackageSource): Promise<CapOffer> => ({
  source,
  review: await api.packages.review.query(source),
  market: null,
})

/** Fetches and verifies a package from a source, and prints each step. */
export const fetched = async (api: Api, session: Session, wanted: MarketWanted): Promise<CapOffer> => {
  const market = await fetchReview(api, session, wanted)
  return { source: { kind: 'candidate', id: market.candidate }, review: market.review, market }
}

const named = (wanted: MarketWanted, source: string | undefined): MarketWanted =>
  wanted.kind === 'capability' && source !== undefined ? { ...wanted, source } : wanted

/** Prints the review, and where the package comes from. */
export const printOffer = (output: Output, { review, market }: CapOffer): void => {
  printReview(output, review)
  if (market === null) return
  output.say('cli_market_verified')
  printVerification(output, market.verification)
  printCautions(output, market.cautions)
}

/** Prints the permission review before the question (acp.md 4.2): the author, the changes, and everything it may do. */
const printReview = (output: Output, review: PermissionReview): void => {
  const { language } = output
  const { version, difference } = review
  output.line(`${review.title} ${version}: ${review.description}`)
  printAuthor(output, review.author)
  for (const { list, reason } of review.advisories) output.say('cli_review_blocked', { list, reason })
  if (review.lookAlike !== null)
    output.say('cli_review_look_alike', {
      other: review.lookAlike.title,
      name: review.lookAlike.name,
      known: review.lookAlike.author,
    })
  if (review.handover !== null) {
    const { from, to, registry } = review.handover
    if (registry === null) output.say('cli_review_takeover', { from })
    else output.say('cli_review_handover', { from, to, registry })
  }
  if (difference !== null) printDifference(output, { version, difference })
  output.say('cli_review_may')
  for (const permission of review.permissions) output.line(`  ${permission.text}`)
  if (review.hosts.length === 0) output.say('cli_review_no_hosts')
  else output.say('cli_review_hosts', { hosts: review.hosts.join(', ') })
  output.say('cli_review_tools')
  for (const tool of review.tools) {
    const off = tool.available ? '' : ` [${say(language, 'cli_review_off', { reason: tool.reason ?? '' })}]`
    output.line(`  ${tool.name}: ${tool.description}${off}`)
  }
  output.say('cli_review_prompt', { tokens: review.promptTokens })
  if (review.warnings.length > 0) output.say('cli_review_warnings')
  for (const warning of review.warnings)
    output.line(`  ${String(warning.line)}:${String(warning.column)} ${warning.message}`)
}

const printAuthor = (
  output: Output,
  { did, keyId, trust, firstSeenAt, recommendedBy }: PermissionReview['author'],
): void => {
  output.say('cli_review_author', { did, trust: say(output.language, `cli_trust_${trust}`) })
  printAuthorName(output, { did, trust, proven: true })
  if (firstSeenAt !== null && (trust === 'known' || trust === 'key_changed'))
    output.say('cli_review_first_seen', { since: firstSeenAt.slice(0, 10) })
  if (recommendedBy.length > 0)
    output.say('cli_review_recommended', { lists: recommendedBy.map(({ list }) => list).join(', ') })
  if (trust === 'key_changed') output.say('cli_review_key_changed', { key: keyId })
}
