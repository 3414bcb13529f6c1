/**
 * Headers that control the connection or name the host. Setting them could reach another site behind the same server
 * than the one that was checked, or smuggle a second request.
 */
const CONNECTION =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|cookie2?|proxy-.*|via|forwarded|x-forwarded-.*)$/

/**
 * Headers that may have a fixed value: they describe the exchange, and neither carry a secret nor steer a connection.
 */
export const PLAIN_HEADERS: readonly string[] = [
  'accept',
  'accept-language',
  'content-language',
  'user-agent',
]

/** Whether a header belongs to the connection, or is a cookie header. */
export const isConnectionHeader = (name: string): boolean => CONNECTION.test(name.toLowerCase())

/** Whether a package or a person may set this header: a valid HTTP name that is not a header of the connection. */
export const isSettableHeader = (name: string): boolean =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name) && !isConnectionHeader(name)

/** Whether a package may give this header a fixed value. */
export const isPlainHeader = (name: string): boolean => PLAIN_HEADERS.includes(name.toLowerCase())

/** Whether a text may be a header's value: a line break in it would end the header and begin another. */
export const isHeaderText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
