import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import type { NetworkGuardDeps } from '../guard.ts'

/** A name server on a random loopback port that answers every query for IPv4 addresses with the result of `answer`. */
export interface DnsServer {
  /** Resolves through this server, in the form the network guard takes. */
  readonly resolve: NonNullable<NetworkGuardDeps['resolve']>
  /** The names that were queried, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export const startDnsServer = async (
  answer: (name: string, nth: number) => readonly string[],
): Promise<DnsServer> => {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, question } = readQuestion(query)
    const addresses = answer(name, asked.length)
    asked.push(name)
    socket.send(writeAnswer(query, question, addresses), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  const resolver = new Resolver({ timeout: 5000, tries: 1 })
  resolver.setServers([`127.0.0.1:${String(socket.address().port)}`])

  const resolve = (
    name: string,
    _options: unknown,
    callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
  ): void => {
    resolver.resolve4(name, (error, addresses) => {
      callback(error, error === null ? addresses.map((address) => ({ address, family: 4 })) : [])
    })
  }
  return {
    // the types cover overloads we do not use
    resolve: resolve as unknown as DnsServer['resolve'],
    asked,
    close: () => {
      resolver.cancel()
      return new Promise<void>((done) => socket.close(done))
    },
  }
}

const HEADER_BYTES = 12

const readQuestion = (query: Buffer): { name: string; question: Buffer } => {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  // The end of the name, its type and its class.
  return { name: labels.join('.'), question: query.subarray(HEADER_BYTES, at + 5) }
}

const writeAnswer = (query: Buffer, question: Buffer, addresses: readonly string[]): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) =>
    // The name as a pointer to the question, type A, class IN, 0 seconds to live, 4 bytes.
    Buffer.concat([
      Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]),
      Buffer.from(address.split('.').map(Number)),
    ]),
  )
  return Buffer.concat([header, question, ...records])
}
