import type { Fact } from '../../contract/memory.ts'

/** What is remembered about the user: the MemoryStore core model (asm.md 4.2), which the user owns like any other state. */
export interface MemoryService {
  /** Newest first. */
  facts(): readonly Fact[]
  /** The same words twice are one fact. Errors: `invalid_request`, `memory_full`. */
  remember(input: { value: string; source: Fact['source'] }): Fact
  /** Errors: `fact_not_found`, `invalid_request`. */
  edit(input: { key: string; value: string }): Fact
  /** It is in no prompt from then on; its history stays in State until that is purged. Errors: `fact_not_found`. */
  forget(key: string): void
  /**
   * What of it matters to a message, the most fitting first, within `budget` tokens. `all`: what does not match it too, as far
   * as there is room.
   */
  relevant(input: { text: string; budget: number; all: boolean }): readonly Fact[]
}
