import type { Cues, FieldRole } from './cues.ts'
import type { Ledger } from './ledger.ts'

export type { FieldRole } from './cues.ts'

/** How one language asks for things: data, as patterns over a single wish without its greeting. */

/**
 * What a wish asks for. `append` adds words to an object's text, `cut` takes them out of it, `undo` takes back what was
 * made last, `all` would remove everything of a kind, and `none` asks for nothing here.
 */
export type ActName =
  | 'make'
  | 'append'
  | 'cut'
  | 'change'
  | 'tick'
  | 'delete'
  | 'undo'
  | 'all'
  | 'ask'
  | 'none'

/**
 * The first rule that fits decides. Named groups of `form`: `kind` a noun, `what` the content, `target` the words that
 * name an object, `field` and `value` a change; `text` a note's text beside its title, `shared` a date for all that is listed. `{kind}` in a form stands for any noun, `{a}` for articles.
 */
export interface Rule {
  readonly act: ActName
  readonly form: string
  /** The kind that the verb alone implies: what is jotted down is a note. */
  readonly kind?: string
  /** The field that the verb alone implies: what is postponed has another date. */
  readonly field?: FieldRole
  /** What the verb alone implies for it. */
  readonly value?:
    | 'done'
    | 'open'
    | 'none'
    | 'normal'
    | 'high'
    | 'low'
    | 'greeting'
    | 'thanks'
    | 'abilities'
    | 'deleted'
  /** A report, which counts only if it names all of one object: "I called the dentist". */
  readonly report?: true
  /** A correction, which counts only of what was just made or changed: "on the 28th". */
  readonly follows?: true
  /** It only says that something is so, which is asked about before anything changes. */
  readonly statement?: true
  /** It changes only what `target` names in full: "change buy milk to buy bread". */
  readonly whole?: true
  /** It is said by the whole sentence, which isn't divided where it has a comma. */
  readonly undivided?: true
  /** It takes the value away, rather than giving it: "take the tag travel off the note". */
  readonly removes?: true
  /** The value is a length of time, by which the date moves: "push it back two days". */
  readonly shift?: 'later' | 'earlier'
}

export interface Grammar {
  /** Sounds that people make while they think, as dictation writes them. */
  readonly hesitations: RegExp
  /** Longer words that orders begin with, to know them with a slip of the finger; none where words have no spaces. */
  readonly verbs: readonly string[]
  /** What has to be done, without the words that only say that it must. */
  readonly plainly: (text: string) => string
  /** Words of an order, which belong to no title: where one is left in it, the order wasn't understood. */
  readonly orders: RegExp
  /** Greetings and polite words before a wish, and thanks behind it. */
  readonly opening: RegExp
  readonly closing: RegExp
  /** Words behind a verb that say nothing: "also". */
  readonly fillers: RegExp
  /** A clause that only says why. */
  readonly reasons: RegExp
  /** How something to do begins, where words have spaces: a list's parts that all begin so are things of their own. */
  readonly doing: RegExp
  /** Nouns by the kind of object they stand for, as a pattern. */
  readonly nouns: Readonly<Record<string, string>>
  readonly articles: string
  readonly rules: readonly Rule[]
  readonly cues: Cues
  readonly ledger: Ledger
  /** Words for fields. */
  readonly fields: Readonly<Record<FieldRole, string>>
  /** Words for the values of fields, by the value a schema may list. */
  readonly values: Readonly<Record<'high' | 'normal' | 'low' | 'done' | 'open', string>>
  /** How a question looks, so that it is no report. */
  readonly question: RegExp
  /** Words that mean a whole collection, and no object for having them in its title: "clear the list". */
  readonly collection: RegExp
  /** How one thing said before is pointed at. */
  readonly pointing: RegExp
  /** The ordinal in "the second one", from 1; -1 for the last. */
  readonly ordinals: readonly (readonly [RegExp, number])[]
  /** Between the parts of a list: "milk, eggs and bread". */
  readonly between: RegExp
  /** Between a title and its text: "called Packing list with socks". */
  readonly named: RegExp
  readonly labels: RegExp
  /** An order to keep what stands before it, with what divides both; `{kind}` stands for any noun. */
  readonly orderBehind: string
  /** How one begins or ends to tell something, which is nothing to do. */
  readonly tells: RegExp
  /** All that stands between a date and another one that corrects it. */
  readonly corrected: RegExp
  /** A priority that is ordered behind another change, "…, and make it urgent"; group `rank`. */
  readonly rankBehind: RegExp
  /** How a new object's tags are said, before or behind the rest; group `tags`. */
  readonly tagged: readonly RegExp[]
  /** What stands between the kind of object and its content. */
  readonly joints: RegExp
  /** What a date phrase has before and behind it. */
  readonly dateEdges: { readonly before: string; readonly behind: string }
  /** Everything in a question that is no word to look for. */
  readonly askWords: RegExp
  readonly ask: {
    readonly open: RegExp
    readonly done: RegExp
    readonly overdue: RegExp
    readonly today: RegExp
    readonly thisWeek: RegExp
    readonly nextWeek: RegExp
    readonly undated: RegExp
    readonly tag: RegExp
    readonly toDo: RegExp
    /** What is the person's own, or what they did. */
    readonly own: RegExp
    readonly count: RegExp
    /** Asks about the state of one thing: "is the report done". */
    readonly whether: RegExp
  }
  /** Date arithmetic: groups as `what date`, `weekday`, `days until`, `days between`. */
  readonly dates: {
    readonly day: RegExp
    readonly weekday: RegExp
    readonly until: RegExp
    /** The days between two dates, its groups `from` and `to`. */
    readonly between: RegExp
    readonly time: RegExp
    /** How old somebody is, born on the day in `when`. */
    readonly age: RegExp
    /** What may follow: that the weekday is asked for, too, or that it should be worked out. */
    readonly tail: RegExp
  }
  /** A word's root, for comparing words in other forms. */
  readonly root: (word: string) => string
}
