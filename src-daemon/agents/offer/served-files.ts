import type { OwnDids } from '../did-wba/own-dids.ts'
import type { OfferService } from './service.ts'

/** A file of ours that the endpoint serves if it answers to this host. */
export interface ServedFile {
  /** With its port. */
  readonly host: string
  readonly path: string
  readonly mediaType: string
  readonly text: string
}

/** The documents of the own DIDs, also of those that were given up, and what was published last, unless its DID was. */
export const servedFiles = (
  ownDids: Pick<OwnDids, 'list'>,
  offer: Pick<OfferService, 'published'>,
): readonly ServedFile[] => {
  const dids = ownDids.list()
  const published = offer.published()
  const speaks = dids.some(({ did, deactivatedAt }) => did === published?.did && deactivatedAt === null)
  const documents = dids.map(({ url, path, document }) => ({
    host: new URL(url).host,
    path: `/${path}`,
    mediaType: 'application/json',
    text: JSON.stringify(document),
  }))
  if (published === null || !speaks) return documents
  const { host } = new URL(published.url)
  return [...documents, ...published.files.map((file) => ({ ...file, host, path: `/${file.path}` }))]
}
