import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer } from '../platform/http-server.ts'
import { loadAddressCheck } from './addresses.ts'

/** The one opening in a sandbox without a network: a proxy to the hosts that one program was granted. */
export interface NetworkGate {
  /** The path of its socket, or its port on 127.0.0.1. */
  readonly address: string | number
  /** Ends every connection through it. */
  close(): Promise<void>
}

export interface NetworkGateInput {
  /** Path of a Unix socket to listen on; null = a free port on 127.0.0.1. */
  readonly socket: string | null
  /**
   * `api.example.org` (port 443), or with another port. A literal private address or `localhost` counts as the user's
   * own endpoint.
   */
  readonly hosts: readonly string[]
  /** Those hosts that the user set, so that they may be at a private address. */
  readonly ownHosts?: readonly string[] | undefined
  /** Called for every connection that is made or refused. */
  readonly log?: ((event: { host: string; outcome: 'connected' | 'refused' | 'failed' }) => void) | undefined
  readonly resolve?: typeof resolveName | undefined
}

const MAX_CONNECTIONS = 64
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Opens a gate. It speaks `CONNECT` only, so that traffic is encrypted end to end and its host is known. A name must
 * resolve to public addresses alone, and the gate connects to the very address it checked. Rule: acp.md 8.
 */
export const openNetworkGate = async (input: NetworkGateInput): Promise<NetworkGate> => {
  const ownHosts = new Set(input.ownHosts?.map(withPort))
  const granted = new Map(
    input.hosts.map((entry) => [withPort(entry), isOwnEndpoint(entry) || ownHosts.has(withPort(entry))]),
  )
  const resolve = input.resolve ?? resolveName
  const isPrivate = await loadAddressCheck()
  const open = new Set<Duplex>()

  const server = createServer((_request, response) => {
    // Without TLS we could not tell which host the data goes to.
    response.writeHead(403, { connection: 'close' }).end('Only CONNECT is possible here.\n')
  })

  server.on('connect', (request, client, head) => {
    const host = withPort((request.url ?? '').toLowerCase())
    track(client)
    const own = granted.get(host)
    if (own === undefined || open.size > 2 * MAX_CONNECTIONS) {
      refuse(client, host, '403 Forbidden', 'refused')
      return
    }
    addressOf(host, own).then(
      ({ address, port }) => {
        if (client.destroyed) return
        const upstream = connect({ host: address, port, timeout: CONNECT_TIMEOUT_MS })
        track(upstream)
        upstream.once('connect', () => {
          upstream.setTimeout(0)
          input.log?.({ host, outcome: 'connected' })
          client.write('HTTP/1.1 200 Connection established\r\n\r\n')
          if (head.length > 0) upstream.write(head)
          join(client, upstream)
        })
        for (const failure of ['error', 'timeout'] as const)
          upstream.once(failure, () => {
            if (upstream.connecting || !client.writableEnded)
              refuse(client, host, '502 Bad Gateway', 'failed')
            upstream.destroy()
          })
      },
      (thrown: unknown) => {
        // Servers take a 403 for the answer of the host itself.
        if (thrown instanceof NotPublic) refuse(client, host, '403 Forbidden', 'refused')
        else refuse(client, host, '502 Bad Gateway', 'failed')
      },
    )
  })
  server.on('connection', (socket) => {
    track(socket)
  })

  /** The address to connect to. Rejects a name that resolves to any address that is not public. */
  const addressOf = (host: string, own: boolean): Promise<{ address: string; port: number }> => {
    const { hostname, port: given } = new URL(`tls://${host}`)
    const name = hostname.replace(/^\[|\]$/g, '')
    const port = Number(given)
    const judged = (addresses: readonly string[]) => {
      const [address] = addresses
      const bad = !own && addresses.some((one) => isPrivate(one) !== null)
      if (bad || address === undefined) throw new NotPublic()
      return { address, port }
    }
    if (isIP(name) !== 0) return Promise.resolve([name]).then(judged)
    return new Promise<readonly string[]>((fulfil, reject) => {
      resolve(name, { all: true }, (error, addresses: LookupAddress[]) => {
        if (error) reject(error)
        else fulfil(addresses.map(({ address }) => address))
      })
    }).then(judged)
  }

  const refuse = (client: Duplex, host: string, status: string, outcome: 'refused' | 'failed'): void => {
    input.log?.({ host, outcome })
    client.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }

  const track = (socket: Duplex): void => {
    if (open.has(socket)) return
    open.add(socket)
    // Either end may disconnect at any time; ending the stream notifies the other one.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
  }

  await new Promise<void>((fulfil, reject) => {
    server.once('error', reject)
    const listening = () => {
      server.off('error', reject)
      fulfil()
    }
    if (input.socket === null) server.listen(0, '127.0.0.1', listening)
    else server.listen(input.socket, listening)
  })
  const bound = server.address()
  const address = typeof bound === 'string' || bound === null ? (input.socket ?? '') : bound.port

  return {
    address,
    close: () =>
      new Promise((fulfil) => {
        server.close(() => {
          fulfil()
        })
        for (const socket of open) socket.destroy()
      }),
  }
}

const join = (client: Duplex, upstream: Socket): void => {
  client.pipe(upstream).pipe(client)
  client.once('close', () => upstream.destroy())
  upstream.once('close', () => client.destroy())
}

/** A name leads to an address that is not public. */
class NotPublic extends Error {}

/** `host:port` in lower case, 443 by default. Anything but a host becomes an empty text, which no grant contains. */
const withPort = (entry: string): string => {
  if (!/^[^/?#@\s\\]+$/.test(entry) || !URL.canParse(`tls://${entry}`)) return ''
  const { hostname, port } = new URL(`tls://${entry.toLowerCase()}`)
  return `${hostname}:${port === '' ? '443' : port}`
}

/** `localhost` and literal addresses are unambiguous; a name may lead anywhere, so its addresses are checked. */
const isOwnEndpoint = (entry: string): boolean => {
  const { hostname } = new URL(`tls://${entry.toLowerCase()}`)
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** Whether `entry` can be granted: a host without scheme, path or wildcard. */
export const isHostEntry = (entry: string): boolean => withPort(entry) !== '' && !entry.includes('*')
