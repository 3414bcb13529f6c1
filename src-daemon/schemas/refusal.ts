/** Why a schema isn't run: it is unusable, or costs too much. */
export class SchemaRefusal extends Error {
  override readonly name = 'SchemaRefusal'
  readonly kind: 'unusable' | 'costly'
  /** JSON pointer of the place in the schema; empty for the whole schema. */
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

  /** The place and reason, for a message. */
  get sentence(): string {
    return this.kind === 'costly' ? `#${this.pointer} ${this.message}` : this.message
  }
}
