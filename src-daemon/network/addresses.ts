import type ipaddr from 'ipaddr.js'

/** Why an address is not public, as the address registries call it; null when it is public. */
export type AddressCheck = (address: string) => string | null

let loaded: Promise<AddressCheck> | undefined

/** The address check, loaded on first use. Rule: acp.md 8, public addresses only. */
export const loadAddressCheck = (): Promise<AddressCheck> =>
  (loaded ??= import('ipaddr.js').then(({ default: library }) => createAddressCheck(library)))

/**
 * Refuses everything but ordinary unicast, so that a range added to the registries later is refused once the library
 * knows it.
 */
const createAddressCheck =
  (library: typeof ipaddr): AddressCheck =>
  (address) => {
    const bare = address.replace(/%.*$/, '')
    if (!library.isValid(bare)) return 'not an address'
    // `process` unwraps IPv4-mapped IPv6, so ::ffff:127.0.0.1 is checked as 127.0.0.1.
    const parsed = library.process(bare)
    const range = parsed.range()
    if (range !== 'unicast') return range
    // Public IPv6 is 2000::/3 only; the rest includes ::127.0.0.1 and other spellings of an IPv4 address.
    return parsed.kind() === 'ipv6' && !parsed.match(library.parse('2000::'), 3) ? 'reserved' : null
  }
