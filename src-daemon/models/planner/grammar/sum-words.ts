/**
 * How one language says sums: data that turns words into an expression of digits, `+ - * /`, `%` and brackets. Numbers are in
 * digits before any of it is read, and stand alone: their currency has been taken off.
 */
export interface SumWords {
  /** Words around a sum that only ask for its result. */
  readonly asking: readonly RegExp[]
  /** What a sum is about, before its first number: it counts only where somebody asks. */
  readonly about: RegExp
  /** Words that say nothing of a sum. */
  readonly noise: readonly RegExp[]
  /** Words for signs. */
  readonly signs: readonly (readonly [RegExp, string])[]
  /**
   * Whole phrases, and what they come to. In a form, `{n}` stands for an expression, `{m}` and `{k}` for a number, `{p}` for a share and `{d}`
   * for tenths ("打八折", "3割"); the expression names them by their letters. ` : %` marks a share that the expression comes to, ` : price` a
   * sum that has none of its units and is one of money, ` : asked` what may be anything where nobody asks.
   */
  readonly forms: readonly (readonly [form: string, expression: string])[]
  /** How one goes on from the last result: "and", "その". */
  readonly goesOn: RegExp
}
