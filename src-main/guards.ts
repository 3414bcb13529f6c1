import type { Session, WebContents } from 'electron'
import { mayRequest } from '../src-daemon/contract/app-frame.ts'
import { isAppUrl, isOwnBlob } from './app-origin.ts'

/** The permissions of the app's own page: to put text on the clipboard, as any web page may after a click, and to notify. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications'])

type Log = (message: string, details: Readonly<Record<string, unknown>>) => void

/**
 * Denies permissions, devices and every request that isn't for the app's own files. The user may save files the page
 * created itself, such as a backup or a copy of objects.
 */
export const guardSession = (session: Session, log: Log): void => {
  session.setPermissionRequestHandler((contents, permission, answer, { isMainFrame }) => {
    // Frames in it hold what others wrote.
    const allowed = isMainFrame && granted.has(permission) && isAppUrl(contents.getURL())
    if (!allowed) log('denied a permission', { permission, url: contents.getURL() })
    answer(allowed)
  })
  session.setPermissionCheckHandler(
    (contents, permission, _origin, { isMainFrame }) =>
      isMainFrame && granted.has(permission) && contents !== null && isAppUrl(contents.getURL()),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    const url = item.getURL()
    if (isOwnBlob(url)) return
    event.preventDefault()
    log('blocked a download', { url })
  })
  session.webRequest.onBeforeRequest(({ url, frame }, answer) => {
    const isOwn = isAppUrl(url) || /^(?:devtools|data|blob):/.test(url)
    // A server's interface reaches what its page was opened with, and no other page reaches anything.
    const allowed =
      isOwn || (frame !== undefined && frame !== null && isAppUrl(frame.url) && mayRequest(frame.url, url))
    if (!allowed) log('blocked a request', { url })
    answer({ cancel: !allowed })
  })
}

/** Restricts web contents to the app itself: no other page, no new window, no webview. */
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
  // Links only reach the user's browser through `openExternal`; a window requested by a page is never created.
  contents.setWindowOpenHandler(({ url }) => {
    log('blocked a window', { url })
    return { action: 'deny' }
  })
}
