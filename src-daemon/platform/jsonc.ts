import { parse, type ParseError, type ParseOptions } from 'jsonc-parser'
import { isDeeper } from './json-depth.ts'

const MAX_DEPTH = 256
const INVALID_SYMBOL = 1

/**
 * The value of a JSON text with comments, and the place of a mistake. Excessive nesting is a mistake, too: the parser
 * is recursive, and so are the value's consumers.
 */
export const parseJsonc = (
  text: string,
  options: ParseOptions,
): { readonly value: unknown; readonly errors: readonly ParseError[] } => {
  const errors: ParseError[] = []
  try {
    // A copy has no prototype from a member `__proto__`.
    const value: unknown = structuredClone(parse(text, errors, options))
    if (!isDeeper(value, MAX_DEPTH)) return { value, errors }
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown // its stack was too small
  }
  return { value: undefined, errors: [{ error: INVALID_SYMBOL, offset: 0, length: text.length }] }
}
