import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/** One end of a TCP connection over IPv4. */
interface End {
  readonly address: string
  readonly port: number
}

/** Rows in this state belong to a connection of before. */
const TIME_WAIT = '06'

/**
 * Whether another user of this computer opened a connection. Only Linux says whose it is; elsewhere, and if
 * the owner can't be found, the answer is no. Root doesn't count as another user: nothing here is hidden from it, and the relay that brings
 * a Windows browser into WSL runs as root.
 */
export const isOfAnotherUser = (socket: Socket): boolean => {
  const own = process.getuid?.()
  const { remoteAddress, remotePort, localAddress, localPort } = socket
  if (process.platform !== 'linux' || own === undefined) return false
  if (remoteAddress === undefined || remotePort === undefined) return false
  if (localAddress === undefined || localPort === undefined) return false
  const theirs = { address: remoteAddress, port: remotePort }
  const ours = { address: localAddress, port: localPort }
  const owner = ownerIn('/proc/net/tcp', theirs, ours) ?? ownerIn('/proc/net/tcp6', theirs, ours)
  return owner !== null && owner !== 0 && owner !== own
}

const ownerIn = (path: string, theirs: End, ours: End): number | null => {
  try {
    return ownerOf(readFileSync(path, 'latin1'), theirs, ours)
  } catch {
    // A system may hide or lack the table.
    return null
  }
}

/** The user of the socket at `theirs` that is connected to `ours`, from a table of `/proc/net`; null if it isn't there. */
export const ownerOf = (table: string, theirs: End, ours: End): number | null => {
  const [from, to] = [hexOf(theirs), hexOf(ours)]
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, , , , uid] = line.trim().split(/\s+/)
    if (sameEnd(local, from) && sameEnd(remote, to) && state !== TIME_WAIT && uid !== undefined)
      return Number(uid)
  }
  return null
}

/** `127.0.0.1` and 8080 as `0100007F:1F90`, which is how the kernel writes them. */
const hexOf = ({ address, port }: End): string => {
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  return `${bytes.reverse().join('')}:${port.toString(16).padStart(4, '0')}`.toUpperCase()
}

/** A socket for IPv6 has an IPv4 address mapped into one of its own. */
const sameEnd = (column: string, end: string): boolean =>
  column === end || column === `0000000000000000FFFF0000${end}`
