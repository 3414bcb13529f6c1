import type { DataField } from '../../contract/aitp-data.ts'

const MAX_VALUE = 10_000
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/
const TEL = /^\+?[\d\s().\-/]{3,40}(?:\s*(?:x|ext\.?)\s*\d{1,8})?$/i
const NUMBER = /^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?$/i

/** The values that a field offers. */
export const offeredValues = ({ options = [] }: Pick<DataField, 'options'>): readonly string[] =>
  options.map((one) => (typeof one === 'string' ? one : one.value))

/**
 * Whether a value suits its field. Nothing suits every field: whether it may be missing is another question. Types that a newer
 * version added are text.
 */
export const suitsField = (field: Pick<DataField, 'type' | 'options'>, value: string): boolean => {
  if (value === '') return true
  if (value.length > MAX_VALUE) return false
  const { type } = field
  if (type === 'number') return NUMBER.test(value)
  if (type === 'email') return EMAIL.test(value)
  if (type === 'tel') return TEL.test(value)
  const offered = offeredValues(field)
  return type !== 'select' || offered.length === 0 || offered.includes(value)
}
