import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isOfAnotherUser, ownerOf } from './peer.ts'

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const row = (local: string, remote: string, state: string, uid: number) =>
  `   7: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${String(uid)}        0 4711 1 0000 20 4 30 10 -1\n`
const mapped = (end: string) => `0000000000000000FFFF0000${end}`

const THEIRS = { address: '127.0.0.1', port: 8080 }
const OURS = { address: '127.0.0.1', port: 40_000 }
const [FROM, TO] = ['0100007F:1F90', '0100007F:9C40']

describe('whose a connection from this computer is', () => {
  it.each([
    ['the row of the other end', row(FROM, TO, '01', 1001), 1001],
    ['not the row of our end', row(TO, FROM, '01', 1000), null],
    ['both, in any order', row(TO, FROM, '01', 1000) + row(FROM, TO, '01', 1001), 1001],
    ['a socket for IPv6', row(mapped(FROM), mapped(TO), '01', 1002), 1002],
    ['another port', row('0100007F:1F91', TO, '01', 1001), null],
    ['another address', row('0200007F:1F90', TO, '01', 1001), null],
    ['a listener', row(FROM, '00000000:0000', '0A', 1001), null],
    ['a connection of before', row(FROM, TO, '06', 0) + row(FROM, TO, '01', 1001), 1001],
    ['an IPv6 address that ends alike', row(`00000000000000000000000100000000${FROM}`, TO, '01', 1001), null],
    ['a cut line', `   7: ${FROM} ${TO} 01`, null],
    ['an empty table', '', null],
  ])('is told by the table: %s', (_what, rows, owner) => {
    expect(ownerOf(HEAD + rows, THEIRS, OURS)).toBe(owner)
  })

  it('finds an address other than 127.0.0.1', () => {
    const table = HEAD + row('0201A8C0:1F90', TO, '01', 1003)
    expect(ownerOf(table, { address: '192.168.1.2', port: 8080 }, OURS)).toBe(1003)
  })

  it('lets its own user connect', async () => {
    const { port, accepted, close } = await listen()
    const client = connect(port, '127.0.0.1')
    expect(isOfAnotherUser(await accepted)).toBe(false)
    client.destroy()
    await close()
  })

  const whyNot =
    process.platform !== 'linux'
      ? 'only Linux tells whose a connection is'
      : process.getuid?.() !== 0 || !existsSync('/usr/bin/setpriv')
        ? 'needs root and setpriv, to connect as another user'
        : null
  it('knows a connection of another user', async ({ skip }) => {
    skip(whyNot !== null, whyNot ?? '')
    const { port, accepted, close } = await listen()
    const child = spawn('setpriv', [
      '--reuid=65534',
      '--clear-groups',
      'bash',
      '-c',
      `exec 3<>/dev/tcp/127.0.0.1/${String(port)}; cat <&3`,
    ])
    expect(isOfAnotherUser(await accepted)).toBe(true)
    child.kill()
    await close()
  })
})

const listen = async () => {
  let take: (socket: Socket) => void = () => undefined
  const accepted = new Promise<Socket>((resolve) => {
    take = resolve
  })
  const server = createServer((socket) => {
    // The other end may be killed.
    socket.on('error', () => undefined)
    take(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    accepted,
    close: async () => {
      ;(await accepted).destroy()
      server.close()
    },
  }
}
