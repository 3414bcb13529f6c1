import { Menu, Tray } from 'electron'
import type { Language } from '../src-daemon/contract/language.ts'
import { sayShell, type ShellText } from '../src-daemon/text/index.ts'

export type DaemonStatus = 'connecting' | 'running' | 'unreachable' | 'otherVersion'

export interface TrayDeps {
  /** Path of the icon; macOS recolours it when its name ends in `Template`. */
  readonly icon: string
  readonly open: () => void
  readonly quit: () => void
  readonly quitAndStop: () => void
}

const statusTexts: Readonly<Record<DaemonStatus, ShellText>> = {
  connecting: 'daemonConnecting',
  running: 'daemonRunning',
  unreachable: 'daemonUnreachable',
  otherVersion: 'daemonOtherVersion',
}

/** The icon in the notification area: opens the window, shows the daemon's status, and offers both ways to quit. */
export const createTray = ({ icon, open, quit, quitAndStop }: TrayDeps) => {
  const tray = new Tray(icon)
  tray.on('click', open)

  const show = (language: Language, status: DaemonStatus): void => {
    tray.setToolTip(`${sayShell(language, 'tooltip')} · ${sayShell(language, statusTexts[status])}`)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: sayShell(language, 'open'), click: open },
        { type: 'separator' },
        { label: sayShell(language, statusTexts[status]), enabled: false },
        { type: 'separator' },
        { label: sayShell(language, 'quit'), click: quit },
        { label: sayShell(language, 'quitAndStop'), click: quitAndStop },
      ]),
    )
  }

  return { show }
}
