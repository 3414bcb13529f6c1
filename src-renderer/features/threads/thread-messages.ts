import type { ThreadMessageView } from '../../../src-daemon/contract/thread-cards.ts'
import { isRecord } from '../../components/is-record.ts'

/**
 * The structured messages in the result of a call of another agent. Only the result of a capability `a2a:…` has what Satchel heard and
 * said; under that name anybody else could show an answer that the user never gave.
 */
export const threadMessages = (capabilityId: string, output: unknown): readonly ThreadMessageView[] => {
  const messages: unknown =
    isRecord(output) && capabilityId.startsWith('a2a:') ? output['messages'] : undefined
  return Array.isArray(messages) ? messages.filter(isMessage) : []
}

const isMessage = (one: unknown): one is ThreadMessageView =>
  isRecord(one) &&
  (one['role'] === 'user' || one['role'] === 'assistant') &&
  typeof one['created_at'] === 'string' &&
  Array.isArray(one['content']) &&
  one['content'].every((part) => typeof part === 'string') &&
  isRecord(one['metadata'])
