/** Whether what is sent to `url` stays on this machine: loopback only, as a name in a local network may lead anywhere. */
export const staysHere = (url: string): boolean => {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
