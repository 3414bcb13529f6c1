/** What the tests of transcripts say: requests, answers and quotes of the examples, in order and by whom. */
import { openContentReader } from '../messages/read-content.ts'
import { deriveTranscript, type Transcript, type TranscriptInput } from '../transcript/derive.ts'
import type { ThreadMessage } from '../transcript/read-messages.ts'
import { COLOURS, CONFIRMATION, FORM, NUMBER, PAYMENT, QUOTE, structured } from './examples.ts'

const read = await openContentReader()

export const NOW = Date.parse('2025-02-25T09:00:00Z')
export const SHOP = 'shop'
export const USER = 'user'

/** Messages a second apart, by who says them. */
export const said = (
  ...parts: readonly (readonly [actor: string | null, content: string, more?: object])[]
): ThreadMessage[] =>
  parts.map(([actor, content, more = {}], n) => ({
    id: `m${String(n)}`,
    at: Date.parse('2025-02-25T08:30:00Z') + n * 1000,
    actor,
    content: [content],
    metadata: {},
    ...more,
  }))

export const derive = (messages: readonly ThreadMessage[], more: Partial<TranscriptInput> = {}): Transcript =>
  deriveTranscript({ messages, read, now: NOW, ...more })
export const states = ({ requests }: Transcript): readonly string[] =>
  requests.map(({ id, state, code }) => `${id} ${state}${code === null ? '' : ` ${code}`}`)
export const faults = ({ items }: Transcript): readonly string[] =>
  items.flatMap((one) =>
    one.faults
      .filter(({ code }) => code !== 'signature_unchecked')
      .map(({ code, place }) => `${String(one.place.message)} ${code} ${place}`),
  )

export const colours = structured('aitp-02-decisions', 'request_decision', COLOURS)
export const number = structured('aitp-02-decisions', 'request_decision', NUMBER)
export const choose = (id: string | null, ...options: readonly (string | object)[]): string =>
  structured('aitp-02-decisions', 'decision', {
    ...(id === null ? {} : { request_decision_id: id }),
    options: options.map((one) => (typeof one === 'string' ? { id: one } : one)),
  })
export const form = structured('aitp-03-data-request', 'request_data', FORM)
export const fill = (fields: Readonly<Record<string, string>>): string =>
  structured('aitp-03-data-request', 'data', {
    request_data_id: 'form_1',
    fields: Object.entries(fields).map(([id, value]) => ({ id, value })),
  })
export const quote = (more: object = {}): string =>
  structured('aitp-01-payments', 'quote', { ...QUOTE, ...more })
export const costing = (amount: string): object => ({
  payment_options: [{ ...QUOTE.payment_options[0], amount }],
})
export const pay = (more: object = {}): string =>
  structured('aitp-01-payments', 'payment', {
    ...PAYMENT,
    payment_method: { ...PAYMENT.payment_method, ...more },
  })
export const confirm = (result: string): string =>
  structured('aitp-01-payments', 'payment_confirmation', { ...CONFIRMATION, result })
export const control = (type: string, body: object): string => structured('x01-control', type, body)
export const fiat = (type: string, body: object): string => structured('aitp-09-fiat-payments', type, body)
