/** An amount of wei (a decimal integer as text) in coins of the chain, exact, without trailing zeros. */
export const inCoins = (wei: string): string => {
  const digits = wei.padStart(19, '0')
  const rest = digits.slice(-18).replace(/0+$/, '')
  return rest === '' ? digits.slice(0, -18) : `${digits.slice(0, -18)}.${rest}`
}

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
