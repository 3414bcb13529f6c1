import { z } from 'zod'

/** A registry of packages: a contract on a chain, and the node that is asked about it. */
export const chainRegistrySchema = z.object({
  /** What the owner calls it. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  chainId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  /** The node's address. Many have a key in it, so it is shown to the owner alone and stands in no log. */
  rpcUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => hasNoUser(url), 'an address without a user name or a password'),
  contract: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  /** The block of the contract: nothing was published before. */
  startBlock: z.int().nonnegative(),
  /** Blocks until something counts as settled, its own included. */
  confirmations: z.int().min(1).max(1000),
})
export type ChainRegistry = z.infer<typeof chainRegistrySchema>

const hasNoUser = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
