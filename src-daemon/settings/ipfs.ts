import { z } from 'zod'

const address = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => isPlain(url), 'an address without a user name, a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''))

/** An IP address and a TCP port as IPFS writes it (`/ip4/127.0.0.1/tcp/4001`), and perhaps the name of who answers there. */
const PLACE =
  /^\/(?:ip4\/\d{1,3}(?:\.\d{1,3}){3}|ip6\/[0-9A-Fa-f:.]{2,45})\/tcp\/\d{1,5}(?:\/p2p\/[1-9A-HJ-NP-Za-z]{20,80})?$/

/** How Satchel takes part in IPFS. Nothing of it reaches beyond this machine unless the owner says so. */
export const ipfsSettingsSchema = z.object({
  /** Whether the node of this machine takes part in the network; without, it only keeps blocks. */
  embedded: z.boolean(),
  /** Where it listens; port 0 takes any free one. On loopback nobody else reaches it. */
  listen: z
    .string()
    .max(300)
    .regex(PLACE)
    .refine((listen) => !listen.includes('/p2p/'), 'an address to listen on'),
  /** The peers it calls; it looks for no others. */
  peers: z.array(z.string().max(300).regex(PLACE)).max(20),
  /** RPC address of the owner's own Kubo (`http://127.0.0.1:5001`); empty = none. */
  kuboUrl: z.union([z.literal(''), address]),
  /** Trustless gateways files are read from; none unless the owner names them. */
  gateways: z.array(address).max(20),
})
export type IpfsSettings = z.infer<typeof ipfsSettingsSchema>

const isPlain = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}
