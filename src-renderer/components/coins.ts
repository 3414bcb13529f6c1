import type { Language } from '../i18n/index.ts'

/** Decimal places shown of an amount below one. */
const SHOWN = 6

/**
 * An amount of wei (a decimal integer as text) in coins of its chain, with the language's separators: six decimal
 * places, and `< 0.000001` for less. Other text is returned unchanged.
 */
export const coinText = (wei: string, language: Language): string => unitText(wei, 18, language)

/** The same for a coin or token of another number of decimal places. */
export const unitText = (units: string, decimals: number, language: Language): string => {
  if (!/^\d{1,78}$/.test(units)) return units
  const amount = BigInt(units)
  if (decimals <= SHOWN)
    return new Intl.NumberFormat(language, { maximumFractionDigits: SHOWN }).format(
      Number(amount) / 10 ** decimals,
    )
  const least = 10n ** BigInt(decimals - SHOWN)
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: SHOWN })
  if (amount > 0n && amount < least) return `< ${format.format(1 / 10 ** SHOWN)}`
  // A double is exact enough for any amount people own; beyond that the last digits don't matter.
  return format.format(Number(amount / least) / 10 ** SHOWN)
}
