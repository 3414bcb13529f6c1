/** The scheme and host the renderer is served under; no other page ever runs in a Satchel window. */
export const APP_SCHEME = 'satchel'
const APP_HOST = 'app'
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`

/** Whether `text` is an address of the app itself. Compared by parts: the origin of such an address is opaque to Node. */
export const isAppUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url?.protocol === `${APP_SCHEME}:` &&
    url.hostname === APP_HOST &&
    url.port === '' &&
    url.username === '' &&
    url.password === ''
  )
}

/** Whether `text` is the address of data a page of the app made itself: it names the app's origin after `blob:`. */
export const isOwnBlob = (text: string): boolean =>
  text.startsWith('blob:') && isAppUrl(text.slice('blob:'.length))
