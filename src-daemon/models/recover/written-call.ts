/** A call a model wrote as text. */
export interface WrittenCall {
  readonly name: string
  /** The text of an unreadable call. */
  readonly arguments: Readonly<Record<string, unknown>> | string
}
