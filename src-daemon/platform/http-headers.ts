/**
 * Headers that belong to the connection or name who is asked: whoever sets them could reach another site behind the same server than
 * the one that was checked, or smuggle a second request.
 */
const CONNECTION =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|cookie2?|proxy-.*|via|forwarded|x-forwarded-.*)$/

/** Headers that may have a fixed value: they describe the exchange and cannot carry a secret or steer a connection. */
export const PLAIN_HEADERS: readonly string[] = [
  'accept',
  'accept-language',
  'content-language',
  'user-agent',
]

/** Whether a header is the connection's own, or a cookie's. */
export const isConnectionHeader = (name: string): boolean => CONNECTION.test(name.toLowerCase())

/** Whether a package or a person may set this header: a name HTTP knows, and none of the connection's. */
export const isSettableHeader = (name: string): boolean =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name) && !isConnectionHeader(name)

/** Whether a header's value may have a fixed text in a package. */
export const isPlainHeader = (name: string): boolean => PLAIN_HEADERS.includes(name.toLowerCase())

/** Whether a text can stand in a header: a line break in it would end the header and begin another. */
export const isHeaderText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
