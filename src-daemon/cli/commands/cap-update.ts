import type { Command } from 'commander'
import type { InstalledPackage, PackageSource } from '../../contract/packages.ts'
import type { ErrorView } from '../../contract/errors.ts'
import { SatchelError } from '../../platform/errors.ts'
import { printDifference } from '../console/difference.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { MarketWanted } from '../../contract/marketplace.ts'
import { answers, saySilence } from '../console/silence.ts'
import { errorText } from '../console/error-text.ts'
import { errorViewOf, type Api, type Session } from '../console/session.ts'
import { refuseOtherName } from './cap-install.ts'
import { fetched, printOffer } from './cap-offer.ts'
import { allowances, asksNothingNew, isFile, sourceOf, type Allowances } from './cap-source.ts'

/** The result of updating one capability. */
interface Outcome {
  readonly name: string
  readonly from: string
  readonly version: string
  /**
   * `no_source`: none of the sources has it. `unknown`: none answered. `not_installable`: what is offered can't be
   * installed here, and was not tried.
   */
  readonly outcome:
    | 'updated'
    | 'current'
    | 'declined'
    | 'no_source'
    | 'unknown'
    | 'failed'
    | 'not_installable'
  /** Why it failed, or can't be installed. */
  readonly error?: ErrorView
}

/** `satchel cap update [NAME...]` and `satchel cap update NAME FILE` (acp.md 4.3). */
export const addCapUpdateCommand = (cap: Command, { text, session, io }: CommandDeps): void => {
  cap
    .command('update')
    .description(text('cli_cap_update'))
    .argument('[names...]')
    .option('--downgrade', text('cli_cap_downgrade'))
    .option('--accept-key', text('cli_cap_accept_key'))
    .option('--accept-look-alike', text('cli_cap_accept_look_alike'))
    .option('--accept-author', text('cli_cap_accept_author'))
    .option('--accept-source', text('cli_cap_accept_source'))
    .option('--accept-conflict', text('cli_cap_accept_conflict'))
    .option('--accept-unlisted', text('cli_cap_accept_unlisted'))
    .option('--accept-unchecked', text('cli_cap_accept_unchecked'))
    .option('--accept-yanked', text('cli_cap_accept_yanked'))
    .option('--accept-blocked', text('cli_cap_accept_blocked'))
    .action(async (named: string[], given: Allowances) => {
      const here = session()
      const { withDaemon, output } = here
      const outcomes = await withDaemon(async (api) => {
        const found = await candidates(api, here, named)
        const done: Outcome[] = []
        for (const one of found) {
          const { installed } = one
          const updating = update(api, here, { ...one, given })
          // One that fails keeps no other from being updated.
          done.push(await (found.length === 1 ? updating : updating.catch(failedAs(here, installed))))
        }
        return done
      })
      output.result(outcomes, () => {
        if (outcomes.length === 0) output.say('cli_none')
      })
      const isFailure = ({ outcome }: Outcome): boolean =>
        outcome === 'declined' ||
        outcome === 'failed' ||
        outcome === 'unknown' ||
        ((outcome === 'no_source' || outcome === 'not_installable') && named.length > 0)
      if (outcomes.some(isFailure)) io.exitCode = 1
    })
}

/** Says at once what went wrong with one of several. */
const failedAs =
  ({ output }: Session, { name, version }: InstalledPackage) =>
  (thrown: unknown): Outcome => {
    const error = errorViewOf(thrown, output.language)
    output.say('cli_update_failed', { name })
    output.lines(errorText(error), '  ')
    return { name, from: version, version, outcome: 'failed', error }
  }

interface ToUpdate {
  readonly installed: InstalledPackage
  /** A source's version, or the file; otherwise why there is none. */
  readonly source: PackageSource | MarketWanted | Blocked | 'current' | 'no_source' | 'unknown'
  /** A higher version that can't be installed here. */
  readonly higher?: { readonly version: string; readonly problem: ErrorView } | null
}

/** What is offered, and what is known against it. */
interface Blocked {
  readonly kind: 'blocked'
  readonly version: string
  readonly problem: ErrorView
}

/** Says which sources don't answer. Errors: `package_not_installed`. */
const candidates = async (
  api: Api,
  { output }: Session,
  named: readonly string[],
): Promise<readonly ToUpdate[]> => {
  const [installed, catalogue] = await Promise.all([
    api.packages.installed.query(),
    api.packages.catalogue.query(),
  ])
  const find = (name: string): InstalledPackage => {
    const found = installed.find((one) => one.name === name)
    if (found === undefined) throw new SatchelError('package_not_installed', { params: { name } })
    return found
  }
  const [name, file] = named
  if (name !== undefined && file !== undefined && named.length === 2 && isFile(file))
    return [{ installed: find(name), source: sourceOf(file) }]
  const wanted = named.length === 0 ? installed : named.map(find)
  const check = await api.marketplace.check.mutate()
  saySilence(output, check)
  const isBuiltInUsed = check.sources.some(({ kind }) => kind === 'builtin')
  return wanted.map((one): ToUpdate => {
    const offer = check.updates.find((update) => update.name === one.name)?.offered ?? null
    // Built-in packages need no fetching.
    if (offer !== null && offer.source !== 'builtin') {
      const { version, source, problem, higher } = offer
      if (problem !== null) return { installed: one, source: { kind: 'blocked', version, problem } }
      return {
        installed: one,
        higher,
        source: { kind: 'capability', capUri: `${one.review.capUri}@${version}`, source },
      }
    }
    const offered = isBuiltInUsed ? catalogue.find(({ review }) => review.name === one.name) : undefined
    if (offered !== undefined) return { installed: one, source: { kind: 'catalogue', id: offered.id } }
    if (!answers(check)) return { installed: one, source: 'unknown' }
    return { installed: one, source: check.unlisted.includes(one.name) ? 'no_source' : 'current' }
  })
}

/** Shows what would change; asks only if the new version needs a new consent. */
const update = async (
  api: Api,
  session: Session,
  { installed, source, higher = null, given }: ToUpdate & { readonly given: Allowances },
): Promise<Outcome> => {
  const { output, consent, insist } = session
  const { name, version: from } = installed
  if (typeof source === 'string') {
    if (source === 'no_source') output.say('cli_update_no_source', { name })
    if (source === 'current') output.say('cli_update_none', { name, version: from })
    return { name, from, version: from, outcome: source }
  }
  if (source.kind === 'blocked') {
    const { version, problem } = source
    output.say('cli_update_not_installable', { name, version: from, offered: version })
    output.lines(errorText(problem), '  ')
    return { name, from, version: from, outcome: 'not_installable', error: problem }
  }
  if (higher !== null)
    output.say('cli_update_passed_over', {
      name,
      higher: higher.version,
      problem: higher.problem.message,
    })
  const offer =
    source.kind === 'capability' || source.kind === 'cid' || source.kind === 'url'
      ? await fetched(api, session, source)
      : { source, review: await api.packages.review.query(source), market: null }
  const { review } = offer
  refuseOtherName(review.name, name)
  const { sha256, title, author, version, difference } = review
  const isOlderOffer = source.kind === 'catalogue' && difference?.direction === 'downgrade'
  if (difference === null || isOlderOffer) {
    output.say('cli_update_none', { name, version: from })
    return { name, from, version: from, outcome: 'current' }
  }
  const names = { title, author: author.did, from, version }
  const isAsked = (offer.market?.cautions ?? []).length > 0
  if (!isAsked && asksNothingNew(review, installed.review)) printDifference(output, { version, difference })
  else {
    printOffer(output, offer)
    if (!(await consent('cli_q_update', names))) {
      output.say('cli_declined')
      return { name, from, version: from, outcome: 'declined' }
    }
  }
  const allowed = await allowances({ insist }, offer, given)
  await api.packages.install.mutate({ source: offer.source, sha256, acceptWarnings: true, ...allowed })
  output.say('cli_updated', names)
  return { name, from, version, outcome: 'updated' }
}
