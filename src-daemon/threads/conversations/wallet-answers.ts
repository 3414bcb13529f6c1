import { createHash } from 'node:crypto'
import { SatchelError } from '../../platform/errors.ts'
import type { AskedOfWallet } from '../../wallets/types.ts'
import { walletRequestOf } from '../wallets/request-of.ts'
import type { RequestView } from '../transcript/derive.ts'

/**
 * What a request of a conversation asks of an account. Its key names the asker and their id for it, so that the same request is carried out
 * once, however often it comes. `peer`: who answers for it, and whose limits hold. Errors: `thread_request_closed` if it asks nothing of one.
 */
export const askedOfWallet = (
  thread: string,
  { item, id, requester }: RequestView,
  peer: string | null,
): AskedOfWallet => {
  const request = walletRequestOf(item)
  if (request === null || requester === null || peer === null) throw new SatchelError('thread_request_closed')
  const { capability, type } = item.type
  const key = createHash('sha256')
    .update(JSON.stringify([thread, requester, capability, type, id]))
    .digest('hex')
  return { key, peer, request }
}
