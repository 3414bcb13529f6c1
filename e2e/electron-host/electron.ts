/** What `import ... from 'electron'` gives the main bundle under test. A name that is missing here fails the import. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { app } from './app.ts'
import { MessageChannelMain } from './ports.ts'
import { ipcMain, protocol, session } from './services.ts'
import { BrowserWindow } from './window.ts'

interface MenuItem {
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly enabled?: boolean
  readonly click?: () => void
  readonly submenu?: readonly MenuItem[]
}

interface BuiltMenu {
  readonly items: readonly (Omit<MenuItem, 'submenu'> & { readonly submenu?: BuiltMenu })[]
}

let applicationMenu: BuiltMenu | null = null

const Menu = {
  buildFromTemplate: (template: readonly MenuItem[]): BuiltMenu => ({
    items: template.map(({ submenu, ...item }) => ({
      ...item,
      ...(submenu === undefined ? {} : { submenu: Menu.buildFromTemplate(submenu) }),
    })),
  }),
  setApplicationMenu: (menu: BuiltMenu | null): void => {
    applicationMenu = menu
  },
  getApplicationMenu: (): BuiltMenu | null => applicationMenu,
}

class Tray extends EventEmitter {
  constructor(icon: string) {
    super()
    readFileSync(icon) // Electron throws too when there is no picture.
  }

  setToolTip(): void {
    // Nothing is drawn.
  }

  setContextMenu(): void {
    // Nothing is drawn.
  }
}

class NativeTheme extends EventEmitter {
  #source: 'system' | 'light' | 'dark' = 'system'

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    this.#source = source
    for (const window of BrowserWindow.getAllWindows())
      void window.webContents.setColorScheme(source === 'system' ? null : source)
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}

const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

const shell = {
  openExternal: (url: string): Promise<void> =>
    Promise.reject(new Error(`the stand-in opens nothing outside itself: ${url}`)),
}

const dialog = {
  showErrorBox: (title: string, content: string): void => {
    process.stdout.write(`${title}\n${content}\n`)
  },
}

const nativeTheme = new NativeTheme()

/** This machine never sleeps. */
const powerMonitor = new EventEmitter()

/** As on a computer without Touch ID. */
const systemPreferences = {
  canPromptTouchID: () => false,
  promptTouchID: (): Promise<void> => Promise.reject(new Error('there is no Touch ID')),
}

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
}
