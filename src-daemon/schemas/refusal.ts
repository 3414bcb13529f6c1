/** Why a schema is not run: it is no schema that can be used, or one that costs too much. */
export class SchemaRefusal extends Error {
  override readonly name = 'SchemaRefusal'
  readonly kind: 'unusable' | 'costly'
  /** JSON pointer of the place in the schema; empty where it is the whole. */
  readonly pointer: string

  constructor(
    kind: SchemaRefusal['kind'],
    problem: string,
    options: { pointer?: string; cause?: unknown } = {},
  ) {
    super(problem, { cause: options.cause })
    this.kind = kind
    this.pointer = options.pointer ?? ''
  }

  /** Where and why, for a message. */
  get sentence(): string {
    return this.kind === 'costly' ? `#${this.pointer} ${this.message}` : this.message
  }
}
