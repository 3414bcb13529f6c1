/**
 * Whether requests to `url` stay on this machine: loopback only, because a name in the local network may lead
 * anywhere.
 */
export const staysHere = (url: string): boolean => {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
