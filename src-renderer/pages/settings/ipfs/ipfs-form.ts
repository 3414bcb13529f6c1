import type { IpfsSettings } from '../../../../src-daemon/contract/settings.ts'

/** The IPFS inputs; fields with several addresses take one per line. */
export interface IpfsForm {
  kuboUrl: string
  gateways: string
  listen: string
  peers: string
}

export const formOf = ({ kuboUrl, gateways, listen, peers }: IpfsSettings): IpfsForm => ({
  kuboUrl,
  gateways: gateways.join('\n'),
  listen,
  peers: peers.join('\n'),
})

/** The settings sent to the daemon, which rejects invalid ones with an explanation. */
export const settingsOf = (form: IpfsForm): Omit<IpfsSettings, 'embedded'> => ({
  kuboUrl: form.kuboUrl.trim(),
  gateways: linesOf(form.gateways),
  listen: form.listen.trim(),
  peers: linesOf(form.peers),
})

/** The first invalid server address of a field; null if all are valid. */
export const wrongAddress = (text: string): string | null =>
  linesOf(text).find((line) => !isPlain(line)) ?? null

/** The first invalid peer address; null if all are valid. */
export const wrongPeer = (text: string): string | null =>
  linesOf(text).find((line) => !PEER.test(line)) ?? null

const PEER = /^\/(?:ip4|ip6)\/[0-9A-Fa-f:.]{2,45}\/tcp\/\d{1,5}(?:\/p2p\/[1-9A-HJ-NP-Za-z]{20,80})?$/

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const isPlain = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return false
  return [url.username, url.password, url.search, url.hash].every((part) => part === '')
}
