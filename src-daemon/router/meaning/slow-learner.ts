import type { AcpPackage } from '../../contract/packages.ts'
import type { RouteMeasure } from '../../contract/router.ts'
import type { Likeness } from '../classifier/likeness.ts'

/**
 * A learner whose answer takes time, such as an embedding model. It limits its own time, and never throws.
 */
export interface SlowLearner {
  likeness(
    text: string,
    capabilities: readonly AcpPackage[],
    options: { signal: AbortSignal },
  ): Promise<{
    readonly state: RouteMeasure['embedding']
    readonly scores: readonly Likeness[]
    /** The score at which "this one" and "none of them" are equally likely. */
    readonly threshold: number
  }>
}
