/** The origin of a host. One of this machine that the owner allowed for development may have no certificate. */
export const originOf = (host: string, developmentHosts: readonly string[]): string => {
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host)
  return `${isLocal && developmentHosts.includes(host) ? 'http' : 'https'}://${host}`
}
