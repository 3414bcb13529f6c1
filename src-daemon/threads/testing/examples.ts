import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import canonicalize from 'canonicalize'
import { base58btc } from 'multiformats/bases/base58'

/** Messages of the essential kinds, as their specification has them; `../shared` has more. */
const published = (slug: string): string => `https://aitp.dev/capabilities/${slug}/v1.0.0/schema.json`
const proposed = (slug: string): string => `https://example.app/aitp/capabilities/${slug}/v1.0.0/schema.json`

export const schemaUrlOf = (slug: string): string =>
  /^(aitp-0[6-9]|x01)/.test(slug) ? proposed(slug) : published(slug)

export const structured = (slug: string, type: string, body: object): string =>
  JSON.stringify({
    $schema: schemaUrlOf(slug),
    [type]: body,
  })

export const QUOTE = {
  quote_id: 'q_1',
  merchant_id: 'store.near',
  description: 'Premium Subscription - Annual Plan',
  expiration: '2025-03-01T12:00:00Z',
  next_recipient: 'service-agent.near',
  payment_options: [
    {
      amount: '99.99',
      currency: 'USD',
      payment_methods: [{ type: 'near_payment_channel', token: 'usdc.near', recipient: 'store.near' }],
    },
  ],
  revenue_share: { affiliate_share_bps: 300, affiliates: [] },
  merchant_signature: 'ed25519:...',
}

export const PAYMENT = {
  quote_id: 'q_1',
  payment_method: {
    type: 'near_payment_channel',
    token: 'usdc.near',
    channel_id: 'ch_1',
    amount: '99.99',
    currency: 'USD',
  },
  payer_id: 'user.near',
  timestamp: '2025-02-25T08:32:15Z',
  payer_signature: 'ed25519:...',
}

export const CONFIRMATION = {
  quote_id: 'q_1',
  payment_id: 'pay_1',
  result: 'success',
  timestamp: '2025-02-25T08:33:15Z',
  details: [{ label: 'Order Number', value: 'ORD-12345', url: 'https://example.com/orders/12345' }],
  merchant_signature: 'ed25519:...',
}

export const COLOURS = {
  id: 'colours',
  title: 'Your Favorite Colors',
  type: 'checkbox',
  options: [
    { id: 'blue', name: 'Blue', image_url: 'https://example.com/blue.jpg' },
    { id: 'red', name: 'Red' },
  ],
}

export const NUMBER = {
  id: 'number',
  description: 'Select your favorite number:',
  options: [
    { id: '0', name: '0' },
    { id: '7', name: '7' },
    { id: '100', name: '100' },
  ],
}

export const FORM = {
  id: 'form_1',
  title: 'Your Favorites',
  description: 'This info will help us recommend better products.',
  form: {
    fields: [
      { id: 'color', label: 'Color', type: 'select', options: ['Red', 'Green'], required: true },
      { id: 'number', label: 'Number', type: 'number' },
      { id: 'email', label: 'Email', type: 'email', required: true },
    ],
  },
}

export const FIAT_QUOTE = {
  quote_id: 'fq_1',
  merchant: { id: 'store.example', name: 'Store' },
  description: 'Annual plan',
  line_items: [
    { label: 'Annual plan', quantity: 1, amount: '84.03' },
    { label: 'VAT 19%', amount: '15.96' },
  ],
  total: { amount: '99.99', currency: 'EUR' },
  expires_at: '2026-11-21T00:00:00Z',
  payment_methods: [{ type: 'hosted_checkout', checkout_url: 'https://checkout.example/s/123' }],
}

export const EVM_TRANSACTION = {
  request_id: 'tx_1',
  chain_id: 137,
  transaction: { to: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e', value: '0x1' },
}

/** The test vector of AITP-08: an attestation by a throwaway key, whose seed is 32 bytes of 7. */
export const ATTESTATION_VECTOR = {
  request: {
    request_id: 'att_req_1',
    kind: 'approval',
    title: 'Approve a payment of 99.99 USD to store.near',
    description: 'Premium Subscription - Annual Plan',
    disclosure: {
      media_type: 'text/plain',
      content: 'You pay 99.99 USD once. It is not refundable after 14 days.',
      language: 'en',
    },
    subject: {
      schema: 'https://aitp.dev/capabilities/aitp-01-payments/v1.0.0/schema.json',
      message_type: 'quote',
      id: 'q_123456789',
      digest: 'sha-256:lF6dcoGBIiLSjIbbGA4gFrVFdCoJ_bayjQlCI_AgOTE',
      summary: 'Quote q_123456789',
    },
    requirements: {
      assurance: 'app',
      min_view_seconds: 3,
    },
    audience: 'did:wba:store.example',
    nonce: 'q83vEjRWeJCrze8SNFZ4kA',
    expires_at: '2026-11-20T18:30:00Z',
  },
  attestation: {
    type: 'HumanAttestation',
    id: 'urn:uuid:7b0d2f4e-0a0c-4b3f-9f6a-1f1f3c9b2a10',
    issuer: 'did:key:z6MkvDqGT54cXesYGvABpF1UapVNwjCqRcafi4Px6Thv5T3Z',
    audience: 'did:wba:store.example',
    nonce: 'q83vEjRWeJCrze8SNFZ4kA',
    issued_at: '2026-11-20T18:20:00Z',
    expires_at: '2026-11-20T18:30:00Z',
    thread_id: 'thread_abc123',
    kind: 'approval',
    decision: 'approved',
    request_digest: 'sha-256:IYOJl_2YsxlgFEuqMnYNflAcV4s0qkbW30ZZW29eZ44',
    subject: {
      schema: 'https://aitp.dev/capabilities/aitp-01-payments/v1.0.0/schema.json',
      message_type: 'quote',
      id: 'q_123456789',
      digest: 'sha-256:lF6dcoGBIiLSjIbbGA4gFrVFdCoJ_bayjQlCI_AgOTE',
    },
    shown: {
      content_digest: 'sha-256:qFe1_2hO0rkmiEK9IumKnwwdrg6SOhPhiVFyFRwNE1Y',
      language: 'en',
      renderer: 'example-app/1.0.0',
      view_ms: 6400,
      scrolled_to_end: true,
      requester_shown: 'store.near',
    },
    human: {
      method: 'click',
      assurance: 'app',
      verified_at: '2026-11-20T18:20:00Z',
    },
    proof: {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-jcs-2022',
      created: '2026-11-20T18:20:00Z',
      verificationMethod:
        'did:key:z6MkvDqGT54cXesYGvABpF1UapVNwjCqRcafi4Px6Thv5T3Z#z6MkvDqGT54cXesYGvABpF1UapVNwjCqRcafi4Px6Thv5T3Z',
      proofPurpose: 'assertionMethod',
      domain: 'did:wba:store.example',
      challenge: 'q83vEjRWeJCrze8SNFZ4kA',
      proofValue: 'z61R5Hzqvv3rZGMk61d3YoYWwXtidwr29YtJnriQCTQmEh5zTqGMHjBSUcKtRF4dSSCpYd7H1uHT8mnFcRPD6G6WN',
    },
  },
}

/** One of each, by `capability/type`. */
export const EXAMPLES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['aitp-01-payments', 'quote', QUOTE],
      ['aitp-01-payments', 'payment', PAYMENT],
      ['aitp-01-payments', 'payment_confirmation', CONFIRMATION],
      ['aitp-02-decisions', 'request_decision', COLOURS],
      ['aitp-02-decisions', 'decision', { request_decision_id: 'colours', options: [{ id: 'red' }] }],
      ['aitp-03-data-request', 'request_data', FORM],
      [
        'aitp-03-data-request',
        'data',
        { request_data_id: 'form_1', fields: [{ id: 'color', value: 'Red' }] },
      ],
      ['aitp-04-near-wallet', 'account_response', { request_id: 'a', accounts: ['user.near'] }],
      ['aitp-05-evm-wallet', 'request_transaction', EVM_TRANSACTION],
      [
        'aitp-06-solana-wallet',
        'request_address',
        { request_id: 's', chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
      ],
      ['aitp-07-health-checks', 'request_health', { request_id: 'h1', checks: ['liveness'], echo: 'abc' }],
      ['aitp-09-fiat-payments', 'fiat_quote', FIAT_QUOTE],
      ['x01-control', 'cancellation', { target: { message_type: 'request_data', id: 'form_1' } }],
    ] as const
  ).map(([slug, type, body]) => [`${slug}/${type}`, structured(slug, type, body)]),
)

/** Somebody who signs quotes. */
export const signer = (id: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  return { id, privateKey, near: `ed25519:${base58btc.encode(bytes).slice(1)}` }
}
export type Signer = ReturnType<typeof signer>

const signature = (key: KeyObject, text: string): string =>
  `ed25519:${sign(null, Buffer.from(text), key).toString('base64')}`

export const signedQuote = (by: Signer, quote: object = {}) => {
  const { merchant_signature: _, ...unsigned } = { ...QUOTE, merchant_id: by.id, ...quote }
  return { ...unsigned, merchant_signature: signature(by.privateKey, canonicalize(unsigned) ?? '') }
}

/** A quote wrapped by each in turn, the last of whom passes it to `to`. */
export const wrapped = (original: object, chain: readonly Signer[], to = 'user-interface.near') => {
  const wrappers: object[] = []
  for (const [n, by] of chain.entries()) {
    const wrapper = {
      affiliate_id: by.id,
      role: 'service',
      added_affiliates: n === 1 ? [{ id: 'discovery.near', role: 'discovery', weight: 1 }] : [],
      next_recipient: chain[n + 1]?.id ?? to,
      timestamp: `2025-02-25T08:3${String(n)}:15Z`,
    }
    const whole = { original_quote: original, previous_wrappers: [...wrappers], new_wrapper: wrapper }
    wrappers.push({ ...wrapper, signature: signature(by.privateKey, canonicalize(whole) ?? '') })
  }
  return { original_quote: original, wrappers }
}

/**
 * A signature by the specification's pseudocode, which sorts the outermost names and, by the same list, drops all inner ones
 * that aren't among them: amounts and recipients stay unsigned.
 */
export const faultySignature = (by: Signer, unsigned: object): string =>
  signature(by.privateKey, JSON.stringify(unsigned, Object.keys(unsigned).toSorted()))
