/** What the classifier learns about an installed capability. */
export interface ClassifierCapability {
  readonly name: string
  readonly description: string
  /** Messages that belong to it according to its author. */
  readonly examples: readonly string[]
  /** Words that name it: its title and its keyword triggers. */
  readonly keywords: readonly string[]
  /** Messages that the user assigned to it; they weigh more than the author's. */
  readonly corrections?: readonly string[]
}

/** How well a message fits one capability. */
export interface ClassifierScore {
  readonly name: string
  /** 0..1, calibrated: at `threshold`, choosing this one and choosing none cost the same. */
  readonly score: number
  /** The message's words that supported it most, case-folded, e.g. `remind, dentist`; for people. */
  readonly matched: string
}

/**
 * Decides which capability a message is for, learned from the capabilities' own descriptions; no model is
 * needed. Its results depend on the set of capabilities, never on the order in which they were added.
 */
export interface Classifier {
  /** Replaces everything learned. Of several with the same name the last counts. */
  learn(capabilities: readonly ClassifierCapability[]): void
  /** Learns one more, or replaces it. */
  add(capability: ClassifierCapability): void
  /** Removes one; does nothing if it is unknown. */
  remove(name: string): void
  /**
   * The best-fitting capabilities, best first, up to `limit` (by default five; never more than 14); only those that a word of
   * the message supports.
   */
  score(text: string, limit?: number): readonly ClassifierScore[]
  /** The operating point: a best score below it means "none of them". */
  readonly threshold: number
}
