import type { Language } from '../i18n/index.ts'

/** Decimal places shown of an amount below one. */
const SHOWN = 6

/**
 * An amount of wei (a decimal integer as text) in coins of its chain, with the language's separators: six decimal
 * places, and `< 0.000001` for less. Other text is returned unchanged.
 */
export const coinText = (wei: string, language: Language): string => {
  if (!/^\d{1,78}$/.test(wei)) return wei
  const amount = BigInt(wei)
  const least = 10n ** BigInt(18 - SHOWN)
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: SHOWN })
  if (amount > 0n && amount < least) return `< ${format.format(1 / 10 ** SHOWN)}`
  // A double is exact enough for any amount people own; beyond that the last digits don't matter.
  return format.format(Number(amount / least) / 10 ** SHOWN)
}
