import type { MarketReview, Verification } from '../../contract/marketplace.ts'
import { say } from '../../text/index.ts'
import { type Output } from './output.ts'

/** Prints the steps of a verification, one per line. */
export const printVerification = (output: Output, { steps }: Verification): void => {
  for (const { step, value, check, why } of steps) {
    const { language } = output
    const words = [
      say(language, `cli_market_step_${step}`),
      say(language, `cli_market_check_${check}`),
      value,
      why,
    ]
    output.line(`  ${words.filter((word) => word !== null && word !== '').join('  ')}`)
  }
}

/** Prints warnings about a package's origin. */
export const printCautions = (output: Output, cautions: MarketReview['cautions']): void => {
  for (const { text } of cautions) output.line(`! ${text}`)
}
