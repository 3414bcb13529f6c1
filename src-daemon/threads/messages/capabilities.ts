import { CAPABILITIES } from '../../contract/threads.ts'

export type Capability = (typeof CAPABILITIES)[number]

/** Capabilities with nothing in the published specification: their addresses are those of our proposals. */
const PROPOSED: ReadonlySet<Capability> = new Set([
  'aitp-06-solana-wallet',
  'aitp-07-health-checks',
  'aitp-08-human-in-the-loop',
  'aitp-09-fiat-payments',
  'x01-control',
])

const PUBLISHED_AT = 'https://aitp.dev/capabilities/'
const PROPOSED_AT = 'https://example.app/aitp/capabilities/'
const LEGACY_PAYMENTS = 'https://aitp.dev/v1/payments/schema.json'

/** Addresses from before the numbered capabilities. */
const ALIASES: ReadonlyMap<string, Capability> = new Map([
  ['data', 'aitp-03-data-request'],
  ['decision', 'aitp-02-decisions'],
  ['decisions', 'aitp-02-decisions'],
  ['payments', 'legacy-payments'],
  ['requests', 'aitp-02-decisions'],
])

const NUMBERED =
  /^https:\/\/(?:aitp\.dev\/capabilities|example\.app\/aitp\/capabilities|crates\.io\/crates\/aitp_schema\/capabilities)\/([a-z0-9-]+)\/v(\d{1,4})\.(\d{1,4})\.(\d{1,4})\/schema\.json$/
const ALIAS = /^https:\/\/aitp\.dev\/v1\/([a-z]+)\/schema\.json$/

/** What the address of a schema names. It is only compared, never fetched. */
export interface NamedSchema {
  readonly capability: Capability
  /** 0 counts as 1 (aitp.md 1). */
  readonly major: number
  readonly version: string
}

/** The capability and version that `$schema` names; null for one that Satchel doesn't know. */
export const schemaNamed = (url: string): NamedSchema | null => {
  const numbered = NUMBERED.exec(url)
  if (numbered !== null) {
    const [, slug = '', major = '', minor = '', patch = ''] = numbered
    const capability =
      slug === 'aitp-04-transactions' ? 'legacy-payments' : CAPABILITIES.find((one) => one === slug)
    return capability === undefined
      ? null
      : { capability, major: Math.max(1, Number(major)), version: `${major}.${minor}.${patch}` }
  }
  const capability = ALIASES.get(ALIAS.exec(url)?.[1] ?? '')
  return capability === undefined ? null : { capability, major: 1, version: '1.0.0' }
}

/** The address that our own messages of a capability name. */
export const schemaUrl = (capability: Capability): string =>
  capability === 'legacy-payments'
    ? LEGACY_PAYMENTS
    : `${PROPOSED.has(capability) ? PROPOSED_AT : PUBLISHED_AT}${capability}/v1.0.0/schema.json`
