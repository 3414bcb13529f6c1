/** A learner's score for one capability. `matched` lists the words that supported it. */
export interface Likeness {
  readonly name: string
  /** 0..1; at the learner's threshold "this one" and "none of them" are equally likely. */
  readonly score: number
  readonly matched: string
}
