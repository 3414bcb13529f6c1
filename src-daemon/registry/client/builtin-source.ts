import { CATALOGUE_AUTHOR, createCatalogue } from '../../packages/index.ts'
import type { Catalogue } from '../../contract/settings.ts'
import { createFolderSource } from './folder-source.ts'
import type { Listing } from './listing.ts'
import type { Source } from './source.ts'

/**
 * What comes with Satchel, as a registry whose publisher is pinned in the program: only packages of that author are
 * listed, and each goes through the same steps as one from anywhere else. Nothing is asked over the network.
 */
export const createBuiltinSource = (catalogue: Catalogue, catalogueDir: string): Source => {
  const folder = createFolderSource(catalogue, catalogueDir)
  const shipped = createCatalogue({ catalogueDir })
  const isOurs = ({ author }: Listing): boolean => author.did === CATALOGUE_AUTHOR

  return {
    ...folder,
    search: async (query, options) => {
      const page = await folder.search(query, options)
      const listings = page.listings.filter(isOurs)
      return { ...page, listings, dropped: page.dropped + page.listings.length - listings.length }
    },
    resolve: async (wanted, options) => {
      const found = await folder.resolve(wanted, options)
      return found !== null && isOurs(found) ? found : null
    },
    versions: async (capUri, options) => (await folder.versions(capUri, options)).filter(isOurs),
    withSchema: async (uri, options) => {
      const found = await folder.withSchema(uri, options)
      return { ...found, listings: found.listings.filter(isOurs) }
    },
    signedBy: () => ({ did: CATALOGUE_AUTHOR, time: null }),
    about: () => ({
      publisher: CATALOGUE_AUTHOR,
      packages: shipped
        .files()
        .filter(({ validated: { package: acp } }) => acp?.author.did === CATALOGUE_AUTHOR).length,
      time: null,
    }),
  }
}
