/** An amount in the smallest unit as a person reads it: exact, without trailing zeros. */
export const inUnits = (amount: bigint, decimals: number): string => {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

/** An amount as a person writes it (`0.5`) in the smallest unit; null if it has more places than there are. */
export const fromUnits = (text: string, decimals: number): bigint | null => {
  const [whole = '', rest = ''] = text.split('.')
  const places = rest.replace(/0+$/, '')
  return places.length > decimals ? null : BigInt(`${whole}${places.padEnd(decimals, '0')}`)
}
