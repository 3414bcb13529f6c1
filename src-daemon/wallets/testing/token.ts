import { createRequire } from 'node:module'
import { z } from 'zod'

/** A token of ERC-20 that anybody is given 1,000 of on its first call of `give`, with EIP-2612's `permit` left out. */
const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;
contract Token {
  string public symbol = "000 USDC";
  uint8 public constant decimals = 6;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  function give(address to, uint256 amount) external { balanceOf[to] += amount; }
  function transfer(address to, uint256 amount) external returns (bool) {
    require(balanceOf[msg.sender] >= amount, "too little");
    balanceOf[msg.sender] -= amount; balanceOf[to] += amount; return true;
  }
  function approve(address spender, uint256 amount) external returns (bool) {
    allowance[msg.sender][spender] = amount; return true;
  }
  function sweep(address to) external { balanceOf[to] += balanceOf[msg.sender]; balanceOf[msg.sender] = 0; }
}`

const outputSchema = z.object({
  contracts: z.object({
    t: z.object({ Token: z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }) }),
  }),
})

/** The token's bytecode, compiled now. */
export const tokenBytecode = (): `0x${string}` => {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const output: unknown = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { t: { content: SOURCE } },
        settings: { evmVersion: 'paris', outputSelection: { t: { Token: ['evm.bytecode.object'] } } },
      }),
    ),
  )
  return `0x${outputSchema.parse(output).contracts.t.Token.evm.bytecode.object}`
}
