export type Json = Readonly<Record<string, unknown>>

/** What the development agent sells. `dev-answers.ts` takes orders for these. */
export const DEV_PRODUCTS = [
  {
    identifier: 'house-blend',
    name: 'House blend, 250 g',
    description: 'Chocolate and hazelnut. Roasted on Mondays.',
    price: '8.50',
    options: [
      { name: 'Grind', isRequired: true, value: ['Whole beans', 'Filter', 'Espresso'] },
      { name: 'Gift note', isRequired: false, value: [] },
    ],
  },
  {
    identifier: 'decaf',
    name: 'Decaf, 250 g',
    description: 'Washed with water. Tastes of caramel.',
    price: '9.20',
    options: [{ name: 'Grind', isRequired: true, value: ['Whole beans', 'Filter'] }],
  },
  { identifier: 'mug', name: 'Mug', description: 'Stoneware, 300 ml.', price: '14.00', options: [] },
] as const

/** The description without its proof: a shop, a calendar and a question desk. */
export const devDescription = (origin: string, did: string): Json => ({
  '@context': { '@vocab': 'https://schema.org/', ad: 'https://agent-network-protocol.com/ad#' },
  '@type': 'ad:AgentDescription',
  '@id': `${origin}/ad.json`,
  protocolType: 'ANP',
  protocolVersion: '1.0.0',
  type: 'AgentDescription',
  url: `${origin}/ad.json`,
  name: 'Corner Coffee',
  did,
  owner: { type: 'Organization', name: 'Satchel, for development' },
  description:
    'Sells coffee, knows when the shop is open, and answers questions. It isn’t real: nothing is delivered.',
  version: '1.0.0',
  products: DEV_PRODUCTS.map(({ identifier, name, description, price, options }) => ({
    '@type': 'Product',
    identifier,
    name,
    description,
    brand: { '@type': 'Brand', name: 'Corner Coffee' },
    image: [{ '@type': 'ImageObject', url: `${origin}/${identifier}.png`, caption: name }],
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    },
    ...(options.length > 0 && { customizationOptions: options }),
  })),
  interfaces: [
    {
      '@type': 'ad:APIInterface',
      type: 'StructuredInterface',
      protocol: 'openrpc',
      url: `${origin}/calendar.json`,
      description: 'The shop’s calendar.',
    },
    {
      '@type': 'ad:PurchaseInterface',
      type: 'StructuredInterface',
      protocol: 'YAML',
      url: `${origin}/purchase.json`,
      description: 'Takes orders.',
      humanAuthorization: true,
    },
    {
      '@type': 'ad:NaturalLanguageInterface',
      type: 'NaturalLanguageInterface',
      protocol: 'YAML',
      url: `${origin}/questions.json`,
      description: 'Answers questions about the shop.',
    },
  ],
  securityDefinitions: { didwba_sc: { scheme: 'didwba', in: 'header', name: 'Authorization' } },
  security: 'didwba_sc',
})

/** The files the description links to, by their paths. */
export const devFiles = (origin: string): readonly (readonly [path: string, file: Json])[] => [
  [
    '/calendar.json',
    {
      openrpc: '1.3.2',
      info: { title: 'Calendar', version: '1.0.0' },
      servers: [{ name: 'shop', url: `${origin}/rpc` }],
      methods: [
        {
          name: 'openingHours',
          summary: 'Opening hours of a day',
          params: [{ name: 'date', required: true, schema: { type: 'string', format: 'date' } }],
          result: {
            name: 'hours',
            schema: {
              type: 'object',
              properties: { open: { type: 'boolean' }, from: { type: 'string' }, to: { type: 'string' } },
              required: ['open'],
            },
          },
        },
        {
          name: 'reserveTable',
          summary: 'Reserve a table',
          params: [
            { name: 'date', required: true, schema: { type: 'string', format: 'date' } },
            { name: 'people', required: true, schema: { type: 'integer', minimum: 1, maximum: 8 } },
            { name: 'name', required: true, schema: { type: 'string', maxLength: 100 } },
          ],
          result: {
            name: 'reservation',
            schema: { type: 'object', properties: { reservation: { type: 'string' } } },
          },
        },
      ],
    },
  ],
  [
    '/purchase.json',
    endpointFile('purchase', 'PurchaseInterface', {
      name: 'order',
      path: '/orders',
      url: `${origin}/orders`,
      method: 'POST',
      description: 'Orders a product.',
      parameters: [
        { name: 'identifier', type: 'string', required: true },
        { name: 'customizationOptions', type: 'object', required: false },
      ],
    }),
  ],
  [
    '/questions.json',
    endpointFile('questions', 'NaturalLanguageInterface', {
      name: 'ask',
      path: '/ask',
      url: `${origin}/ask`,
      method: 'POST',
      description: 'Asks about the shop.',
      sseSupport: true,
      parameters: [{ name: 'question', type: 'string', required: true }],
    }),
  ],
]

const endpointFile = (name: string, type: string, endpoint: Json): Json => ({
  interface: { name, type, version: '1.0.0', endpoints: [endpoint] },
})
