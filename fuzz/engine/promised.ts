import { SatchelError } from '../../src-daemon/platform/errors.ts'

/** A promise of a parser that its answer broke. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise'
}

/** Something that must hold of an answer. */
export function promised(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new BrokenPromise(promise)
}

/** The answer of `parse`; null if it reported a proper error. */
export const toldOnly = <T>(parse: () => T): T | null => {
  try {
    return parse()
  } catch (thrown) {
    if (thrown instanceof SatchelError && thrown.code !== 'internal') return null
    throw thrown
  }
}
