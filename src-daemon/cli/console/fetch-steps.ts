import type { MarketReview, MarketWanted, ReviewStep } from '../../contract/marketplace.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import type { Api, Session } from './session.ts'

/**
 * Fetches, verifies and reads what is to be installed, and says each step as it begins: for a person alone, and to standard error, as it is
 * no part of the answer. Errors: those of `MarketplaceService.review`.
 */
export const fetchReview = (
  api: Api,
  { io, output: { json, language } }: Pick<Session, 'io' | 'output'>,
  wanted: MarketWanted,
): Promise<MarketReview> =>
  new Promise((resolve, reject) => {
    const tell = json
      ? () => undefined
      : stepTeller(language, (line) => {
          io.stderr.write(`${line}\n`)
        })
    api.marketplace.reviewing.subscribe(wanted, {
      onData: (event) => {
        if (event.kind === 'step') tell(event)
        else resolve(event.market)
      },
      onError: reject,
      // Of one that came to something this is too late to matter.
      onStopped: () => {
        reject(new Error('the review ended without a word'))
      },
    })
  })

/** Says a step when it begins; of the bytes that come in between only how many there were in the end. */
export const stepTeller = (language: Language, line: (text: string) => void) => {
  let told: ReviewStep['step'] | null = null
  return ({ step, fetched }: ReviewStep): void => {
    if (step === told) return
    told = step
    line(say(language, `cli_market_fetch_${step}`, { bytes: fetched ?? 0 }))
  }
}
