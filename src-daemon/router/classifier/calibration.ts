import type { Evidence } from './model.ts'

/**
 * Logistic regression over how well a capability fits and how far it is from the best other one. The weights were fitted once, on
 * messages of home and banking assistants in draws of 4 to 60 capabilities with 3 to 40 examples each, where half of the messages
 * belonged to none: the score is then the chance that a capability is the right one.
 */
const BIAS = -4.2
const FIT = 2.8
const MARGIN = 2.1

/** The operating point: at it "this one" and "none of them" are equally likely. */
export const THRESHOLD = 0.5

/** The score of each capability, in the order of `evidence`, which is best first. */
export const calibrate = (evidence: readonly Pick<Evidence, 'fit'>[]): number[] =>
  evidence.map(({ fit }, rank) => {
    const rival = evidence[rank === 0 ? 1 : 0]?.fit ?? 0
    const margin = Math.min(1, Math.max(-1, fit - rival))
    return 1 / (1 + Math.exp(-(BIAS + FIT * fit + MARGIN * margin)))
  })
