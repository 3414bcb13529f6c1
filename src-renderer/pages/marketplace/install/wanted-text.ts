import type { MarketWanted } from '../../../../src-daemon/contract/marketplace.ts'

/** What a text refers to. The daemon parses links. */
export type WantedText = MarketWanted | { readonly kind: 'link'; readonly link: string }

const CID = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{20,190})$/
const CAPABILITY = /^did:nuwa:cap:[a-z0-9][\w.-]*(?:@[0-9A-Za-z.+-]{1,64})?$/

/** Recognizes an address, a CID with or without `ipfs://`, a capability's URI, or a link; null for other text. */
export const wantedOf = (text: string): WantedText | null => {
  const trimmed = text.trim()
  if (/^satchel:\/\/install\b/i.test(trimmed)) return { kind: 'link', link: trimmed }
  if (CAPABILITY.test(trimmed)) return { kind: 'capability', capUri: trimmed }
  const cid = trimmed.replace(/^ipfs:\/\//i, '').replace(/\/$/, '')
  if (CID.test(cid)) return { kind: 'cid', cid }
  const url = URL.parse(trimmed)
  return url !== null && /^https?:$/.test(url.protocol) ? { kind: 'url', url: trimmed } : null
}
