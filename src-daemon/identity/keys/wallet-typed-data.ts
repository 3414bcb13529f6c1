import { isRecord } from '../../platform/is-record.ts'
import type { WalletTypedData } from '../core/wallet-keys.ts'

type Members = WalletTypedData['types'][string]

const NAME = /^[A-Za-z_$][\w$]{0,99}$/
const LIST = /^(.*)\[(\d*)\]$/
/** The members that a domain may have (EIP-712), in their order. */
const DOMAIN: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/**
 * Why typed data isn't signed: the place where it says something else than its types, so that what is shown and what is signed would differ.
 * Null if nothing is wrong. The library checks less: it signs a text as a number of another value, and a domain without what it shows.
 */
export const typedDataProblem = ({ types, primaryType, domain, message }: WalletTypedData): string | null => {
  if (primaryType === 'EIP712Domain' || !Object.hasOwn(types, primaryType)) return 'primaryType'
  for (const [name, members] of Object.entries(types)) {
    if (!NAME.test(name) || new Set(members.map((one) => one.name)).size !== members.length)
      return `types.${name}`
    if (members.some((one) => !NAME.test(one.name))) return `types.${name}`
  }
  const shown = Object.keys(domain)
  const named = Object.hasOwn(types, 'EIP712Domain')
    ? (types['EIP712Domain'] ?? [])
    : shown.map((name) => ({ name, type: DOMAIN[name] ?? '' }))
  if (named.some(({ name, type }) => DOMAIN[name] !== type)) return 'types.EIP712Domain'
  const signed = new Set(named.map(({ name }) => name))
  const unsigned = shown.find((name) => !signed.has(name))
  if (unsigned !== undefined) return `domain.${unsigned}`
  return (
    membersProblem('domain', named, domain, types) ?? valueProblem('message', primaryType, message, types)
  )
}

const membersProblem = (
  place: string,
  members: Members,
  value: Readonly<Record<string, unknown>>,
  types: WalletTypedData['types'],
): string | null => {
  for (const { name, type } of members) {
    const at = `${place}.${name}`
    const found = Object.hasOwn(value, name) ? valueProblem(at, type, value[name], types) : at
    if (found !== null) return found
  }
  return null
}

const valueProblem = (
  place: string,
  type: string,
  value: unknown,
  types: WalletTypedData['types'],
): string | null => {
  const list = LIST.exec(type)
  if (list !== null) {
    const [, item = '', length = ''] = list
    if (!Array.isArray(value) || (length !== '' && Number(length) !== value.length)) return place
    for (const [n, one] of value.entries()) {
      const found = valueProblem(`${place}[${String(n)}]`, item, one, types)
      if (found !== null) return found
    }
    return null
  }
  const members = Object.hasOwn(types, type) ? types[type] : undefined
  if (members !== undefined) return isRecord(value) ? membersProblem(place, members, value, types) : place
  return isPlain(type, value) ? null : place
}

/** Whether a value can be one of a type that has no members. */
const isPlain = (type: string, value: unknown): boolean => {
  if (type === 'string') return typeof value === 'string'
  if (type === 'bool') return typeof value === 'boolean'
  if (/^u?int\d{1,3}$/.test(type))
    return typeof value === 'string'
      ? /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value)
      : Number.isSafeInteger(value)
  if (type === 'address') return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
  return /^bytes\d{0,2}$/.test(type) && typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
}
