/** A message about a version, to its author or to the owner of a list. */
import type { MarketDetail } from '../../../../src-daemon/contract/marketplace.ts'
import { reportedText, reportRecipients, type Reported } from '../../../../src-daemon/contract/report.ts'
import type { TrustListView } from '../../../../src-daemon/contract/trust.ts'
import { t } from '../../../i18n/index.ts'

export interface Recipient {
  readonly label: string
  /** `mailto:` or https. */
  readonly address: string
}

type Shown = Pick<MarketDetail, 'card' | 'file'>

/** The version on screen, as it is reported. */
const reportedOf = ({ card, file }: Shown): Reported => ({
  name: card.name,
  version: file?.review.version ?? card.version,
  capUri: card.capUri,
  sha256: file?.review.sha256 ?? card.claims[0]?.sha256 ?? '',
  author: card.author.did,
  recommendedBy: card.author.recommendedBy,
  contact: file?.contact ?? null,
  homepage: file?.homepage ?? null,
})

/** Who can be told: the author at the addresses that lists or the package give, and each list's owner. */
export const recipientsOf = (
  shown: Shown,
  lists: readonly Pick<TrustListView, 'name' | 'contact'>[],
): readonly Recipient[] =>
  reportRecipients(reportedOf(shown), lists).map(({ list, address }) => ({
    label: list ?? t('marketplace.report.author'),
    address,
  }))

/** What the message says: which file it is about, and what the user wrote, in one line, as links to mail programs hold none. */
export const reportMessage = (
  shown: Shown,
  written: string,
): { readonly subject: string; readonly body: string } => {
  const { name, version, capUri, sha256, author } = reportedOf(shown)
  return {
    subject: t('marketplace.report.subject', { name, version }),
    body: t('marketplace.report.body', {
      uri: `${capUri}@${version}`,
      sha256,
      author,
      text: reportedText(written),
    }),
  }
}
