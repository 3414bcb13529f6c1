import type { z } from 'zod'
import { parseCapUri } from '../../packages/index.ts'
import { parseCid } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { marketWantedSchema, type MarketWanted } from '../../contract/marketplace.ts'

const KINDS: Readonly<Record<string, MarketWanted['kind']>> = { uri: 'capability', cid: 'cid', url: 'url' }
const NAME = /^[a-z][a-z0-9_-]{0,62}$/

/**
 * Reads what a link asks for: `satchel://install?uri=did:nuwa:cap:note@1.0.0`, `?cid=…` or `?url=https://…`,
 * exactly one of them. A link can come from anywhere, so the rest of it is ignored, and reading it does
 * nothing else.
 *
 * @throws SatchelError `registry_link_invalid`
 */
export const readInstallLink = (link: string): MarketWanted => {
  const invalid = (cause?: unknown): SatchelError => new SatchelError('registry_link_invalid', { cause })
  const url = URL.parse(link)
  if (url?.protocol !== 'satchel:' || url.host !== 'install' || url.pathname.replace('/', '') !== '')
    throw invalid()
  const given = [...url.searchParams].filter(([key]) => ['uri', 'cid', 'url'].includes(key))
  const [only] = given
  if (only === undefined || given.length > 1) throw invalid()
  const wanted = wantedOf(only[1])
  if (wanted === null || wanted.kind !== KINDS[only[0]]) throw invalid()
  return wanted
}

/**
 * Reads what a person typed: a capability URI with or without version, a CID (also as `ipfs://…`), the
 * address of a file, or an install link; null for anything else, such as a bare name.
 *
 * @throws SatchelError `registry_link_invalid` for an invalid `satchel:` link
 */
export const wantedOf = (text: string): MarketWanted | null => {
  const parsed = read(text.trim())
  if (parsed === null) return null
  const checked = marketWantedSchema.safeParse(parsed)
  return checked.success ? checked.data : null
}

const read = (text: string): z.input<typeof marketWantedSchema> | null => {
  if (/^satchel:/i.test(text)) return readInstallLink(text)
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? { kind: 'url', url: text } : null
  const cid = /^ipfs:\/\/([^/?#]+)\/?$/i.exec(text)?.[1] ?? text
  if (isCid(cid)) return { kind: 'cid', cid }
  if (!text.startsWith('did:nuwa:cap:')) return null
  const isUri = parseCapUri(text) !== null || NAME.test(text.slice('did:nuwa:cap:'.length))
  return isUri ? { kind: 'capability', capUri: text } : null
}

const isCid = (text: string): boolean => {
  if (!/^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{20,}|k[0-9a-z]{20,}|z[1-9A-HJ-NP-Za-km-z]{20,})$/.test(text))
    return false
  try {
    parseCid(text)
    return true
  } catch {
    return false // it looks like a CID but is a word
  }
}
