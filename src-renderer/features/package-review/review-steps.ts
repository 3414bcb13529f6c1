import type { MarketWanted, ReviewStep } from '../../../src-daemon/contract/marketplace.ts'

const STEPS = ['find', 'fetch', 'verify', 'read'] as const satisfies readonly ReviewStep['step'][]

/** A step of a review, and its state. */
export interface ReviewStepView {
  readonly step: ReviewStep['step']
  readonly state: 'done' | 'now' | 'waiting'
}

/**
 * The steps of a review; a package given by CID or address needn't be looked up. `at` is null before the first step is
 * reported.
 */
export const reviewSteps = (kind: MarketWanted['kind'], at: ReviewStep | null): readonly ReviewStepView[] => {
  const steps: readonly ReviewStep['step'][] = STEPS.filter(
    (step) => step !== 'find' || kind === 'capability',
  )
  const present = at === null ? 0 : steps.indexOf(at.step)
  return steps.map((step, index) => ({
    step,
    state: index < present ? 'done' : index === present ? 'now' : 'waiting',
  }))
}
