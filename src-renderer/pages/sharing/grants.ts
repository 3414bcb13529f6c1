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
    .filter(({ id, health }) => health === 'locked' && exposed.some((one) => isOf(one, id)))
    .map(({ title }) => title)

/** Whether a grant is for a server: for a tool, a resource or a prompt. */
const isOf = (exposure: string, server: string): boolean =>
  exposure.replace(/^(?:resource|prompt):/, '').startsWith(`${server}/`)

/**
 * The grants after one capability was ticked or unticked; unticking one of a fully granted source grants the others
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

/** The grant for all resources or prompts of a server, including future ones. */
export const allOffersOf = (kind: 'resource' | 'prompt', source: string): string => `${kind}:${source}/*`

/** The grant for a skill's instructions. */
export const instructionsOf = (skill: string): string => `prompt:${skill}`

/** The grants after all resources or all prompts of a server were ticked or unticked: unticking removes all of that kind. */
export const withEveryOffer = (exposed: readonly string[], all: string, on: boolean): readonly string[] => {
  const rest = exposed.filter((one) => !one.startsWith(all.slice(0, -1)))
  return on ? [...rest, all] : rest
}

/** The same for one of them, out of all that the server offers; unticking one grants the others individually. */
export const withOffer = (
  exposed: readonly string[],
  {
    all,
    ids,
    id,
    on,
  }: { readonly all: string; readonly ids: readonly string[]; readonly id: string; readonly on: boolean },
): readonly string[] => {
  if (on) return [...exposed, id]
  const rest = exposed.filter((one) => one !== id && one !== all)
  return exposed.includes(all) ? [...new Set([...rest, ...ids.filter((one) => one !== id)])] : rest
}

/** The grants after something with a grant of its own was ticked or unticked. */
export const withGrant = (exposed: readonly string[], id: string, on: boolean): readonly string[] => {
  const rest = exposed.filter((one) => one !== id)
  return on ? [...rest, id] : rest
}

/** Whether two lists grant the same. */
export const isSameGrant = (a: readonly string[], b: readonly string[]): boolean =>
  [...new Set(a)].sort().join('\n') === [...new Set(b)].sort().join('\n')
