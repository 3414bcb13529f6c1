/** Whose a port of this computer is. */
import { readFileSync } from 'node:fs'

/** Accounts below it are the system's, such as that of a service (`UID_MIN` of login.defs). */
const FIRST_PERSON = 1000
/** The account `nobody`, and all above it, aren't a person's either. */
const LAST_PERSON = 60_000
const LISTENS = '0A'

/**
 * Whether what listens at a port of loopback belongs to another person who uses this computer. Only Linux says whose it is; elsewhere, and if
 * it can't be found, the answer is no. `url`: an address on loopback.
 */
export const isOfAnotherPerson = (url: string): boolean => {
  const own = process.getuid?.()
  if (process.platform !== 'linux' || own === undefined) return false
  const { port, protocol } = new URL(url)
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  const owners = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => listenersIn(read(path), number))
  return owners.some((uid) => uid !== own && uid >= FIRST_PERSON && uid <= LAST_PERSON)
}

/** The users of what listens at a port, from a table of `/proc/net`. */
export const listenersIn = (table: string, port: number): readonly number[] => {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , uid] = line.trim().split(/\s+/)
    return state === LISTENS && local.endsWith(end) && uid !== undefined ? [Number(uid)] : []
  })
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // A system may hide or lack the table.
    return ''
  }
}
