/**
 * Logistic regression over how far a capability's fit stands above the usual, and how far it is from the best other one. The weights
 * were fitted once on vectors made from which words stand together, a weak model of meaning; what is usual is measured for each model and each set of
 * capabilities, so that models that place everything close together, or far apart, mean the same by a score.
 */
const BIAS = -4
const ABOVE_USUAL = 4
const MARGIN = 8.2

/** The operating point: at it "this one" and "none of them" are equally likely. */
export const THRESHOLD = 0.5

/**
 * The score of each capability, 0..1, in the order of `fits`, which is best first. `usual` is the mean best
 * fit of messages that are for no capability.
 */
export const calibrate = (fits: readonly number[], usual: number): number[] => {
  const room = Math.max(1 - usual, Number.EPSILON)
  return fits.map((fit, rank) => {
    // Without a competitor, the usual fit is the rival.
    const rival = fits[rank === 0 ? 1 : 0] ?? usual
    const margin = Math.min(1, Math.max(-1, (fit - rival) / room))
    return 1 / (1 + Math.exp(-(BIAS + (ABOVE_USUAL * (fit - usual)) / room + MARGIN * margin)))
  })
}
