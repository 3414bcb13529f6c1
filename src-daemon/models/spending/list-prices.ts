import { createRequire } from 'node:module'
import type * as Prices from '@pydantic/genai-prices'
import type { ListPrice } from '../../contract/spending.ts'

/** Half a megabyte that only models of others need, so it's loaded with the first of them. */
const load = createRequire(import.meta.url)

/** The day of the library's version in package.json; a test compares the two. */
export const LISTED = { version: '0.1.8', asOf: '2026-09-23' } as const

/**
 * What a service charges by its list: US dollars for a million tokens, without discounts for cached input or batches. Null
 * if the service at this address, or its model, isn't listed.
 */
export const listedPrice = (
  baseUrl: string,
  name: string,
): (ListPrice & { readonly asOf: string }) | null => {
  const { calcPrice } = load('@pydantic/genai-prices') as typeof Prices
  const ofRequest = (tokens: number) =>
    calcPrice({ input_tokens: tokens, output_tokens: 1 }, name.replace(/^models\//, ''), {
      providerApiUrl: baseUrl,
    })
  const priceAt = (tokens: number) => {
    const { input_price: input = 0, output_price: output = 0 } = ofRequest(tokens) ?? {}
    return { input: forMillion(input / tokens), output: forMillion(output) }
  }
  const known = ofRequest(1)
  if (known === null) return null
  const { input_mtok: input, output_mtok: output } = known.model_price
  const above = [input, output].flatMap((price) =>
    typeof price === 'object' ? price.tiers.map(({ start }) => start) : [],
  )
  return {
    ...priceAt(1),
    longer: [...new Set(above)]
      .toSorted((a, b) => a - b)
      .map((start) => ({ above: start, ...priceAt(start + 1) })),
    asOf: LISTED.asOf,
  }
}

/** Without what dividing adds: no price has more than six digits after its point. */
const forMillion = (price: number): number => Number((price * 1_000_000).toFixed(6))
