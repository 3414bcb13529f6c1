import type { Rail } from './rail.ts'

/** A token as CAIP-19 names it, and an account as CAIP-10 does, or an address alone. */
const TOKEN = /^(eip155:[1-9]\d{0,15})\/erc20:(0x[0-9a-fA-F]{40})$/
const RECIPIENT = /^(?:(eip155:[1-9]\d{0,15}):)?(0x[0-9a-fA-F]{40})$/
const NOBODY = /^0x0{40}$/

/**
 * A transfer of a token of ERC-20: `{type: "evm_erc20_transfer", token: "eip155:8453/erc20:0x…", recipient: "0x…"}`. The method is ours; AITP-01
 * publishes none for EVM. A recipient on another chain than the token's, or none at all (0x0), can't be paid.
 */
export const erc20Transfer: Rail = {
  type: 'evm_erc20_transfer',
  problem: null,
  read: ({ token, recipient }) => {
    const [, chain, contract] = TOKEN.exec(token) ?? []
    const [, own, address] = RECIPIENT.exec(recipient) ?? []
    if (chain === undefined || contract === undefined || address === undefined) return null
    if ((own !== undefined && own !== chain) || NOBODY.test(address)) return null
    return { family: 'evm', chain, token: contract.toLowerCase(), recipient: address.toLowerCase() }
  },
  requestOf: async ({ chain, token, recipient, amount }, id) => {
    const { encodeFunctionData, erc20Abi } = await import('viem')
    const to = recipient as `0x${string}`
    return {
      family: 'evm',
      kind: 'transaction',
      body: {
        request_id: id,
        chain_id: Number(chain.slice('eip155:'.length)),
        transaction: {
          to: token,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
          value: '0x0',
        },
      },
    }
  },
}
