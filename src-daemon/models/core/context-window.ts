/**
 * Tokens of context a request is made with: what the settings say, more where the capability needs more, and never more than the
 * model was made for, which would only cost memory. `own` is null where the model does not say.
 */
export const contextWindowFor = (input: {
  readonly own: number | null
  readonly wanted: number
  readonly needed: number | null
}): number => Math.min(Math.max(input.wanted, input.needed ?? 0), input.own ?? Infinity)
