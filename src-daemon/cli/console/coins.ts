/** An amount in the smallest unit (a decimal integer as text), exact, without trailing zeros. */
export const inUnits = (amount: string, decimals: number): string => {
  const digits = amount.padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const rest = digits.slice(at).replace(/0+$/, '')
  return rest === '' ? digits.slice(0, at) : `${digits.slice(0, at)}.${rest}`
}

/** An amount of wei (a decimal integer as text) in coins of the chain. */
export const inCoins = (wei: string): string => inUnits(wei, 18)

const GWEI = new Intl.NumberFormat('en', {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 3,
  roundingPriority: 'morePrecision',
  useGrouping: false,
})

/**
 * A gas price (wei, a decimal integer as text) in gwei, for display: rounded to three decimals; below one gwei, to
 * three significant digits. `inCoins` shows the amount paid.
 */
export const inGwei = (wei: string): string => GWEI.format(Number(wei) / 1e9)
