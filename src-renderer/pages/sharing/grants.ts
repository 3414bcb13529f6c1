import type { CapabilityEntry } from '../../../src-daemon/contract/capability-overview.ts'
import type { Shareable } from '../../../src-daemon/contract/sharing.ts'

type Source = Pick<Shareable, 'source' | 'items'>

/** What stands for every tool of a source, those it will have later too. */
export const everyToolOf = ({ source }: Pick<Shareable, 'source'>): string => `${source}/*`

/** Whether a capability is among what is given. */
export const isGiven = (
  exposed: readonly string[],
  source: Source,
  item: Pick<Source['items'][number], 'id' | 'kind'>,
): boolean => exposed.includes(item.id) || (item.kind === 'tool' && exposed.includes(everyToolOf(source)))

/** How many of a source are given. */
export const givenOf = (exposed: readonly string[], source: Source): number =>
  source.items.filter((item) => isGiven(exposed, source, item)).length

/** The servers something of which is given, and which cannot be called before the vault with their secrets is open. */
export const lockedOf = (
  exposed: readonly string[],
  entries: readonly Pick<CapabilityEntry, 'id' | 'title' | 'health'>[],
): readonly string[] =>
  entries
    .filter(({ id, health }) => health === 'locked' && exposed.some((one) => one.startsWith(`${id}/`)))
    .map(({ title }) => title)

/** What is given after one capability was ticked, or not any more; of a whole source the others stay, each for itself. */
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

/** What is given after every tool of a source was ticked, or none of them any more. A skill is given by itself. */
export const withEvery = (exposed: readonly string[], source: Source, on: boolean): readonly string[] => {
  const tools = new Set(source.items.filter(({ kind }) => kind === 'tool').map(({ id }) => id))
  const rest = exposed.filter((one) => one !== everyToolOf(source) && !tools.has(one))
  return on ? [...rest, everyToolOf(source)] : rest
}

/** Whether two lists give the same. */
export const isSameGrant = (a: readonly string[], b: readonly string[]): boolean =>
  [...new Set(a)].sort().join('\n') === [...new Set(b)].sort().join('\n')
