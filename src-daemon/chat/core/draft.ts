import type { ErrorView } from '../../contract/errors.ts'
import type { Message, MessagePart, ToolPart, TurnContext } from '../../contract/chat.ts'

/** The assistant message a running turn is writing. Parts are replaced, never changed in place. */
export interface Draft {
  readonly id: string
  readonly conversationId: string
  readonly turnId: string
  message(): Message
  /** Adds a part and returns its index. A tool that is about to run is on the disk then; all else is within `FLUSH_MS`. */
  add(part: MessagePart): number
  /** The same for a tool that changes nothing beside this database: what it does cannot outlive that it was called, so nobody waits. */
  note(part: ToolPart): number
  /** Replaces a part, which is stored within `FLUSH_MS`: what a tool came to is in the activity log until then. */
  replace(index: number, part: MessagePart): void
  /** Appends to the text part being written. */
  text(delta: string): void
  /** The same for what the model thinks before it answers. */
  thinking(delta: string): void
  setModel(id: string): void
  setContext(context: TurnContext): void
  /** Ends; `settle` follows, so that what is told does not wait for the disk. */
  finish(status: 'complete' | 'stopped'): void
  /** Puts what has ended on the disk. */
  settle(): void
  /** Ends with an error, which is told even when it can no longer be stored (the disk is full); then it throws. */
  fail(error: ErrorView): void
  /** The conversation is gone: nothing is stored or told any more. */
  discard(): void
}
