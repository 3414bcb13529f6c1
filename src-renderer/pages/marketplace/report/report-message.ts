/** A message about a version, to its author or to the owner of a list. */
import type { MarketDetail } from '../../../../src-daemon/contract/marketplace.ts'
import type { TrustListView } from '../../../../src-daemon/contract/trust.ts'
import { t } from '../../../i18n/index.ts'

export interface Recipient {
  readonly label: string
  /** `mailto:` or https. */
  readonly address: string
}

/** Who can be told: the author at the addresses that lists or the package give, and each list's owner. */
export const recipientsOf = (
  { card, file }: Pick<MarketDetail, 'card' | 'file'>,
  lists: readonly Pick<TrustListView, 'name' | 'contact'>[],
): readonly Recipient[] => {
  const author = [...card.author.recommendedBy.map(({ contact }) => contact), file?.homepage ?? null]
  const all = [
    ...author.map((address) => ({ label: t('marketplace.report.author'), address })),
    ...lists.map(({ name, contact }) => ({ label: name, address: contact })),
  ].flatMap(({ label, address }) => (address === null ? [] : [{ label, address }]))
  return [...new Map(all.map((one) => [`${one.label} ${one.address}`, one])).values()]
}

/** What the message says: which file it is about, and what the user wrote, in one line, as links to mail programs hold none. */
export const reportMessage = (
  { card, file }: Pick<MarketDetail, 'card' | 'file'>,
  written: string,
): { readonly subject: string; readonly body: string } => {
  const version = file?.review.version ?? card.version
  return {
    subject: t('marketplace.report.subject', { name: card.name, version }),
    body: t('marketplace.report.body', {
      uri: `${card.capUri}@${version}`,
      sha256: file?.review.sha256 ?? card.claims[0]?.sha256 ?? '',
      author: card.author.did,
      text: written.replaceAll(/\s+/g, ' ').trim(),
    }),
  }
}

/** The address to open: of a mail program with the message filled in, or the page as it is. */
export const reportLink = (
  { address }: Recipient,
  { subject, body }: ReturnType<typeof reportMessage>,
): string =>
  address.startsWith('mailto:')
    ? `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
    : address
