/** What the indexes do with a published version. */
import { setTimeout } from 'node:timers/promises'
import type { IndexWord, Publication } from '../../../contract/publishing.ts'
import { say } from '../../../text/index.ts'
import type { Output } from '../../console/output.ts'
import type { Api } from '../../console/session.ts'

/** An index that follows the chain takes a few seconds; who has not decided by then is told as it is. */
const PATIENCE_MS = 10_000
const LOOK_MS = 1000

const isOpen = ({ standing }: IndexWord): boolean => standing === 'not_yet' || standing === 'waiting'

/** Asks until each has taken or refused it, or the time is over; empty if it isn't published. Errors: those of the API. */
export const indexesOf = async (
  api: Api,
  { id, state }: Pick<Publication, 'id' | 'state'>,
): Promise<readonly IndexWord[]> => {
  if (state !== 'published') return []
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const words = await api.registry.publish.indexes.mutate({ id })
    if (!words.some(isOpen) || performance.now() + LOOK_MS > until) return words
    await setTimeout(LOOK_MS)
  }
}

/** Prints a line for each index. */
export const sayIndexes = (output: Output, words: readonly IndexWord[]): void => {
  if (words.length === 0) return
  output.say('cli_publish_indexes')
  for (const word of words) output.line(`  ${word.source}: ${textOf(output, word)}`)
  if (words.some((word) => isOpen(word) || word.standing === 'silent'))
    output.say('cli_publish_indexes_later')
}

const textOf = ({ language }: Output, { standing, reason, problem }: IndexWord): string => {
  const why = { reason: reason?.text ?? '', code: reason?.code ?? '' }
  if (standing === 'silent')
    return say(language, 'cli_publish_index_silent', { problem: problem?.message ?? '' })
  if (standing === 'refused') return say(language, 'cli_publish_index_refused', why)
  if (standing !== 'waiting') return say(language, `cli_publish_index_${standing}`)
  if (reason === null) return say(language, 'cli_publish_index_fetching')
  return say(language, 'cli_publish_index_waiting', { reason: reason.text })
}
