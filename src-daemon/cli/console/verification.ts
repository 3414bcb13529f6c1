import type { MarketReview, Verification } from '../../contract/marketplace.ts'
import { say } from '../../text/index.ts'
import { plain, type Output } from './output.ts'

/** The steps from what was published to who made it, a line each. */
export const printVerification = (output: Output, { steps }: Verification): void => {
  for (const { step, value, check, why } of steps) {
    const { language } = output
    const words = [
      say(language, `cli_market_step_${step}`),
      say(language, `cli_market_check_${check}`),
      value,
      why,
    ]
    output.line(plain(`  ${words.filter((word) => word !== null && word !== '').join('  ')}`))
  }
}

/** What speaks against where something comes from. */
export const printCautions = (output: Output, cautions: MarketReview['cautions']): void => {
  for (const { text } of cautions) output.line(plain(`! ${text}`))
}
