/** An amount of wei (whole, decimal text) in coins of the chain, exact, without zeros at the end. */
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
 * A price for a unit of gas (wei, whole, decimal text) in gwei, to be read: rounded to three decimals, of less than one gwei to the first
 * three digits that say something. What is paid is told by `inCoins`.
 */
export const inGwei = (wei: string): string => GWEI.format(Number(wei) / 1e9)
