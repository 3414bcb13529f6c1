import type { AcpPackage } from '../../contract/packages.ts'
import type { RouteMeasure } from '../../contract/router.ts'
import type { Likeness } from '../classifier/likeness.ts'

/** A learner that has to be waited for, such as likeness by an embedding model. It keeps its own time, and never throws. */
export interface SlowLearner {
  likeness(
    text: string,
    capabilities: readonly AcpPackage[],
    options: { signal: AbortSignal },
  ): Promise<{
    readonly state: RouteMeasure['embedding']
    readonly scores: readonly Likeness[]
    /** Where on its scores "this one" and "none of them" are equally likely. */
    readonly threshold: number
  }>
}
