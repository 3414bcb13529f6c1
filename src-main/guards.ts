import type { Session, WebContents } from 'electron'
import { isAppUrl, isOwnBlob } from './app-origin.ts'

/** The one thing a page may do without asking: put text on the clipboard, as any web page may after a click. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

type Log = (message: string, details: Readonly<Record<string, unknown>>) => void

/**
 * Denies permissions, devices and every request that is not for the app's own files. What the page itself made may be saved,
 * where the person says in the dialog: a back-up, a copy of objects.
 */
export const guardSession = (session: Session, log: Log): void => {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    const allowed = granted.has(permission) && isAppUrl(contents.getURL())
    if (!allowed) log('denied a permission', { permission, url: contents.getURL() })
    answer(allowed)
  })
  session.setPermissionCheckHandler(
    (contents, permission) => granted.has(permission) && contents !== null && isAppUrl(contents.getURL()),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    const url = item.getURL()
    if (isOwnBlob(url)) return
    event.preventDefault()
    log('blocked a download', { url })
  })
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const allowed = isAppUrl(url) || /^(?:devtools|data|blob):/.test(url)
    if (!allowed) log('blocked a request', { url })
    answer({ cancel: !allowed })
  })
}

/** Keeps contents on the app itself: no other page, no new window, no webview. */
export const guardContents = (contents: WebContents, log: Log): void => {
  const stayHome = (event: { readonly url: string; preventDefault: () => void }): void => {
    if (isAppUrl(event.url)) return
    event.preventDefault()
    log('blocked a navigation', { url: event.url })
  }
  contents.on('will-navigate', stayHome)
  contents.on('will-frame-navigate', stayHome)
  contents.on('will-redirect', stayHome)
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    log('blocked a webview', {})
  })
  // Links reach the user's browser through `openExternal` only; a window asked for by a page is never made.
  contents.setWindowOpenHandler(({ url }) => {
    log('blocked a window', { url })
    return { action: 'deny' }
  })
}
