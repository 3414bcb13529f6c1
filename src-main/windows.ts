import { BrowserWindow, nativeTheme, screen } from 'electron'
import { APP_URL } from './app-origin.ts'
import { MINIMUM_SIZE, placeWindow } from './window-placement.ts'
import type { ShellStore } from './shell-store.ts'

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

/** The app's windows: one today, each created here with the same restrictions. */
export const createWindows = ({ preload, icon, store, developer, log, onClosed }: WindowsDeps) => {
  const own = new Set<number>()
  let main: BrowserWindow | undefined

  /** Shows the window, and creates it if necessary. */
  const open = (): void => {
    if (main === undefined) main = create()
    if (main.isMinimized()) main.restore()
    if (main.isVisible()) main.focus()
  }

  const create = (): BrowserWindow => {
    const saved = store.recall().window
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
    own.add(id)
    if (saved?.maximized === true) window.maximize()
    window.once('ready-to-show', () => {
      window.show()
    })
    window.on('close', () => {
      store.remember({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } })
    })
    window.on('closed', () => {
      own.delete(id)
      main = undefined
      onClosed(id)
    })
    window.loadURL(APP_URL).catch((error: unknown) => {
      log('the page did not load', { error: String(error) })
    })
    return window
  }

  /** Notifies the page, without content; a page still loading fetches by itself later. */
  const notify = (channel: string): void => {
    main?.webContents.mainFrame.postMessage(channel, {})
  }

  const recolour = (): void => {
    main?.setBackgroundColor(background())
  }

  const background = (): string => (nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light)

  return { open, notify, recolour, owns: (webContentsId: number): boolean => own.has(webContentsId) }
}

export type Windows = ReturnType<typeof createWindows>
