/** Reports about a version of a package: who can be told, and the message. */
import type { Recommendation } from './advisories.ts'

/** An address for messages: of a mailbox, without a subject or other recipients in it, or of an https page. */
export const isContact = (text: string): boolean => {
  if (text.length > 300) return false
  if (/^mailto:[^\s@?#%,;]+@[^\s@?#%,;/]+$/.test(text)) return true
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === ''
}

/** The version that is reported. */
export interface Reported {
  readonly name: string
  readonly version: string
  readonly capUri: string
  readonly sha256: string
  /** The author's DID. */
  readonly author: string
  /** Lists that recommend the author. */
  readonly recommendedBy: readonly Recommendation[]
  /** Where the package says that reports go, and its own page; null if it says nothing. */
  readonly contact: string | null
  readonly homepage: string | null
}

/** Somebody who can be told; `list` is null for the author. */
export interface ReportRecipient {
  readonly list: string | null
  /** `mailto:` or https. */
  readonly address: string
}

/** The author, at the addresses that the package or lists give, then each list's owner; each address once. */
export const reportRecipients = (
  { recommendedBy, contact, homepage }: Pick<Reported, 'recommendedBy' | 'contact' | 'homepage'>,
  lists: readonly { readonly name: string; readonly contact: string | null }[],
): readonly ReportRecipient[] => {
  const author = [contact, ...recommendedBy.map((one) => one.contact), homepage]
  const all = [
    ...author.map((address) => ({ list: null, address })),
    ...lists.map(({ name, contact: address }) => ({ list: name, address })),
  ].flatMap(({ list, address }) => (address === null ? [] : [{ list, address }]))
  return [...new Map(all.map((one) => [`${one.list ?? ''} ${one.address}`, one])).values()]
}

/** What happened, on one line: links to mail programs hold no other. */
export const reportedText = (written: string): string => written.replaceAll(/\s+/g, ' ').trim()

/** The address to open: of a mail program with the message filled in, or the page as it is. */
export const reportLink = (
  { address }: Pick<ReportRecipient, 'address'>,
  { subject, body }: { readonly subject: string; readonly body: string },
): string =>
  address.startsWith('mailto:')
    ? `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
    : address
