/** A learner's score for one capability. `matched` lists the words that supported it. */
export interface Likeness {
  readonly name: string
  /** 0..1; from the learner's threshold on, it is to be chosen. */
  readonly score: number
  readonly matched: string
}
