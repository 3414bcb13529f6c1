import type ipaddr from 'ipaddr.js'

/** Why an address is not a public one, in the words of the address registries; null when it is public. */
export type AddressCheck = (address: string) => string | null

let loaded: Promise<AddressCheck> | undefined

/** The address check, loaded on first use. Rule: acp.md 8, public addresses only. */
export const loadAddressCheck = (): Promise<AddressCheck> =>
  (loaded ??= import('ipaddr.js').then(({ default: library }) => createAddressCheck(library)))

/** Everything but ordinary unicast is refused, so a range added to the registries tomorrow is refused too where the library knows it. */
const createAddressCheck =
  (library: typeof ipaddr): AddressCheck =>
  (address) => {
    const bare = address.replace(/%.*$/, '')
    if (!library.isValid(bare)) return 'not an address'
    // `process` unwraps IPv4-mapped IPv6, so ::ffff:127.0.0.1 is judged as 127.0.0.1.
    const parsed = library.process(bare)
    const range = parsed.range()
    if (range !== 'unicast') return range
    // Public IPv6 is 2000::/3 only; the rest includes ::127.0.0.1 and other ways to spell an IPv4 address.
    return parsed.kind() === 'ipv6' && !parsed.match(library.parse('2000::'), 3) ? 'reserved' : null
  }
