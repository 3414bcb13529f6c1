/** Where a registry is: a contract on a chain, and the node to ask about it. */
export interface ChainPlace {
  readonly chainId: number
  /** `http(s)://…`. Its path may contain a key, so errors name only the host. */
  readonly rpcUrl: string
  /** `0x…`, 20 bytes. */
  readonly contract: string
  /** The first block that can hold an event: the one in which the contract was deployed. */
  readonly startBlock: number
  /**
   * How many blocks deep something counts as settled, its own block included: 1 = as soon as it is in a
   * block.
   */
  readonly confirmations: number
}
