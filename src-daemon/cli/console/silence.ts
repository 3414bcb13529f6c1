import type { MarketUpdates } from '../../contract/market-updates.ts'
import type { Output } from './output.ts'

/** Whether any source answered the last check for updates. Before the first, none had the chance not to. */
export const answers = ({ sources, silent, checkedAt }: MarketUpdates): boolean =>
  checkedAt === null ? sources.length > 0 : sources.length > silent.length

/** Says which sources left the last check without an answer, and of when their last one is. */
export const saySilence = (output: Output, found: MarketUpdates): void => {
  if (found.sources.length === 0) output.say('cli_market_no_sources')
  for (const { source, at } of found.silent)
    if (at === null) output.say('cli_market_never_answered', { source })
    else output.say('cli_market_silent', { source, time: at.slice(0, 16) })
  if (found.sources.length > 0 && !answers(found)) output.say('cli_market_no_answer')
}
