import type { Label } from '../../contract/labels.ts'
import type { ErrorView } from '../../contract/errors.ts'
import type { Message, MessagePart, ToolPart, TurnContext } from '../../contract/chat.ts'

/** The assistant message a running turn is writing. Parts are replaced, never changed in place. */
export interface Draft {
  readonly id: string
  readonly conversationId: string
  readonly turnId: string
  message(): Message
  /** Adds a part and returns its index. A part of a tool about to run is on the disk on return; others within `FLUSH_MS`. */
  add(part: MessagePart): number
  /** The same for a tool that changes only this database: its effect can't outlive the record of the call, so there is no need to wait. */
  note(part: ToolPart): number
  /** Replaces a part, which is stored within `FLUSH_MS`: until then, the activity log has a tool's result. */
  replace(index: number, part: MessagePart): void
  /** Appends to the text part being written. */
  text(delta: string): void
  /** The same for the model's thinking before it answers. */
  thinking(delta: string): void
  setModel(id: string): void
  setContext(context: TurnContext): void
  /** What is written from now on has this label, but for results of tools, which have their own. */
  setLabel(label: () => Label): void
  /** Ends; `settle` follows, so that events don't wait for the disk. */
  finish(status: 'complete' | 'stopped'): void
  /** Writes the ended draft to the disk. */
  settle(): void
  /** Ends with an error, which is emitted even if it can't be stored (the disk is full); then it throws. */
  fail(error: ErrorView): void
  /** The conversation was deleted: nothing more is stored or emitted. */
  discard(): void
}
