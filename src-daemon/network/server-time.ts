const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * The time that an answer says, in milliseconds since 1970: only of another computer over TLS, and not of a copy that was
 * kept on the way. Null otherwise.
 */
export const serverTime = ({ protocol, hostname }: URL, headers: Pick<Headers, 'get'>): number | null => {
  if (protocol !== 'https:' || LOOPBACK.test(hostname) || headers.get('age') !== null) return null
  const at = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(at) ? null : at
}
