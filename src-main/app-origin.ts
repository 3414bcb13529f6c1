/** The scheme and host the renderer is served under; a Satchel window shows no other page. */
export const APP_SCHEME = 'satchel'
const APP_HOST = 'app'
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`

/** Whether `text` is one of the app's own URLs. Compares the parts, since Node gives such a URL an opaque origin. */
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

/** Whether `text` is a blob URL a page of the app created: it has the app's origin after `blob:`. */
export const isOwnBlob = (text: string): boolean =>
  text.startsWith('blob:') && isAppUrl(text.slice('blob:'.length))
