/** A piece of an answer: for the user, or the model's thinking. */
export type Piece =
  | { readonly type: 'text' | 'thinking'; readonly delta: string }
  /** All text so far was thinking: it only had its closing mark. */
  | { readonly type: 'was_thinking' }
