import type { MarketReview, MarketWanted, ReviewStep } from '../../contract/marketplace.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { writeText } from './output.ts'
import type { Api, Session } from './session.ts'

/**
 * Fetches, verifies and reviews a package, and prints each step as it begins: only in text mode, and to standard error,
 * as it isn't part of the result. Errors: those of `MarketplaceService.review`.
 */
export const fetchReview = (
  api: Api,
  { io, output: { json, language } }: Pick<Session, 'io' | 'output'>,
  wanted: MarketWanted,
): Promise<MarketReview> =>
  new Promise((resolve, reject) => {
    const print = json
      ? () => undefined
      : stepPrinter(language, (line) => {
          writeText(io.stderr, `${line}\n`)
        })
    api.marketplace.reviewing.subscribe(wanted, {
      onData: (event) => {
        if (event.kind === 'step') print(event)
        else resolve(event.market)
      },
      onError: reject,
      // Too late to matter once the review has a result.
      onStopped: () => {
        reject(new Error('the review ended without a word'))
      },
    })
  })

/** Prints a step when it begins; of the bytes in between only the final number. */
export const stepPrinter = (language: Language, line: (text: string) => void) => {
  let printed: ReviewStep['step'] | null = null
  return ({ step, fetched }: ReviewStep): void => {
    if (step === printed) return
    printed = step
    line(say(language, `cli_market_fetch_${step}`, { bytes: fetched ?? 0 }))
  }
}
