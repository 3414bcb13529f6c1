/**
 * The origins of a host, in the order to try them. One of this machine that the owner allowed for development may have no
 * certificate.
 */
export const originsOf = (
  host: string,
  developmentHosts: readonly string[],
): readonly [string, ...string[]] => {
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host)
  const https = `https://${host}` as const
  return isLocal && developmentHosts.includes(host) ? [https, `http://${host}`] : [https]
}
