import { authorDomain } from '../../../../src-daemon/contract/author-name.ts'
import type { MarketResults } from '../../../../src-daemon/contract/marketplace.ts'
import { shortenId } from '../../../components/short-id.ts'
import { t, textIfAny } from '../../../i18n/index.ts'
import type { FilterKey } from '../../../stores/marketplace.ts'

/** A filter value, its number of results, and whether it is active. */
export interface FilterValue {
  readonly value: string
  readonly label: string
  /** Null where the results no longer contain it. */
  readonly count: number | null
  readonly chosen: boolean
}

/** A filter value's label. */
export const filterLabel = (key: FilterKey, value: string): string => {
  if (key === 'author_did') return authorDomain(value) ?? shortenId(value, 10)
  // Known kinds of permissions have labels.
  if (key === 'permissions') return textIfAny(`marketplace.permission.${value.replaceAll('.', '_')}`) ?? value
  return value
}

/**
 * The values of a filter: active ones first, so that they can be removed, then those in the results, most frequent
 * first.
 */
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

/** The label of a chip that removes a filter. */
export const chipLabel = (key: FilterKey, value: string): string =>
  t('marketplace.filters.chip', { kind: t(`marketplace.filters.${key}`), value: filterLabel(key, value) })
