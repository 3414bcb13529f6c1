/** A call a model wrote as text. */
export interface WrittenCall {
  readonly name: string
  /** Of a call that cannot be read: what was written. */
  readonly arguments: Readonly<Record<string, unknown>> | string
}
