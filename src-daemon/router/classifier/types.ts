/** What the classifier learns of an installed capability. */
export interface ClassifierCapability {
  readonly name: string
  readonly description: string
  /** Messages its author says it is for. */
  readonly examples: readonly string[]
  /** Words that call it: its title and its keyword triggers. */
  readonly keywords: readonly string[]
  /** Messages the user said belong here; they weigh more than the author's. */
  readonly corrections?: readonly string[]
}

/** How well a message fits one capability. */
export interface ClassifierScore {
  readonly name: string
  /** 0..1, calibrated: at `threshold`, "this one" and "none of them" are equally likely. */
  readonly score: number
  /** The message's words that spoke for it most, case-folded, e.g. `remind, dentist`; for people. */
  readonly matched: string
}

/**
 * Which capability a message is for, learned from what the capabilities say about themselves; no model is needed. What it
 * answers depends on the set of capabilities it knows, never on the order in which they came.
 */
export interface Classifier {
  /** Forgets everything and learns these. Of several with one name the last counts. */
  learn(capabilities: readonly ClassifierCapability[]): void
  /** Learns one more, or the same one anew. */
  add(capability: ClassifierCapability): void
  /** Forgets one; nothing happens when it is not known. */
  remove(name: string): void
  /** The best-fitting capabilities, best first, up to five; only such as a word of the message speaks for. */
  score(text: string): readonly ClassifierScore[]
  /** The operating point: a best score below it means "none of them". */
  readonly threshold: number
}
