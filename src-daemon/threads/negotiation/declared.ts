import { schemaUrl, type Capability } from '../messages/capabilities.ts'

/**
 * What a person here can be shown and can answer, of NEAR and Solana all but transactions. What attests isn't among it: it is shown,
 * refused and passed on.
 */
const ANSWERED = [
  'aitp-01-payments',
  'aitp-02-decisions',
  'aitp-03-data-request',
  'aitp-04-near-wallet',
  'aitp-05-evm-wallet',
  'aitp-06-solana-wallet',
  'x01-control',
] as const satisfies readonly Capability[]

/** What we declare when we begin or join a conversation, in the first of the forms (aitp.md 3). */
export const ownDeclaration = (): readonly string[] => ANSWERED.map(schemaUrl)
