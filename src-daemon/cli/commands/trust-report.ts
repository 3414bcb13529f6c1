import type { Command } from 'commander'
import { reportedText, reportLink, reportRecipients, type Reported } from '../../contract/report.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { errorViewOf, type Api } from '../console/session.ts'

/** `satchel trust report`: a message about a version, and where it can go. It sends nothing. */
export const addTrustReportCommand = (trust: Command, { text, session }: CommandDeps): void => {
  trust
    .command('report')
    .description(text('cli_trust_report'))
    .argument('<capability>', text('cli_market_capability'))
    .argument('[words...]', text('cli_trust_report_words'))
    .action(async (capability: string, words: string[]) => {
      const { withDaemon, output } = session()
      const { language } = output
      const { reported, lists } = await withDaemon(async (api) => ({
        reported: await reportedOf(api, capability),
        lists: await api.trust.lists.query(),
      }))
      const { name, version, capUri, sha256, author } = reported
      const message = {
        subject: say(language, 'cli_trust_report_subject', { name, version }),
        body: say(language, 'cli_trust_report_body', {
          ...{ uri: `${capUri}@${version}`, sha256, author },
          text: reportedText(words.join(' ')) || '…',
        }),
      }
      const recipients = reportRecipients(reported, lists).map((one) => ({
        ...one,
        link: reportLink(one, message),
      }))
      output.result({ ...message, recipients }, () => {
        for (const line of [message.subject, message.body]) output.line(line)
        output.line()
        output.say(recipients.length === 0 ? 'cli_trust_report_nobody' : 'cli_trust_report_to')
        for (const { list, link } of recipients)
          output.line(`  ${list ?? say(language, 'cli_trust_report_author')}: ${link}`)
      })
    })
}

/** As the sources have it, else as it is installed. Errors: those of `marketplace.detail`. */
const reportedOf = async (api: Api, capability: string): Promise<Reported> => {
  try {
    const { card, file } = await api.marketplace.detail.mutate({ capUri: capability })
    return {
      ...{ name: card.name, capUri: card.capUri, author: card.author.did },
      version: file?.review.version ?? card.version,
      sha256: file?.review.sha256 ?? card.claims[0]?.sha256 ?? '',
      recommendedBy: card.author.recommendedBy,
      contact: file?.contact ?? null,
      homepage: file?.homepage ?? null,
    }
  } catch (thrown) {
    const { code } = errorViewOf(thrown, 'en')
    const installed = (await api.packages.installed.query()).find(({ name }) => name === capability)
    if (installed === undefined || !NOT_LISTED.includes(code)) throw thrown
    const { name, version, sha256, review } = installed
    return {
      ...{ name, version, sha256, capUri: review.capUri, author: review.author.did },
      recommendedBy: review.author.recommendedBy,
      ...{ contact: null, homepage: null },
    }
  }
}

const NOT_LISTED = ['registry_capability_unknown', 'registry_capability_unheard']
