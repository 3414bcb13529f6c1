import type { CapabilityManifest } from '../contract/capabilities.ts'
import type { Shareable } from '../contract/sharing.ts'

type Named = Pick<CapabilityManifest, 'capability_id' | 'kind'>

/** `acp:note` of `acp:note/state.create` and of `acp:note`. */
export const sourceOf = (id: string): string => id.split('/')[0] ?? id

/** Whether what a program was given covers a capability: it is named itself, or all tools of its source are. */
export const isExposed = (exposed: ReadonlySet<string>, { capability_id: id, kind }: Named): boolean =>
  exposed.has(id) || (kind === 'tool' && exposed.has(`${sourceOf(id)}/*`))

/** Whether something that is there could be meant by `exposure`. */
export const isKnown = (all: readonly Named[], exposure: string): boolean => {
  const one = new Set([exposure])
  return all.some((manifest) => isExposed(one, manifest))
}

/** A description in a list to choose from. */
const SHOWN = 300

/** Everything there is, by source, in the order of `all`. */
export const shareableOf = (all: readonly CapabilityManifest[]): readonly Shareable[] => {
  const sources = new Map<string, Shareable>()
  for (const { capability_id: id, kind, name, description, x_effect: effect } of all) {
    const source = sourceOf(id)
    const known = sources.get(source) ?? { source, title: source.replace(/^[a-z]+:/, ''), items: [] }
    sources.set(source, known)
    known.items.push({ id, kind, name, description: description.slice(0, SHOWN), effect })
    // A skill is named as its package is.
    if (kind === 'skill' && id === source) known.title = name
  }
  return [...sources.values()]
}
