import type { Rail } from './rail.ts'

/**
 * The payment channel of NEAR, the only method that AITP-01 publishes. It is experimental, and pays nothing: its contract and the form of its
 * signed states aren't published, so that nobody could tell what a signature would give away.
 */
export const nearPaymentChannel: Rail = {
  type: 'near_payment_channel',
  problem: 'experimental',
  read: () => null,
  requestOf: () => Promise.reject(new Error('nothing is paid through a channel')),
}
