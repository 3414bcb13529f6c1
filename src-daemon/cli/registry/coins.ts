/** An amount of wei (whole, decimal text) in coins of the chain, exact, without zeros at the end. */
export const inCoins = (wei: string): string => {
  const digits = wei.padStart(19, '0')
  const rest = digits.slice(-18).replace(/0+$/, '')
  return rest === '' ? digits.slice(0, -18) : `${digits.slice(0, -18)}.${rest}`
}
