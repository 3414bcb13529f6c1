import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import type { CID } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { asIpfsError, checkedBlock, notFound, unreachable } from './core/blocks.ts'
import type { IpfsReader } from './core/store.ts'

/** Seconds for one block. */
const SECONDS = 10

/**
 * A reader over a trustless gateway at `url`: raw blocks, verified against their CIDs, so that the gateway
 * need not be trusted.
 * A gateway on the internet must have a public address, and may redirect only to its subdomain for the CID;
 * one over plain http or at a private address is the owner's own, and may not redirect. Rule: Trustless
 * Gateway specification.
 */
export const createGateway = (deps: {
  url: string
  guard: Pick<NetworkGuard, 'fetch'>
  /** Milliseconds for one block; 10 s by default. */
  timeoutMs?: number
}): IpfsReader => {
  const { guard, timeoutMs = SECONDS * 1000 } = deps
  const base = new URL(deps.url)
  const self = { kind: 'gateway', name: deps.url.replace(/\/+$/, '') } as const
  const ending = new AbortController()

  const policyFor = (cid: CID, maxBytes: number): NetworkPolicy =>
    isOwn(base)
      ? { kind: 'user_endpoint', origin: base.origin, timeoutMs, maxBytes }
      : {
          kind: 'package_host',
          hosts: [base.host, `${cid.toV1().toString()}.ipfs.${base.host}`],
          timeoutMs,
          maxBytes,
        }

  return {
    ...self,
    get: async (cid, { signal, maxBytes }) => {
      const signals = [ending.signal, signal].filter((one) => one !== undefined)
      try {
        const response = await guard.fetch(
          `${self.name}/ipfs/${cid.toString()}?format=raw`,
          {
            headers: { accept: 'application/vnd.ipld.raw', 'cache-control': 'no-transform' },
            signal: AbortSignal.any(signals),
          },
          policyFor(cid, maxBytes),
        )
        if (response.status !== 200) {
          await response.body?.cancel()
          throw refusal(cid, response.status)
        }
        return checkedBlock(cid, new Uint8Array(await response.arrayBuffer()), { source: self, maxBytes })
      } catch (thrown) {
        signal?.throwIfAborted()
        throw asIpfsError(thrown, self, maxBytes)
      }
    },
    close: () => {
      ending.abort(unreachable(self, 'closed'))
      return Promise.resolve()
    },
  }

  function refusal(cid: CID, status: number): SatchelError {
    if (status === 504)
      return new SatchelError('ipfs_timeout', { params: { source: self.name, seconds: timeoutMs / 1000 } })
    // 410 and 451 (legal reasons) also mean that it is not available here.
    return status === 404 || status === 410 || status === 451
      ? notFound(cid, self)
      : unreachable(self, `status ${String(status)}`)
  }
}

/** An address that only the owner can mean: no TLS, a bare IP address, this machine. */
const isOwn = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' || hostname === 'localhost' || /^\[|^[\d.]+$/.test(hostname)
