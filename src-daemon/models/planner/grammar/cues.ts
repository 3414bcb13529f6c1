/** How one language says what to do with something kept, whatever stands around it: data beside the rules. */

/** What a field is for, whatever its name. */
export type FieldRole = 'title' | 'body' | 'date' | 'priority' | 'status' | 'tags'

/**
 * A word or an idiom that says what to do. What it matches is taken out of the sentence, then its value; all that is left must
 * name one kept object.
 */
export interface Cue {
  readonly act: 'change' | 'tick' | 'delete'
  /** A pattern over the sentence without its manners; dates stand in it as `{date}`, lengths of time as `{length}`. */
  readonly form: string
  /** What belongs to it elsewhere in the sentence: "off" in "tick the milk off". */
  readonly also?: string
  /** The value that has to stand beside it: a date, a length of time, or a rank such as "high". */
  readonly needs?: 'date' | 'length' | 'rank'
  readonly field?: FieldRole
  readonly value?: 'done' | 'open' | 'none' | 'normal' | 'high' | 'low'
  readonly shift?: 'later' | 'earlier'
  /** It only says that something is so, which is asked about before anything changes. */
  readonly isStatement?: true
  /** It reports what was done in words of the object, which stay in the sentence and have to cover its title. */
  readonly isReport?: true
}

export interface Cues {
  readonly cues: readonly Cue[]
  /** Words around an object and a value that name neither. */
  readonly fillers: RegExp
  /** Where a sentence turns from what it tells to what it orders. */
  readonly turns: {
    /** The words between both. */
    readonly at: RegExp
    /** Those of them that lead from anything to an order of the person's own. */
    readonly strong: RegExp
    /** What a story is known by, read with the turn behind it. */
    readonly story: RegExp
    /** Somebody else's words, which an order may belong to. */
    readonly others: RegExp
    /** A condition. */
    readonly supposed: RegExp
  }
  /** Something to do, of which the person only says that it must be done: "I need to call Ann". */
  readonly obliged: RegExp
  /** The same at the beginning of what is to be kept, perhaps behind a date, where it can mean nothing else. */
  readonly must: RegExp
  /** Roundabout ways to ask, and what is left of them; what they stood around is an order, even with a question mark. */
  readonly courtesies: readonly (readonly [RegExp, string])[]
  /** Orders in a form of their own behind "I want you to", and how they are said otherwise. */
  readonly wanted: readonly (readonly [RegExp, string])[]
  /** What shows that nothing is ordered: a denial, a supposition, a wish, what somebody else said. */
  readonly unsaid: RegExp
  /** Conditions that are only polite: "if you can". */
  readonly politeIfs: RegExp
  /** Words that may stand around an object in a report that it is done, and say nothing of it. */
  readonly around: RegExp
  /** What denies: "not", "yet". */
  readonly denials: RegExp
  /** What is left of an order in a title: where it is, the sentence wasn't read to its end. */
  readonly leftovers: RegExp
  /** Times that no date was read from, at an edge of what is to be done. */
  readonly unreadTimes: RegExp
  /** Where a message takes back all that it asked for: "add bin bags… no wait, leave it". */
  readonly takenBack: RegExp
  /** An answer to "Shall I …?". */
  readonly yes: RegExp
}

/** Words as one pattern, whole where they are Latin. */
export const whole = (words: string): string => `(?<!\\p{L})(?:${words})(?!\\p{L})`
