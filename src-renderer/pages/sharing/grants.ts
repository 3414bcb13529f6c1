import type { CapabilityEntry } from '../../../src-daemon/contract/capability-overview.ts'
import type { Shareable } from '../../../src-daemon/contract/sharing.ts'

type Source = Pick<Shareable, 'source' | 'items'>

/** The grant for every tool of a source, including future ones. */
export const everyToolOf = ({ source }: Pick<Shareable, 'source'>): string => `${source}/*`

/** Whether a capability is granted. */
export const isGiven = (
  exposed: readonly string[],
  source: Source,
  item: Pick<Source['items'][number], 'id' | 'kind'>,
): boolean => exposed.includes(item.id) || (item.kind === 'tool' && exposed.includes(everyToolOf(source)))

/** How many of a source's capabilities are granted. */
export const givenOf = (exposed: readonly string[], source: Source): number =>
  source.items.filter((item) => isGiven(exposed, source, item)).length

/** The servers with a grant that can't be called before the vault with their secrets is unlocked. */
export const lockedOf = (
  exposed: readonly string[],
  entries: readonly Pick<CapabilityEntry, 'id' | 'title' | 'health'>[],
): readonly string[] =>
  entries
    .filter(({ id, health }) => health === 'locked' && exposed.some((one) => one.startsWith(`${id}/`)))
    .map(({ title }) => title)

/**
 * The grants after one capability was ticked or unticked; unticking one of a whole source grants the others
 * individually.
 */
export const withItem = (
  exposed: readonly string[],
  source: Source,
  item: { readonly id: string; readonly on: boolean },
): readonly string[] => {
  const every = everyToolOf(source)
  if (item.on) return [...exposed, item.id]
  const without = exposed.filter((one) => one !== item.id)
  const isTool = source.items.some(({ id, kind }) => id === item.id && kind === 'tool')
  if (!isTool || !exposed.includes(every)) return without
  const rest = without.filter((one) => one !== every)
  const others = source.items.filter(({ id, kind }) => kind === 'tool' && id !== item.id).map(({ id }) => id)
  return [...new Set([...rest, ...others])]
}

/** The grants after every tool of a source was ticked or unticked. A skill is granted by itself. */
export const withEvery = (exposed: readonly string[], source: Source, on: boolean): readonly string[] => {
  const tools = new Set(source.items.filter(({ kind }) => kind === 'tool').map(({ id }) => id))
  const rest = exposed.filter((one) => one !== everyToolOf(source) && !tools.has(one))
  return on ? [...rest, everyToolOf(source)] : rest
}

/** Whether two lists grant the same. */
export const isSameGrant = (a: readonly string[], b: readonly string[]): boolean =>
  [...new Set(a)].sort().join('\n') === [...new Set(b)].sort().join('\n')
