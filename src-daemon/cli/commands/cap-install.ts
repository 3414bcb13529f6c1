import type { Command } from 'commander'
import type { PackageSource } from '../../contract/packages.ts'
import { SatchelError } from '../../platform/errors.ts'
import { Declined } from '../console/declined.ts'
import { printDifference } from '../console/difference.ts'
import { type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { giveModulesBeside } from './cap-modules.ts'
import { offerOf, printOffer } from './cap-offer.ts'
import { allowances, insistBlocked, sourceOf, type Allowances } from './cap-source.ts'

/** `satchel cap review|diff|install|rollback`: a version's permissions, and the consent to them. */
export const addCapInstallCommands = (cap: Command, { text, session }: CommandDeps): void => {
  cap
    .command('review')
    .description(text('cli_cap_review'))
    .argument('<what>', text('cli_cap_what'))
    .option('--source <name>', text('cli_market_source'))
    .action(async (what: string, { source }: { source?: string }) => {
      const one = session()
      const { withDaemon, output } = one
      const offer = await withDaemon((api) => offerOf(api, one, what, source))
      output.result(offer.market ?? offer.review, () => {
        printOffer(output, offer)
      })
    })

  cap
    .command('diff')
    .description(text('cli_cap_diff'))
    .argument('<name>')
    .argument('[file]')
    .option('--previous', text('cli_cap_diff_previous'))
    .action(async (name: string, file: string | undefined, options: { previous?: boolean }) => {
      const { withDaemon, output } = session()
      const source: PackageSource =
        options.previous === true
          ? { kind: 'previous', name }
          : file === undefined
            ? { kind: 'catalogue', id: name }
            : sourceOf(file)
      const { version, difference } = await withDaemon(async (api) => {
        const installed = (await api.packages.installed.query()).some((one) => one.name === name)
        if (!installed) throw new SatchelError('package_not_installed', { params: { name } })
        const review = await api.packages.review.query(source)
        refuseOtherName(review.name, name)
        return review
      })
      output.result(difference, () => {
        if (difference === null) output.say('cli_difference_none')
        else printDifference(output, { version, difference })
      })
    })

  cap
    .command('install')
    .description(text('cli_cap_install'))
    .argument('<what>', text('cli_cap_what'))
    .option('--source <name>', text('cli_market_source'))
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
    .action(async (what: string, { source: from, ...given }: Allowances & { source?: string }) => {
      const one = session()
      const { withDaemon, output, consent, insist } = one
      const installed = await withDaemon(async (api) => {
        const offer = await offerOf(api, one, what, from)
        printOffer(output, offer)
        const { source, review } = offer
        const { title, version, sha256, author } = review
        if (!(await consent('cli_q_install', { title, version, author: author.did }))) throw new Declined()
        const allowed = await allowances({ insist }, offer, given)
        const made = await api.packages.install.mutate({ source, sha256, acceptWarnings: true, ...allowed })
        await giveModulesBeside(api, made.name, what)
        return made
      }).catch(sayDeclined(output))
      output.result(installed, () => {
        output.say('cli_installed', { title: installed.review.title, version: installed.version })
        if (installed.status === 'disabled') output.say('cli_disabled', { name: installed.name })
      })
    })

  cap
    .command('rollback')
    .description(text('cli_cap_rollback'))
    .argument('<name>')
    .option('--accept-blocked', text('cli_cap_accept_blocked'))
    .action(async (name: string, given: Pick<Allowances, 'acceptBlocked'>) => {
      const { withDaemon, output, consent, insist } = session()
      const installed = await withDaemon(async (api) => {
        const review = await api.packages.review.query({ kind: 'previous', name })
        const { title, author, version, difference } = review
        if (difference !== null) printDifference(output, { version, difference })
        const from = difference?.fromVersion ?? version
        if (!(await consent('cli_q_rollback', { title, author: author.did, from, version })))
          throw new Declined()
        const acceptBlocked = await insistBlocked({ insist }, review, given)
        return api.packages.rollback.mutate({ name, acceptBlocked })
      }).catch(sayDeclined(output))
      output.result(installed, () => {
        output.say('cli_rolled_back', { title: installed.review.title, version: installed.version })
      })
    })
}

/** Errors: `file_of_other_name`. */
export const refuseOtherName = (found: string, name: string): void => {
  if (found !== name) throw new SatchelError('file_of_other_name', { params: { found, name } })
}

const sayDeclined =
  (output: Output) =>
  (thrown: unknown): never => {
    if (thrown instanceof Declined) output.say('cli_declined')
    throw thrown
  }
