/** The Electron shell: windows, tray, menus, and the relay between a window and the daemon. It stores no user data. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  app,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  shell,
  systemPreferences,
} from 'electron'
import {
  connectDaemon,
  ensureDaemon,
  findDaemon,
  openSocket,
  stopDaemon,
} from '../src-daemon/client/index.ts'
import { appRoot } from '../src-daemon/platform/app.ts'
import { osLanguage } from '../src-daemon/platform/locale.ts'
import { dataPaths } from '../src-daemon/platform/paths.ts'
import { takeEnvironment } from '../src-daemon/platform/secret-variables.ts'
import { languageOfLocale, sayError } from '../src-daemon/text/index.ts'
import type { Language } from '../src-daemon/contract/language.ts'
import { createAnswers } from './answers.ts'
import { APP_SCHEME } from './app-origin.ts'
import { createAppProtocol } from './app-protocol.ts'
import { createDeepLinks } from './deep-links.ts'
import { createDaemonLink } from './daemon-link.ts'
import { daemonRuntime } from './daemon-runtime.ts'
import { guardContents, guardSession } from './guards.ts'
import { LINK_CHANNEL } from './ipc-contract.ts'
import { applicationMenu } from './menu.ts'
import { createOpenExternal } from './open-external.ts'
import { createPresence } from './presence.ts'
import { createShellStore } from './shell-store.ts'
import { noticeSleep } from './sleep-notice.ts'
import { createTray, type DaemonStatus } from './tray.ts'
import { createValidatedIpc } from './validated-ipc.ts'
import { createWindows } from './windows.ts'

const icons = join(appRoot, 'resources', 'icons')
const mac = process.platform === 'darwin'
const env = takeEnvironment()

const log = (message: string, details: Readonly<Record<string, unknown>>): void => {
  process.stderr.write(`${JSON.stringify({ from: 'shell', message, ...details })}\n`)
}

const start = (): void => {
  const store = createShellStore(join(app.getPath('userData'), 'shell.json'))
  const developer = !app.isPackaged
  const runtime = daemonRuntime({
    packaged: app.isPackaged,
    platform: process.platform,
    appRoot,
    resourcesPath: process.resourcesPath,
  })
  let language: Language = store.recall().language ?? languageOfLocale(app.getLocale())
  let status: DaemonStatus = 'connecting'
  nativeTheme.themeSource = store.recall().theme ?? 'system'

  const windows = createWindows({
    preload: join(appRoot, 'out', 'preload', 'index.cjs'),
    icon: join(icons, 'icon.png'),
    store,
    developer,
    log,
    onClosed: (webContentsId) => {
      answers.endRelay(webContentsId)
    },
  })
  const tray = createTray({
    icon: join(icons, mac ? 'trayTemplate.png' : 'tray.png'),
    open: windows.open,
    quit: () => {
      app.quit()
    },
    quitAndStop: () => {
      quitAndStop()
    },
  })
  const link = createDaemonLink({
    ensure: () => ensureDaemon({ env, runtime }),
    open: (address) => openSocket(address, 'renderer'),
    stop: () => stopDaemon(process.env),
    onStatus: (next) => {
      status = next
      tray.show(language, status)
    },
  })
  const links = createDeepLinks({
    notify: () => {
      windows.notify(LINK_CHANNEL)
    },
  })
  const answers = createAnswers({
    ipc: createValidatedIpc({ ipcMain, isOwnWindow: windows.owns, log }),
    link,
    openExternal: createOpenExternal({ open: (url) => shell.openExternal(url) }),
    confirmPresence: createPresence({
      platform: process.platform,
      canPromptTouchID: () => systemPreferences.canPromptTouchID(),
      promptTouchID: (reason) => systemPreferences.promptTouchID(reason),
    }),
    setTheme: (theme) => {
      nativeTheme.themeSource = theme
      store.remember({ theme })
    },
    openAnother: windows.openAnother,
    takeLink: links.take,
    setLanguage: (chosen) => {
      language = chosen
      store.remember({ language })
      showTexts()
    },
  })

  const showTexts = (): void => {
    const newWindow = (): void => {
      windows.openAnother('')
    }
    const template = applicationMenu({
      ...{ language, platform: process.platform, developer },
      ...{ newWindow, quitAndStop },
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    tray.show(language, status)
  }

  const quitAndStop = (): void => {
    link
      .stop()
      .catch((error: unknown) => {
        log('the daemon did not stop', { error: String(error) })
      })
      .finally(() => {
        app.quit()
      })
  }

  noticeSleep({ power: powerMonitor, tell: tellOfSleep, log })
  protocol.handle(APP_SCHEME, createAppProtocol({ root: join(appRoot, 'out', 'renderer') }).handle)
  guardSession(session.defaultSession, log)
  nativeTheme.on('updated', windows.recolour)
  app.on('second-instance', (_event, argv) => {
    links.arrived(argv)
    windows.open()
  })
  app.on('activate', windows.open)
  if (app.isPackaged) app.setAsDefaultProtocolClient(APP_SCHEME)
  openLink = (url) => {
    if (links.arrived([url])) windows.open()
  }
  links.arrived(early)
  showTexts()
  windows.open()
}

/** Tells a running daemon that the machine goes to sleep. */
const tellOfSleep = async (): Promise<void> => {
  const address = await findDaemon(dataPaths(env))
  if (address === null) return
  const { api, close } = await connectDaemon(address, 'renderer')
  try {
    await api.identity.machineSleeps.mutate()
  } finally {
    await close()
  }
}

/** Links the operating system passed before the app was ready. macOS doesn't pass them as arguments. */
const early = [...process.argv]
let openLink = (url: string): void => {
  early.unshift(url)
}
app.on('open-url', (event, url) => {
  event.preventDefault()
  openLink(url)
})

/**
 * Puts the shell's own files inside the data directory: one place to back up or remove, and one window per daemon.
 * Returns the error that prevents that.
 */
const takeDataDirectory = (): string | undefined => {
  const place = join(dataPaths(process.env).dataDir, 'shell')
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 })
    app.setPath('userData', place)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
])
app.on('web-contents-created', (_event, contents) => {
  guardContents(contents, log)
})
// The daemon outlives the window on purpose; the shell has no reason to. macOS keeps apps running without windows.
app.on('window-all-closed', () => {
  if (!mac) app.quit()
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    app.quit()
  })
}

const problem = takeDataDirectory()
if (problem !== undefined) {
  void app.whenReady().then(() => {
    const path = dataPaths(process.env).dataDir
    const { message, action } = sayError(osLanguage(process.env), 'data_dir_unusable', { path, problem })
    dialog.showErrorBox(message, action)
    app.exit(1)
  })
} else if (app.requestSingleInstanceLock()) {
  app.whenReady().then(start, (error: unknown) => {
    log('the shell could not start', { error: String(error) })
    app.exit(1)
  })
} else {
  app.quit()
}
