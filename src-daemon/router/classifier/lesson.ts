import type { CapabilityCatalog } from '../../packages/types.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { ClassifierCapability } from './index.ts'

/**
 * Messages that need no capability are learned under a name that no capability can have, and compete with the
 * others.
 */
export const NONE = ''

/** Messages that the user assigned to a capability, or to none (null). */
export interface Corrected {
  of(name: string | null): readonly string[]
  onChange(listener: () => void): () => void
}

/**
 * What to learn of a capability. Examples of `embedding` triggers count as examples; a package provides both
 * in one list, and a `value` besides.
 */
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

/** What to learn of messages that need no capability. */
export const lessonOfNone = (corrections: readonly string[]): ClassifierCapability => ({
  name: NONE,
  description: '',
  examples: [],
  keywords: [],
  corrections,
})

/** Only capabilities with an author; the unsigned ones are scored separately. */
export const withAuthors = (catalog: CapabilityCatalog): CapabilityCatalog => ({
  ...catalog,
  installed: () => catalog.installed().filter(({ claim }) => claim === undefined),
})
