/** What a learner says of one capability. `matched` names the words that spoke for it. */
export interface Likeness {
  readonly name: string
  /** 0..1; at the learner's threshold "this one" and "none of them" are equally likely. */
  readonly score: number
  readonly matched: string
}
