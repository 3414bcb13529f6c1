import { randomUUID } from 'node:crypto'
import { isRecord } from '../../platform/is-record.ts'
import { DEV_PRODUCTS, type Json } from './dev-documents.ts'

export interface DevReply {
  readonly status?: number
  /** JSON by default. */
  readonly mediaType?: string
  /** Text and bytes are sent as they are, everything else as JSON. */
  readonly body: string | Uint8Array | object
}

type Handler = (request: Json, headers: Headers) => DevReply

/** What the development agent answers at its paths. It checks no signature: any signer's orders are taken. */
export const devAnswers = (origin: string, now: () => Date): ReadonlyMap<string, Handler> =>
  new Map<string, Handler>([
    ['/rpc', answerRpc],
    ['/ask', ({ question }) => answerQuestion(typeof question === 'string' ? question : '')],
    ['/orders', (request, headers) => takeOrder(request, headers, { origin, now })],
    ...DEV_PRODUCTS.map(({ identifier }): [string, Handler] => [
      `/${identifier}.png`,
      () => ({ mediaType: 'image/png', body: PICTURE }),
    ]),
  ])

const answerRpc: Handler = ({ id, method, params }) => {
  const given = isRecord(params) ? params : {}
  const result = method === 'openingHours' ? hoursOn(given['date']) : reservationOf(method, given)
  return result === null
    ? { body: { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } } }
    : { body: { jsonrpc: '2.0', id, result } }
}

const hoursOn = (date: unknown): Json =>
  new Date(`${String(date)}T12:00:00Z`).getUTCDay() === 0
    ? { open: false }
    : { open: true, from: '08:00', to: '18:00' }

const reservationOf = (method: unknown, { people, name }: Json): Json | null =>
  method === 'reserveTable'
    ? { reservation: `A table for ${String(people)}, in the name of ${String(name)}.` }
    : null

/** In two events, as a model writes. */
const answerQuestion = (question: string): DevReply => {
  const products = DEV_PRODUCTS.map(({ name, price }) => `${name} for ${price} EUR`).join(', ')
  const pieces = [`You asked: “${question.slice(0, 200)}” `, `We have ${products}.`]
  const events = pieces.map((content) => `data: ${JSON.stringify({ content })}\n\n`)
  return { mediaType: 'text/event-stream', body: [...events, 'data: [DONE]\n\n'].join('') }
}

const takeOrder = (
  { identifier, customizationOptions }: Json,
  headers: Headers,
  { origin, now }: { readonly origin: string; readonly now: () => Date },
): DevReply => {
  const keyId = /keyid="([^"]+)"/.exec(headers.get('signature-input') ?? '')?.[1]
  if (keyId === undefined) return { status: 401, body: { error: 'an order has to be signed' } }
  const product = DEV_PRODUCTS.find((one) => one.identifier === identifier)
  if (product === undefined) return { status: 422, body: { error: 'there is no such product' } }
  return {
    body: {
      order: randomUUID(),
      product: product.name,
      options: isRecord(customizationOptions) ? customizationOptions : {},
      total: { price: product.price, currency: 'EUR' },
      orderedBy: keyId.split('#')[0],
      seller: origin,
      at: now().toISOString(),
    },
  }
}

/** A brown square. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAABQCAIAAABd+SbeAAAAg0lEQVR42u3QQQ0AAAgEoAtlEPOY3hbOBxsJyHRxIApEi0a0aNEWRItGtGjRFkSLRrRo0YgWjWjRohEtGtGiRSNaNKJFi0a0aESLFo1o0YgWLRrRohEtWjSiRSNatGhEi0a0aNGIFo1o0aIRLRrRokUjWjSiRYtGtGhEixaNaNGI/mMBOkU3LIJRE6gAAAAASUVORK5CYII=',
  'base64',
)
