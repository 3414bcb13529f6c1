import type { Language } from '../i18n/index.ts'

/** Digits behind the point that are shown of an amount below one. */
const SHOWN = 6

/**
 * An amount of wei (whole, decimal text) in coins of its chain, with the separators of a language: six places behind the point, and
 * `< 0.000001` for what is less. What is no such text is given back as it is.
 */
export const coinText = (wei: string, language: Language): string => {
  if (!/^\d{1,78}$/.test(wei)) return wei
  const amount = BigInt(wei)
  const least = 10n ** BigInt(18 - SHOWN)
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: SHOWN })
  if (amount > 0n && amount < least) return `< ${format.format(1 / 10 ** SHOWN)}`
  // Within a number's exact range for what anybody has; beyond it the last places do not matter.
  return format.format(Number(amount / least) / 10 ** SHOWN)
}
