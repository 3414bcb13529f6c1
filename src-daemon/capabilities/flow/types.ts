/** Something that the model of a turn has read. */
export interface ReadOutput {
  /** Whose tool it was: `mcp:files`, `acp:note`; null for what no tool returned. */
  readonly of: string | null
  /** Texts of the arguments it was read with: the address, the search. */
  readonly asked: readonly string[]
  /** What came, as far as it has a structure. */
  readonly output: unknown
  /** Whose of the owner's it has; empty if it is public. */
  readonly keepers: readonly string[]
}

/** Something of the owner's that the model of a turn has read, whoever wrote it: its confidentiality, beside its integrity. */
export interface KeptOutput {
  /** Whose tool it was. */
  readonly of: string
  /** Title of that capability. */
  readonly title: string
  /** What came, as far as it has a structure. */
  readonly output: unknown
  /** It is put before every turn, as the memory is: it leaves only where it is taken over. */
  readonly isEverywhere: boolean
}

/** What of the owner's would leave the capability that keeps it. */
export interface Leaving {
  /** Title of that capability. */
  readonly title: string
  /** JSON pointers of the arguments that have it. */
  readonly at: readonly string[]
}

/** What a call can follow: the words of the turn it is made in, and what was read before it. */
export interface CallFlow {
  /** What the owner said in this turn; empty if they said nothing. */
  readonly words: string
  /** What was read of third parties since the conversation was clean, in this turn and before. */
  readonly foreign: () => readonly ReadOutput[]
  /** What was read of the owner's own: each with what it was asked with, and what came. */
  readonly own: () => readonly ReadOutput[]
  /** Values that were read out of others' words without reading these: too small to say something, but a number can be the one of a thing. */
  readonly extracted: () => readonly unknown[]
  /** What was read of the owner's, whoever's words it is. */
  readonly kept: () => readonly KeptOutput[]
  /** Notes that what the words named is being done, so that they don't name it again; false if it was done in this turn. */
  readonly spend: (what: string) => boolean
  /** Notes texts of a change that the owner agreed to: what answers it is read because they wanted it. */
  readonly confirm: (texts: readonly string[]) => void
  readonly isConfirmed: (text: string) => boolean
}

/** Why a call may not run on the owner's words alone. */
export interface FlowFinding {
  /** JSON pointers of the arguments that the owner didn't name; null if nothing of third parties was read, or they named it. */
  readonly fromOutside: readonly string[] | null
  readonly leaving: readonly Leaving[]
}
