import { choiceOf } from '../classifier/chances.ts'

/** What speaks for one capability, as an embedding model sees it. */
export interface Fit {
  /** Similarity to the middle of its texts, -1..1. */
  readonly likeness: number
  /** The share of the message that its texts explain in competition with others', from about 0 to 1. */
  readonly share: number
}

/** What a set of capabilities is like in a model's space. */
export interface Surroundings {
  /** How many capabilities there are. */
  readonly capabilities: number
  /** The mean best likeness of messages that are for no capability. */
  readonly usual: number
}

/**
 * A choice among all candidates and "none of them", as with words (`classifier/chances.ts`). How far a likeness is above the usual is
 * measured for each model and each set of capabilities, so that the weights mean the same for models that place everything close
 * together and for those that don't.
 *
 * They were fitted once by maximum likelihood, with multilingual-e5-small on CLINC150, in draws of 3 to 75 capabilities with 1 to 10
 * examples each; fitted on half of its domains, they judge the other half as well (docs/reference/routing.md).
 */
const LIKENESS = 9.9
const SHARE = 10
const NONE = 9.2
const NONE_PER_CAPABILITIES = -1

/** The operating point, at which a wrong capability and none cost the same. */
export { THRESHOLD } from '../classifier/chances.ts'

/** The score of each capability, 0..1, in the order of `fits`. */
export const calibrate = (fits: readonly Fit[], { capabilities, usual }: Surroundings): readonly number[] => {
  const room = Math.max(1 - usual, Number.EPSILON)
  return choiceOf(
    fits.map(({ likeness, share }) => (LIKENESS * (likeness - usual)) / room + SHARE * share),
    NONE + NONE_PER_CAPABILITIES * Math.log(Math.max(1, capabilities)),
  )
}
