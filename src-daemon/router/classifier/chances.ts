/** What speaks for one capability, as the model measured it. */
export interface Support {
  /** Similarity to all of its texts, 0..1. */
  readonly likeness: number
  /** The share of the message that its nearest texts explain in competition with others'. */
  readonly share: number
  /** How much likelier the message's features are in its texts than in general. */
  readonly typicality: number
}

/** What a message shares with all capabilities together. */
export interface Setting {
  /** How many capabilities there are. */
  readonly capabilities: number
  /** How many words the message has. */
  readonly words: number
  /** How much of the message, weighted by rarity, occurs in any of their texts, 0..1. */
  readonly known: number
}

/**
 * A choice among all candidates and "none of them" (a conditional logit): each has a worth, and its chance is the exponential
 * of that, as a share of all. So two that fit alike halve each other's chance, whether both fit well or both badly.
 *
 * The weights were fitted once by maximum likelihood, on messages of assistants at home and in banks, and of plug-ins and tools, in
 * draws of 7 to 230 capabilities with 0 to 50 examples each (docs/reference/routing.md).
 */
const LIKENESS = 4.69
const SHARE = 3.49
const TYPICALITY = 1.02
/** Logarithms count ratios: long messages are less like anything, but the right one still leads. */
const LOG_LIKENESS = 0.81
const LOG_SHARE = 1.15
const LEAST = 0.02
const NONE = -0.91
const NONE_PER_CAPABILITIES = 0.24
const NONE_PER_KNOWN = 2.01
const NONE_PER_WORDS = -0.8
const MAX_WORDS = 40

/** A wrong capability costs so many times what none costs: the operating point lies where both cost the same. */
const COST_OF_WRONG = 1.6

/** The operating point. */
export const THRESHOLD = 0.5

/** How much speaks for a capability; the highest is the best. */
export const worthOf = ({ likeness, share, typicality }: Support): number => {
  const explained = Math.max(0, share)
  return (
    LIKENESS * likeness +
    LOG_LIKENESS * Math.log(likeness + LEAST) +
    SHARE * explained +
    LOG_SHARE * Math.log(explained + LEAST) +
    TYPICALITY * typicality
  )
}

/** The score of each candidate, 0..1, by their worths. */
export const scoresOf = (
  worths: readonly number[],
  { capabilities, words, known }: Setting,
): readonly number[] => {
  const none =
    NONE +
    NONE_PER_CAPABILITIES * Math.log(Math.max(1, capabilities)) +
    NONE_PER_KNOWN * known +
    NONE_PER_WORDS * Math.log(Math.min(MAX_WORDS, Math.max(1, words)))
  return choiceOf(worths, none)
}

/** The score of each candidate, 0..1, by their worths and that of none of them. */
export const choiceOf = (worths: readonly number[], none: number): readonly number[] => {
  const highest = Math.max(none, ...worths)
  const shares = worths.map((worth) => Math.exp(worth - highest))
  const all = shares.reduce((sum, share) => sum + share, Math.exp(none - highest))
  return shares.map((share) => share / (share + COST_OF_WRONG * (all - share)))
}
