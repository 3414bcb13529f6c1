import type { IpfsSettings } from '../../../../src-daemon/contract/settings.ts'

/** What a person enters of IPFS: one address per line wherever there may be several. */
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

/** What the daemon is told; it refuses what it does not take, with words. */
export const settingsOf = (form: IpfsForm): Omit<IpfsSettings, 'embedded'> => ({
  kuboUrl: form.kuboUrl.trim(),
  gateways: linesOf(form.gateways),
  listen: form.listen.trim(),
  peers: linesOf(form.peers),
})

/** The first address of a server that is none, of a field; null where all are. */
export const wrongAddress = (text: string): string | null =>
  linesOf(text).find((line) => !isPlain(line)) ?? null

/** The first address of a peer that is none; null where all are. */
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
