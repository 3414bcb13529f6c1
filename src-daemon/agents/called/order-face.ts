import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AgentOffer, OfferItem } from '../../contract/agent-offer.ts'
import { readStrictJson } from '../../identity/index.ts'
import type { Face } from './faces.ts'
import { errorText, refusedByHttp } from './http-refusals.ts'
import type { Reception } from './reception.ts'

const bodySchema = z.object({
  identifier: z.string().max(100),
  customizationOptions: z.record(z.string(), z.string().max(200)).default({}),
})
const keySchema = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/**
 * Orders of products that the owner offers (anp.md 4): `POST {identifier, customizationOptions}`, with an `Idempotency-Key` by which a
 * repetition is known.
 */
export const orderFace = (
  reception: Pick<Reception, 'admit' | 'order'>,
  offer: () => Pick<AgentOffer, 'items'>,
): Face => ({
  method: 'POST',
  path: '/orders',
  answer: async (request) => {
    const json = readStrictJson(request.body)
    const body = bodySchema.safeParse(json.ok ? json.value : null)
    const key = keySchema.safeParse(request.header('idempotency-key') ?? randomUUID())
    if (!body.success || !key.success)
      return {
        status: 400,
        body: errorText('INVALID_INPUT', 'expected {"identifier": "…", "customizationOptions": {…}}'),
      }
    const caller = await reception.admit(request)
    if (!caller.ok) return refusedByHttp(caller)
    const { identifier, customizationOptions } = body.data
    const item = offer().items.find((one) => one.kind === 'product' && one.identifier === identifier)
    if (item === undefined)
      return refusedByHttp({ ok: false, code: 'NOT_FOUND', message: 'there is no such product' })
    const wrong = wrongOption(item, customizationOptions)
    if (wrong !== null)
      return refusedByHttp({ ok: false, code: 'INVALID_INPUT', message: `not a choice there is: ${wrong}` })
    const outcome = await reception.order(caller, {
      order: orderOf(item, customizationOptions, key.data),
      signal: request.signal,
    })
    if (!outcome.ok) return refusedByHttp(outcome)
    return { status: 200, headers: caller.headers, body: JSON.stringify(outcome.output) }
  },
})

/** The first option that is missing, unknown, or has a value it can't have. */
const wrongOption = ({ options }: OfferItem, chosen: Readonly<Record<string, string>>): string | null => {
  const wrong = options.find(({ name, isRequired, values }) => {
    const value = Object.hasOwn(chosen, name) ? chosen[name] : undefined
    return value === undefined ? isRequired : !values.includes(value)
  })
  return wrong?.name ?? Object.keys(chosen).find((name) => !options.some((one) => one.name === name)) ?? null
}

const orderOf = (
  { identifier, name, price }: OfferItem,
  options: Readonly<Record<string, string>>,
  idempotencyKey: string,
) => ({
  identifier,
  product: name,
  ...(price === null ? {} : { price: price.amount, currency: price.currency }),
  options,
  idempotencyKey,
})
