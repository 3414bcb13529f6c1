import type { Cost } from '../../../src-daemon/contract/spending.ts'
import { language, n, t } from '../../i18n/index.ts'

/** An amount in US dollars; small ones with the digits that say something. */
export const moneyText = (micros: number): string => {
  const dollars = micros / 1_000_000
  const digits = dollars >= 1 || dollars === 0 ? 2 : dollars >= 0.01 ? 3 : 5
  return new Intl.NumberFormat(language(), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(dollars)
}

/** The tokens of a cost; those that Satchel counted itself are “about” so many. */
export const tokensText = ({ prompt, output, counted }: Cost): string =>
  t(counted > 0 ? 'spending.aboutTokens' : 'spending.tokens', { count: n(prompt + output) })

/** What they cost as far as that is known; null where no price is, and for models that cost nothing. */
export const costText = ({ micros, unpriced }: Cost): string | null => {
  if (micros === 0) return null
  return unpriced > 0 ? t('spending.atLeast', { money: moneyText(micros) }) : moneyText(micros)
}
