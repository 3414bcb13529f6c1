const MAX = 12

/**
 * What a token calls itself, as it may stand behind an amount: anybody may call theirs anything, also `000 USDC`. Never empty.
 */
export const tokenSymbol = (said: string): string => {
  const plain = said.replace(/[^\w.$-]/g, '').replace(/^[^A-Za-z$]+/, '')
  return plain === '' ? '?' : plain.slice(0, MAX)
}
