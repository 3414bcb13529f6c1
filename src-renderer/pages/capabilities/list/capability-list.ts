import type {
  CatalogueEntry,
  InstalledPackage,
  PermissionReview,
} from '../../../../src-daemon/contract/packages.ts'

/** One line of the list: something installed, or something the catalogue offers. */
export interface CapabilityItem {
  readonly name: string
  readonly review: PermissionReview
  readonly examples: readonly string[]
  readonly installed: InstalledPackage | null
  /** The catalogue's offer; null if installed. */
  readonly offer: CatalogueEntry | null
  /** A newer version from the catalogue; null when there is none. */
  readonly update: CatalogueEntry | null
  /** The catalogue's copy of the installed file, for reinstalling it; null when there is none. */
  readonly original: CatalogueEntry | null
}

/** Both parts of the list, by title; the catalogue shows only what is not installed. */
export const capabilityItems = (
  installed: readonly InstalledPackage[],
  catalogue: readonly CatalogueEntry[],
): { installed: readonly CapabilityItem[]; offered: readonly CapabilityItem[] } => ({
  installed: byTitle(installed.map((one) => installedItem(one, catalogue))),
  offered: byTitle(
    catalogue
      .filter((entry) => !installed.some((one) => one.name === entry.review.name))
      .map((entry) => ({
        name: entry.review.name,
        review: entry.review,
        examples: entry.examples,
        installed: null,
        offer: entry,
        update: null,
        original: null,
      })),
  ),
})

/** The items whose title, name, description or tools contain the text. */
export const matching = (items: readonly CapabilityItem[], text: string): readonly CapabilityItem[] => {
  const wanted = folded(text)
  if (wanted === '') return items
  return items.filter(({ review }) =>
    [review.title, review.name, review.description, ...review.tools.map((tool) => tool.name)].some((part) =>
      folded(part).includes(wanted),
    ),
  )
}

const installedItem = (one: InstalledPackage, catalogue: readonly CatalogueEntry[]): CapabilityItem => {
  const same = catalogue.filter((entry) => entry.review.name === one.name)
  return {
    name: one.name,
    review: one.review,
    examples: one.examples,
    installed: one,
    offer: null,
    update: same.find(({ review }) => review.difference?.direction === 'update') ?? null,
    original: same.find(({ review }) => review.sha256 === one.sha256) ?? null,
  }
}

const byTitle = (items: readonly CapabilityItem[]): readonly CapabilityItem[] =>
  items.toSorted((a, b) => a.review.title.localeCompare(b.review.title))

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim()
