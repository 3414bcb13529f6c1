import type { OfferItem } from '../../contract/agent-offer.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The vocabularies of what we publish; `ad` is that of descriptions. */
export const CONTEXT = {
  '@vocab': 'https://schema.org/',
  did: 'https://w3id.org/did#',
  ad: 'https://agent-network-protocol.com/ad#',
} as const

/** What a description says of a product or service; the rest is in its own file. */
export const itemSummary = (item: OfferItem, url: string): JsonObject => ({
  '@type': typeOf(item),
  '@id': url,
  identifier: item.identifier,
  name: item.name,
  description: item.description,
})

/** A product or service in words of schema.org, with the choices a buyer makes. */
export const itemDocument = (item: OfferItem, url: string): JsonObject => {
  const { price, images, options, more } = item
  return {
    '@context': CONTEXT,
    ...itemSummary(item, url),
    ...more,
    ...(price === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: price.amount,
            priceCurrency: price.currency,
            availability: 'https://schema.org/InStock',
          },
        }),
    ...(images.length === 0
      ? {}
      : { image: images.map(({ url: at, caption }) => ({ '@type': 'ImageObject', url: at, caption })) }),
    ...(options.length === 0
      ? {}
      : {
          customizationOptions: {
            '@type': 'ad:CustomizationOptions',
            options: options.map(({ name, isRequired, values }) => ({
              '@type': 'PropertyValue',
              name,
              isRequired,
              value: values,
            })),
          },
        }),
  }
}

const typeOf = ({ kind }: OfferItem): string => (kind === 'product' ? 'Product' : 'Service')
