import { SatchelError } from '../platform/errors.ts'
import type { Language } from '../contract/language.ts'
import type { CatalogueEntry } from '../contract/packages.ts'
import { CATALOGUE_AUTHOR } from './catalogue-author.ts'
import { createCatalogue } from './catalogue.ts'
import { createShown, type ShownDeps } from './shown.ts'

/** The built-in catalogue with its reviews before there are any data: nothing is installed, and no author but its own is known. */
export const firstCatalogue = ({
  catalogueDir,
  language,
  log,
}: {
  readonly catalogueDir: string
  readonly language: Language
  readonly log: ShownDeps['log']
}): readonly CatalogueEntry[] =>
  createShown({
    records: {
      install: () => null,
      installs: () => [],
      file: (sha256) => {
        throw new SatchelError('package_not_installed', { params: { name: sha256 } })
      },
    },
    authors: {
      trustOf: ({ did }) => (did === CATALOGUE_AUTHOR ? 'built_in' : 'new'),
      firstSeenAt: () => null,
      isRevoked: () => false,
    },
    isOwn: () => false,
    shipped: createCatalogue({ catalogueDir }),
    language: () => language,
    isServerConnected: () => false,
    hasModule: () => false,
    yankedFor: () => null,
    advice: { advisories: () => [], recommendations: () => [] },
    log,
  }).catalogue()
