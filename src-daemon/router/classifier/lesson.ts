import type { CapabilityCatalog } from '../../packages/types.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { ClassifierCapability } from './index.ts'

/** What needs no capability is learned under a name that none of them can have, and competes with them. */
export const NONE = ''

/** Messages the user said belong to a capability, or with null to none. */
export interface Corrected {
  of(name: string | null): readonly string[]
  onChange(listener: () => void): () => void
}

/** What is learned of a capability. Examples of `embedding` triggers are examples; a package hands out both as one list, and a `value` besides. */
export const lessonOf = (acp: AcpPackage, corrections: readonly string[]): ClassifierCapability => ({
  name: acp.name,
  description: acp.description,
  examples: [
    ...new Set([
      ...acp.examples,
      ...acp.triggers.flatMap((trigger) =>
        trigger.type === 'embedding'
          ? [...(trigger.value === undefined ? [] : [trigger.value]), ...(trigger.examples ?? [])]
          : [],
      ),
    ]),
  ],
  keywords: [
    acp.title,
    ...acp.triggers.flatMap((trigger) => (trigger.type === 'keyword' ? [trigger.value] : [])),
  ],
  corrections,
})

/** What is learned of messages that need no capability. */
export const lessonOfNone = (corrections: readonly string[]): ClassifierCapability => ({
  name: NONE,
  description: '',
  examples: [],
  keywords: [],
  corrections,
})

/** What an author stands for: the words of everything else are judged apart. */
export const withAuthors = (shelf: CapabilityCatalog): CapabilityCatalog => ({
  ...shelf,
  installed: () => shelf.installed().filter(({ claim }) => claim === undefined),
})
