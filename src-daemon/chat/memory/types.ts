import type { Label } from '../../contract/labels.ts'
import type { Fact } from '../../contract/memory.ts'

/** What is remembered about the user: the MemoryStore core model (asm.md 4.2), which the user owns like any other state. */
export interface MemoryService {
  /** Newest first. */
  facts(): readonly Fact[]
  /** `foreign` if others than the owner wrote something of it: agents with an authorization, capabilities that had read others' words. */
  label(): Label
  /**
   * `isAsked`: the user asked for it, so it stays; a fact they only agreed to expires when it isn't used. The same words
   * twice are one fact. Errors: `invalid_request`, `memory_full`.
   */
  remember(input: { value: string; source: Fact['source']; isAsked: boolean }): Fact
  /** Errors: `fact_not_found`, `invalid_request`. */
  edit(input: { key: string; value: string }): Fact
  /** Keeps a fact until it is forgotten, or lets it expire when it isn't used. Errors: `fact_not_found`. */
  pin(input: { key: string; pinned: boolean }): Fact
  /**
   * A turn with this message read the facts with these keys. Those that the message mentions become more important and
   * stay longer; that is recorded once a week.
   */
  used(text: string, keys: readonly string[]): void
  /** Later prompts don't contain it; its history stays in State until that is purged. Errors: `fact_not_found`. */
  forget(key: string): void
  /**
   * The facts relevant to a message, the best match first, within `budget` tokens. `others`: how many of those that don't match come
   * after them, the most important first.
   */
  relevant(input: { text: string; budget: number; others: number }): readonly Fact[]
}
