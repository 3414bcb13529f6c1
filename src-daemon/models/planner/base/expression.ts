/** What a sum comes to, in exact fractions: 0.1 + 0.2 is 0.3, and a third taken three times is whole. */

/** `under` is above 0. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

interface Value extends Fraction {
  /** A share in per cent, which `+` and `-` take of what stands before them: "340 / 4 + 10%". */
  readonly isShare: boolean
}

/** What an expression of numbers, `+ - * /`, `%` and brackets comes to; null for what is none, and for a division by nothing. */
export const valueOf = (expression: string): Fraction | null => {
  const parts = expression.match(/\d+(?:\.\d+)?|[-+*/()%]/gu) ?? []
  if (parts.join('') !== expression.replaceAll(/\s/gu, '')) return null
  let at = 0
  const factor = (): Value | null => {
    const part = parts[at]
    at += 1
    if (part === '-') return minus(factor())
    let value: Value | null
    if (part === '(') {
      value = terms()
      if (parts[at++] !== ')') return null
    } else value = part !== undefined && /^\d/u.test(part) ? plain(fractionOf(part)) : null
    if (parts[at] !== '%' || value === null) return value
    at += 1
    return { ...value, under: value.under * 100n, isShare: true }
  }
  const factors = (): Value | null => {
    let value = factor()
    while (parts[at] === '*' || parts[at] === '/') {
      const sign = parts[at]
      at += 1
      const other = factor()
      if (value === null || other === null || (sign === '/' && other.over === 0n)) return null
      value = plain(sign === '*' ? times(value, other) : over(value, other))
    }
    return value
  }
  const terms = (): Value | null => {
    let value = factors()
    while (parts[at] === '+' || parts[at] === '-') {
      const isMinus = parts[at] === '-'
      at += 1
      const other = factors()
      if (value === null || other === null) return null
      const more = other.isShare && !value.isShare ? times(value, other) : other
      value = { ...sum(value, isMinus ? { ...more, over: -more.over } : more), isShare: value.isShare }
    }
    return value
  }
  const value = terms()
  return at === parts.length ? value : null
}

/** The fraction of a number in digits: "64.50". */
export const fractionOf = (digits: string): Fraction => {
  const [whole = '', rest = ''] = digits.split('.')
  return { over: BigInt(whole + rest), under: 10n ** BigInt(rest.length) }
}

/** The nearest number with so many decimals; halves go up. */
export const rounded = ({ over: top, under }: Fraction, decimals: number): number => {
  const size = (top < 0n ? -top : top) * 10n ** BigInt(decimals)
  const digits = String((size * 2n + under) / (under * 2n)).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return Number(`${top < 0n ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`)
}

const plain = (value: Fraction): Value => ({ over: value.over, under: value.under, isShare: false })
const minus = (value: Value | null): Value | null => (value === null ? null : { ...value, over: -value.over })
const times = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.over,
  under: one.under * other.under,
})
const sum = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.under + other.over * one.under,
  under: one.under * other.under,
})
const over = (one: Fraction, other: Fraction): Fraction => {
  const sign = other.over < 0n ? -1n : 1n
  return { over: one.over * other.under * sign, under: one.under * other.over * sign }
}
