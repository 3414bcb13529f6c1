import { isRecord } from '../../platform/is-record.ts'
import type { WalletTypedData } from '../../identity/types.ts'

/** What signing typed data lets somebody take: this much of a token, or all of it. */
export interface Permit {
  readonly token: string
  readonly spender: string
  /** Null: all of it. */
  readonly amount: bigint | null
}

/**
 * What typed data allows, where its form is known: EIP-2612 and its forerunner, Permit2, EIP-3009. Null if it isn't known, so that nothing
 * can be said about what it allows.
 */
export const permitsIn = ({ primaryType, domain, message }: WalletTypedData): readonly Permit[] | null => {
  const { verifyingContract } = domain
  const token = typeof verifyingContract === 'string' ? verifyingContract.toLowerCase() : ''
  switch (primaryType) {
    case 'Permit': {
      const amount =
        'allowed' in message ? (message['allowed'] === true ? null : 0n) : numberOf(message['value'])
      return amount === undefined ? null : [{ token, spender: addressOf(message['spender']), amount }]
    }
    case 'TransferWithAuthorization':
    case 'ReceiveWithAuthorization': {
      const amount = numberOf(message['value'])
      return amount === undefined ? null : [{ token, spender: addressOf(message['to']), amount }]
    }
    case 'PermitSingle':
    case 'PermitBatch':
      return listed(message['details'], message['spender'])
    case 'PermitTransferFrom':
    case 'PermitBatchTransferFrom':
    case 'PermitWitnessTransferFrom':
    case 'PermitBatchWitnessTransferFrom':
      return listed(message['permitted'], message['spender'])
    default:
      return null
  }
}

const listed = (given: unknown, spender: unknown): readonly Permit[] | null => {
  const found = (Array.isArray(given) ? given : [given]).map((one: unknown) => {
    const amount = isRecord(one) ? numberOf(one['amount']) : undefined
    return isRecord(one) && amount !== undefined
      ? { token: addressOf(one['token']), spender: addressOf(spender), amount }
      : null
  })
  return found.every((one) => one !== null) ? found : null
}

const addressOf = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '?')

const numberOf = (value: unknown): bigint | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && /^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i.test(text) ? BigInt(text) : undefined
}
