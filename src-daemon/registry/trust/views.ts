/** Lists as people see them: all that a publisher wrote is cleaned. */
import type {
  CollectionSummary,
  FoundTrustList,
  TrustListContents,
  TrustListView,
} from '../../contract/trust.ts'
import type { ErrorView } from '../../contract/errors.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { TrustContent } from './format.ts'
import type { KeptList } from './kept.ts'
import type { ListedCollection } from './types.ts'

const TITLE = 80
const TEXT = 500

export const describeList = (content: TrustContent): FoundTrustList => ({
  did: content.did,
  title: cleanText(content.name, TITLE),
  description: cleanText(content.description, TEXT),
  contact: content.contact ?? null,
  time: content.time,
  validUntil: content.valid_until ?? null,
  counts: {
    blocked: content.blocked.length,
    recommended: content.recommended.length,
    collections: content.collections.length,
  },
})

export const viewOf = (
  { name, place, checkedAt }: KeptList,
  content: TrustContent,
  problem: ErrorView | null,
): TrustListView => ({ ...describeList(content), name, place, checkedAt, problem })

export const contentsOf = (view: TrustListView, content: TrustContent): TrustListContents => ({
  ...view,
  blocked: content.blocked.map(({ package: name, author, versions = null, sha256 = null, reason }) => ({
    package: name,
    author,
    versions,
    sha256,
    reason: cleanText(reason, TEXT),
  })),
  recommended: content.recommended.map(({ author, name, reason }) => ({
    author,
    name: cleanText(name, TITLE),
    reason: cleanText(reason, TEXT),
  })),
  collections: content.collections.map((collection) => summaryOf({ list: view.name, collection })),
})

export const summaryOf = ({ list, collection }: ListedCollection): CollectionSummary => ({
  list,
  id: collection.id,
  title: cleanText(collection.name, TITLE),
  description: cleanText(collection.description, TEXT),
  packages: collection.packages.length,
})
