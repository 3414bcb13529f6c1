/** Where a registry is: a contract on a chain, and the node that is asked about it. */
export interface ChainPlace {
  readonly chainId: number
  /** `http(s)://…`. What stands in its path may be a key, so errors name its host alone. */
  readonly rpcUrl: string
  /** `0x…`, 20 bytes. */
  readonly contract: string
  /** The first block that can hold an event: the one of the contract. */
  readonly startBlock: number
  /** Blocks until something counts as settled, its own included: 1 = as soon as it is in a block. */
  readonly confirmations: number
}
