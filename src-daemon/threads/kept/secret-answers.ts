import { LRUCache } from 'lru-cache'
import { withoutSecrets } from '../exchange/secrets.ts'
import { bodyOf, type ReadContent } from '../messages/read-content.ts'
import { deriveTranscript, type RequestView } from '../transcript/derive.ts'
import type { LoadedForms } from './loaded-forms.ts'
import type { ThreadMessage } from '../transcript/read-messages.ts'

/** A message as it may be kept. `reader`: who alone may have it as it was said; null if it is kept as it was. */
export interface Masked {
  readonly kept: readonly string[]
  readonly secrets: readonly string[]
  readonly reader: string | null
}

/**
 * The content of a message without the secrets that answers in it give away (aitp.md 7), by the forms that `earlier` messages asked.
 */
export const maskAnswers = (
  content: readonly string[],
  earlier: () => readonly ThreadMessage[],
  { read, filled }: { readonly read: ReadContent; readonly filled: LoadedForms['filled'] },
): Masked => {
  let asked: readonly RequestView[] | null = null
  const secrets: string[] = []
  let reader: string | null = null
  const kept = content.map((raw) => {
    const answer = bodyOf(read(raw), 'aitp-03-data-request', 'data')
    if (answer === null) return raw
    asked ??= deriveTranscript({ messages: earlier(), read, now: 0 }).requests
    const request = asked.findLast(
      ({ item, id }) => item.type.type === 'request_data' && id === answer.request_data_id,
    )
    if (request === undefined) return raw
    const masked = withoutSecrets(filled(request.item), raw)
    if (masked.secrets.length === 0) return raw
    secrets.push(...masked.secrets)
    reader = request.requester
    return masked.kept
  })
  return { kept, secrets, reader }
}

/** Answers with secrets, in memory alone, until who asked has had time to read them. */
export const createSecretAnswers = () => {
  const answers = new LRUCache<string, { content: readonly string[]; reader: string }>({
    max: 100,
    ttl: 60 * 60_000,
  })
  return {
    put: (message: string, content: readonly string[], reader: string) => {
      answers.set(message, { content, reader })
    },
    /** What this reader may have in place of what is kept; null if there is nothing else. */
    for: (message: string, reader: string): readonly string[] | null => {
      const found = answers.get(message)
      return found?.reader === reader ? found.content : null
    },
  }
}
