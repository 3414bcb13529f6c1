/**
 * What a call of a token's contract does, read from its bytes. Amounts are in the token's smallest unit; `data` that nobody needs behind the
 * arguments makes `isPlain` false.
 */
export type DecodedCall = { readonly isPlain: boolean } & (
  | { readonly kind: 'transfer'; readonly to: string; readonly amount: bigint }
  | { readonly kind: 'transferFrom'; readonly from: string; readonly to: string; readonly amount: bigint }
  | { readonly kind: 'approve' | 'increase'; readonly spender: string; readonly amount: bigint }
  | {
      readonly kind: 'permit'
      readonly owner: string
      readonly spender: string
      readonly amount: bigint
    }
  | { readonly kind: 'approveAll'; readonly spender: string; readonly isGiven: boolean }
)

/** Their selectors (ERC-20, EIP-2612, ERC-721), and what their arguments are. */
const CALLS: Readonly<
  Record<string, readonly [DecodedCall['kind'], readonly ('address' | 'number')[], number]>
> = {
  a9059cbb: ['transfer', ['address', 'number'], 2],
  '23b872dd': ['transferFrom', ['address', 'address', 'number'], 3],
  '095ea7b3': ['approve', ['address', 'number'], 2],
  '39509351': ['increase', ['address', 'number'], 2],
  // With a deadline and a signature behind them.
  d505accf: ['permit', ['address', 'address', 'number'], 7],
  a22cb465: ['approveAll', ['address', 'number'], 2],
}
const WORD = 64

/** Null for a call that isn't known, or has too few arguments. `data`: `0x…`. */
export const decodeCall = (data: string): DecodedCall | null => {
  const text = data.toLowerCase()
  const found = CALLS[text.slice(2, 10)]
  if (!text.startsWith('0x') || found === undefined) return null
  const [kind, types, count] = found
  const words = types.map((_, n) => text.slice(10 + n * WORD, 10 + (n + 1) * WORD))
  if (words.some((word) => word.length < WORD)) return null
  const address = (n: number): string => `0x${(words[n] ?? '').slice(24)}`
  const number = (n: number): bigint => BigInt(`0x${words[n] ?? '0'}`)
  const isPlain =
    text.length === 10 + count * WORD &&
    types.every((type, n) => type === 'number' || /^0{24}/.test(words[n] ?? ''))
  switch (kind) {
    case 'transfer':
      return { kind, isPlain, to: address(0), amount: number(1) }
    case 'transferFrom':
      return { kind, isPlain, from: address(0), to: address(1), amount: number(2) }
    case 'permit':
      return { kind, isPlain, owner: address(0), spender: address(1), amount: number(2) }
    case 'approveAll':
      return { kind, isPlain, spender: address(0), isGiven: number(1) !== 0n }
    case 'approve':
    case 'increase':
      return { kind, isPlain, spender: address(0), amount: number(1) }
  }
}

/** An allowance from here on is meant to have no end; some tokens keep allowances in 96 or 160 bits, and take the highest one for none. */
export const isEndless = (amount: bigint): boolean => amount >= 2n ** 128n || amount === 2n ** 96n - 1n

/** What a call lets somebody else take: of this much, or (null) of everything; undefined for a call that allows nothing. */
export const allowanceOf = (call: DecodedCall): { spender: string; amount: bigint | null } | undefined => {
  switch (call.kind) {
    case 'approve':
    case 'increase':
    case 'permit':
      return { spender: call.spender, amount: isEndless(call.amount) ? null : call.amount }
    case 'approveAll':
      return call.isGiven ? { spender: call.spender, amount: null } : undefined
    default:
      return undefined
  }
}
