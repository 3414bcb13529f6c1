import { openContentReader } from '../../src-daemon/threads/messages/read-content.ts'
import { COLOURS, FORM, PAYMENT, QUOTE, structured } from '../../src-daemon/threads/testing/examples.ts'
import { deriveTranscript } from '../../src-daemon/threads/transcript/derive.ts'
import type { ThreadMessage } from '../../src-daemon/threads/transcript/read-messages.ts'

/** A conversation of so many messages: decisions, forms and quotes in turn, each answered. */
export const openConversation = async (count: number) => {
  const read = await openContentReader()
  const contents = Array.from({ length: count / 2 }, (_, n) => exchange(n)).flat()
  const messages = contents.map((content, n): ThreadMessage => ({
    id: `m${String(n)}`,
    at: Date.parse('2025-02-25T08:00:00Z') + n,
    actor: n % 2 === 0 ? 'shop' : 'user',
    content: [content],
    metadata: {},
  }))
  const derive = () => deriveTranscript({ messages, read, now: Date.parse('2025-02-25T09:00:00Z') })
  const open = derive().requests.filter(({ state }) => state !== 'answered')
  if (open.length > 0) throw new Error('A request of the benchmark stays open')
  return {
    derive,
    bare: () => {
      for (const content of contents) JSON.parse(content)
    },
  }
}

/** A request and its answer. */
const exchange = (n: number): readonly string[] => {
  const id = `r${String(n)}`
  if (n % 3 === 0)
    return [
      structured('aitp-02-decisions', 'request_decision', { ...COLOURS, id }),
      structured('aitp-02-decisions', 'decision', { request_decision_id: id, options: [{ id: 'red' }] }),
    ]
  if (n % 3 === 1) {
    const fields = Object.entries({ color: 'Red', email: 'ana@example.org' }).map(([field, value]) => ({
      id: field,
      value,
    }))
    return [
      structured('aitp-03-data-request', 'request_data', { ...FORM, id }),
      structured('aitp-03-data-request', 'data', { request_data_id: id, fields }),
    ]
  }
  return [
    structured('aitp-01-payments', 'quote', { ...QUOTE, quote_id: id }),
    structured('aitp-01-payments', 'payment', { ...PAYMENT, quote_id: id }),
  ]
}
