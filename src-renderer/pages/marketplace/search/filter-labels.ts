import type { MarketResults } from '../../../../src-daemon/contract/marketplace.ts'
import { shortenId } from '../../../components/short-id.ts'
import { t, textIfAny } from '../../../i18n/index.ts'
import type { FilterKey } from '../../../stores/marketplace.ts'

/** A value to filter by, how often it was found, and whether it is chosen. */
export interface FilterValue {
  readonly value: string
  readonly label: string
  /** Null where it was found no more. */
  readonly count: number | null
  readonly chosen: boolean
}

/** A value as a person reads it. */
export const filterLabel = (key: FilterKey, value: string): string => {
  if (key === 'author_did') return shortenId(value, 10)
  // Permissions have words where they are of the kinds everybody has.
  if (key === 'permissions') return textIfAny(`marketplace.permission.${value.replaceAll('.', '_')}`) ?? value
  return value
}

/** The values of one kind: the chosen ones first, so that they can be taken back, then what was found, the most frequent first. */
export const filterValues = (
  key: FilterKey,
  facets: MarketResults['facets'] | null,
  chosen: readonly string[],
): readonly FilterValue[] => {
  const found = facets?.[key] ?? []
  const all = [...chosen, ...found.map(({ value }) => value).filter((value) => !chosen.includes(value))]
  return all.map((value) => ({
    value,
    label: filterLabel(key, value),
    count: found.find((one) => one.value === value)?.count ?? null,
    chosen: chosen.includes(value),
  }))
}

/** What a chip that takes a filter back says. */
export const chipLabel = (key: FilterKey, value: string): string =>
  t('marketplace.filters.chip', { kind: t(`marketplace.filters.${key}`), value: filterLabel(key, value) })
