/**
 * Logistic regression over how far a capability's fit is above the usual, and how far it is from the best other one. The weights
 * were fitted once on vectors of word co-occurrence, a weak model of meaning; the usual is measured for each model and each set of
 * capabilities, so that scores mean the same for models that place everything close together and for those that don't.
 */
const BIAS = -4
const ABOVE_USUAL = 4
const MARGIN = 8.2

/** The operating point, at which "this one" and "none of them" are equally likely. */
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
