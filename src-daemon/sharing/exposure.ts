import type { CapabilityManifest } from '../contract/capabilities.ts'
import type { Shareable } from '../contract/sharing.ts'

type Named = Pick<CapabilityManifest, 'capability_id' | 'kind'>

/** `acp:note` for both `acp:note/state.create` and `acp:note`. */
export const sourceOf = (id: string): string => id.split('/')[0] ?? id

/**
 * Whether a program's grant covers a capability: it names the capability itself, or its source as a whole.
 */
export const isExposed = (exposed: ReadonlySet<string>, { capability_id: id, kind }: Named): boolean =>
  exposed.has(id) || (kind === 'tool' && exposed.has(`${sourceOf(id)}/*`))

/** Whether `exposure` names something that exists. */
export const isKnown = (all: readonly Named[], exposure: string): boolean => {
  const one = new Set([exposure])
  return all.some((manifest) => isExposed(one, manifest))
}

/** Maximum length of a description in the list of choices. */
const SHOWN = 300

/** Everything that can be shared, by source, in the order of `all`. */
export const shareableOf = (
  all: readonly CapabilityManifest[],
  /** Also a server without a tool may have resources and prompts. */
  servers: readonly string[],
): readonly Shareable[] => {
  const sources = new Map<string, Shareable>()
  for (const { capability_id: id, kind, name, description, x_effect: effect } of all) {
    const source = sourceOf(id)
    const known = sources.get(source) ?? emptySource(source, servers)
    sources.set(source, known)
    known.items.push({ id, kind, name, description: description.slice(0, SHOWN), effect })
    // A skill has the name of its package.
    if (kind === 'skill' && id === source) known.title = name
  }
  for (const source of servers) if (!sources.has(source)) sources.set(source, emptySource(source, servers))
  return [...sources.values()]
}

const emptySource = (source: string, servers: readonly string[]): Shareable => ({
  source,
  title: source.replace(/^[a-z]+:/, ''),
  server: servers.includes(source),
  items: [],
})
