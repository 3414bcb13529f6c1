import { BrowserWindow, nativeTheme, screen } from 'electron'
import { APP_URL } from './app-origin.ts'
import { MINIMUM_SIZE, placeWindow } from './window-placement.ts'
import type { ShellMemory, ShellStore } from './shell-store.ts'

/** The page's own background in both themes, so that nothing flashes before the first paint. */
const backgrounds = { light: '#ffffff', dark: '#18181b' }

export interface WindowsDeps {
  readonly preload: string
  readonly icon: string
  readonly store: ShellStore
  /** Whether developer tools may be opened. */
  readonly developer: boolean
  readonly log: (message: string, details: Readonly<Record<string, unknown>>) => void
  readonly onClosed: (webContentsId: number) => void
}

/** A page asks for one window at a time, and more than these are of no use. */
const MOST = 20
/** How far another window stands from the one before. */
const STEP = 24

/** The app's windows, each created here with the same restrictions. */
export const createWindows = ({ preload, icon, store, developer, log, onClosed }: WindowsDeps) => {
  /** The one used last comes last. */
  const all = new Set<BrowserWindow>()
  const last = (): BrowserWindow | undefined => [...all].at(-1)

  /** Shows the window used last, and creates one if there is none. */
  const open = (): void => {
    const window = last() ?? create('', store.recall().window)
    if (window.isMinimized()) window.restore()
    if (window.isVisible()) window.focus()
  }

  /** Opens another window. `path`: the app's page that it begins with. */
  const openAnother = (path: string): void => {
    if (all.size >= MOST) return
    const bounds = last()?.getNormalBounds()
    const saved = store.recall().window
    create(
      path,
      bounds === undefined ? saved : { ...bounds, x: bounds.x + STEP, y: bounds.y + STEP, maximized: false },
    )
  }

  const create = (path: string, saved: ShellMemory['window']): BrowserWindow => {
    const workAreas = screen.getAllDisplays().map((display) => display.workArea)
    const window = new BrowserWindow({
      ...placeWindow(saved, workAreas),
      minWidth: MINIMUM_SIZE.width,
      minHeight: MINIMUM_SIZE.height,
      title: 'Satchel',
      icon,
      show: false,
      backgroundColor: background(),
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        // The spell checker would download dictionaries from a third party's server.
        spellcheck: false,
        devTools: developer,
      },
    })
    const { id } = window.webContents
    all.add(window)
    window.on('focus', () => {
      all.delete(window)
      all.add(window)
    })
    if (saved?.maximized === true) window.maximize()
    window.once('ready-to-show', () => {
      window.show()
    })
    window.on('close', () => {
      store.remember({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } })
    })
    window.on('closed', () => {
      all.delete(window)
      onClosed(id)
    })
    window.loadURL(path === '' ? APP_URL : `${APP_URL}#${path}`).catch((error: unknown) => {
      log('the page did not load', { error: String(error) })
    })
    return window
  }

  /** Notifies the page of the window used last, without content; a page still loading fetches by itself later. */
  const notify = (channel: string): void => {
    last()?.webContents.mainFrame.postMessage(channel, {})
  }

  const recolour = (): void => {
    for (const window of all) window.setBackgroundColor(background())
  }

  const background = (): string => (nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light)

  const owns = (webContentsId: number): boolean =>
    [...all].some(({ webContents }) => webContents.id === webContentsId)

  return { open, openAnother, notify, recolour, owns }
}

export type Windows = ReturnType<typeof createWindows>
