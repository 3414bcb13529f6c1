import type { InstalledPackage } from '../../../../src-daemon/contract/packages.ts'
import type { JsonRecord, Presentation, ScopeSummary } from '../../../../src-daemon/contract/state.ts'
import { t } from '../../../i18n/index.ts'
import { schemaTitle } from './schema-title.ts'

/** A kind of object, as a person sees it. */
export interface Kind {
  readonly schemaUri: string
  readonly title: string
  readonly icon: string
  readonly count: number
  /** Average size of an object in bytes. */
  readonly bytesEach: number
  readonly conflicts: number
  readonly invalid: number
  readonly schema: JsonRecord
  readonly presentation: Presentation
  /** Who keeps it: the title of a capability, or Satchel for the owner's own. */
  readonly keeper: string
}

const ICONS: Readonly<Record<Presentation['view'], string>> = {
  note: 'i-lucide-notebook-text',
  tasks: 'i-lucide-list-checks',
  cards: 'i-lucide-layout-grid',
  table: 'i-lucide-table-2',
}

/**
 * The schemas of capabilities that may create no objects: each package has a schema, also one that only answers. Null
 * packages (not known yet): none.
 */
export const unkept = (installed: readonly InstalledPackage[] | null): ReadonlySet<string> =>
  new Set(
    (installed ?? [])
      .filter(({ review }) => review.permissions.every(({ key }) => key !== 'state.create'))
      .map(({ review }) => review.schemaUri),
  )

/**
 * The kinds capabilities keep, by name. What Satchel keeps for itself is not among them, and of the `without` (schema
 * URIs) only those that have objects.
 */
export const kindsOf = (
  scopes: readonly ScopeSummary[],
  without: ReadonlySet<string> = new Set(),
): readonly Kind[] =>
  scopes
    .filter(({ owner }) => owner !== 'core')
    .map(({ schemas, ...scope }) => ({
      ...scope,
      schemas: schemas.filter(({ schemaUri, count }) => count > 0 || !without.has(schemaUri)),
    }))
    .flatMap(({ schemas, ...scope }) =>
      schemas.map(({ bytes, title, ...schema }) => ({
        ...schema,
        title: pluralOf(schema.schemaUri, title),
        icon: ICONS[schema.presentation.view],
        bytesEach: bytes / Math.max(1, schema.count),
        keeper: scope.owner.startsWith('did:nuwa:') ? scope.title : 'Satchel',
      })),
    )
    .toSorted((a, b) => a.title.localeCompare(b.title))

/** Names of the commonest kinds; others are called what their author called them. */
const pluralOf = (schemaUri: string, title: string): string => {
  const name = title.trim().toLowerCase()
  if (name === 'note') return t('state.kinds.notes')
  if (name === 'task') return t('state.kinds.tasks')
  return schemaTitle({ schemaUri, title })
}
