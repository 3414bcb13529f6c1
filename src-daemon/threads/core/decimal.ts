/**
 * Exact decimals: digits and how many of them are behind the point. Money is added, compared and split by ten-thousandths
 * only, all of which is exact, so that no library and no rounding is needed.
 */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** The decimal that a text says (`99.99`), or a number as JSON has it; null for exponents, signs and everything else. */
export const decimalOf = (value: string | number): Decimal | null => {
  const [, whole, fraction = ''] = /^(\d{1,60})(?:\.(\d{1,40}))?$/.exec(String(value)) ?? []
  return whole === undefined ? null : { digits: BigInt(whole + fraction), scale: fraction.length }
}

export const ZERO: Decimal = { digits: 0n, scale: 0 }

export const addDecimals = (one: Decimal, other: Decimal): Decimal => {
  const scale = Math.max(one.scale, other.scale)
  return { digits: at(one, scale) + at(other, scale), scale }
}

export const subtractDecimals = (one: Decimal, other: Decimal): Decimal =>
  addDecimals(one, { digits: -other.digits, scale: other.scale })

/** Whether they are the same amount: `1.5` and `1.50` are. */
export const equalDecimals = (one: Decimal, other: Decimal): boolean => {
  const scale = Math.max(one.scale, other.scale)
  return at(one, scale) === at(other, scale)
}

/** So many ten-thousandths of an amount. */
export const basisPoints = ({ digits, scale }: Decimal, points: number): Decimal => ({
  digits: digits * BigInt(points),
  scale: scale + 4,
})

/** The digits with so many behind the point; what is beyond is cut off. */
export const at = ({ digits, scale }: Decimal, wanted: number): bigint =>
  wanted >= scale ? digits * 10n ** BigInt(wanted - scale) : digits / 10n ** BigInt(scale - wanted)

/** As text, with all digits behind the point. */
export const decimalText = ({ digits, scale }: Decimal): string => {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const sign = digits < 0n ? '-' : ''
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}
