/** What a change does, by the words that can order it. */
export type Deed =
  | 'make'
  | 'append'
  | 'cut'
  | 'rename'
  | 'body'
  | 'date'
  | 'priority'
  | 'tags'
  | 'untag'
  | 'tick'
  | 'reopen'
  | 'delete'

/**
 * The closed classes of one language's words, by which a message is accounted for: what its changes don't explain has to be one of
 * these, or is asked about. A word that is in none asks, so that what is missing here costs a question and never a wrong change.
 */
export interface Ledger {
  /** Words and idioms that order and say nothing: articles, pronouns, prepositions, politeness, what must be. */
  readonly idle: string
  /** What orders each deed, in the words for its field too. */
  readonly orders: Readonly<Record<Deed, string>>
  /** Where one clause of a text ends and another begins. */
  readonly clauses: RegExp
  /** Words between two orders, which no text begins or ends with: "also", "then". */
  readonly between: string
  /** How something kept is named as the place where something is put; `{kind}` stands for its noun. */
  readonly keptIn: string
  /** How a message says what something is about, whatever words follow; `{text}` stands for them. */
  readonly about: string
  /** How a clause begins or ends that may only tell more, such as why. */
  readonly asides: RegExp
  /** A clause that only says why something can't be as it was: "I can't make it". */
  readonly excuses: RegExp
  /** What such a clause doesn't have: it corrects, wants something or speaks of something else. */
  readonly noAside: RegExp
  /** What shows in a text to be kept that the order goes on, or was taken back: "tag it work", "no wait". */
  readonly goesOn: RegExp
}
