import type { MenuItemConstructorOptions } from 'electron'
import type { Language } from '../src-daemon/contract/language.ts'
import { sayShell, type ShellText } from '../src-daemon/text/index.ts'

type Role = NonNullable<MenuItemConstructorOptions['role']>

export interface MenuDeps {
  readonly language: Language
  readonly platform: NodeJS.Platform
  /** Whether developer entries are shown. */
  readonly developer: boolean
  readonly newWindow: () => void
  readonly quitAndStop: () => void
}

/** The application menu: standard roles, in the user's language. */
export const applicationMenu = (deps: MenuDeps): MenuItemConstructorOptions[] => {
  const mac = deps.platform === 'darwin'
  const item = (key: ShellText, role: Role): MenuItemConstructorOptions => ({
    role,
    label: sayShell(deps.language, key),
  })
  const menu = (key: ShellText, submenu: MenuItemConstructorOptions[]): MenuItemConstructorOptions => ({
    label: sayShell(deps.language, key),
    submenu,
  })
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const another: MenuItemConstructorOptions = {
    label: sayShell(deps.language, 'newWindow'),
    accelerator: 'CmdOrCtrl+Shift+N',
    click: deps.newWindow,
  }
  const leave = [
    item('quit', 'quit'),
    { label: sayShell(deps.language, 'quitAndStop'), click: deps.quitAndStop },
  ]

  const app = {
    label: 'Satchel',
    submenu: [
      item('about', 'about'),
      line,
      item('services', 'services'),
      line,
      item('hide', 'hide'),
      item('hideOthers', 'hideOthers'),
      item('unhide', 'unhide'),
      line,
      ...leave,
    ],
  }
  const edit = menu('edit', [
    item('undo', 'undo'),
    item('redo', 'redo'),
    line,
    item('cut', 'cut'),
    item('copy', 'copy'),
    item('paste', 'paste'),
    item('pasteAndMatchStyle', 'pasteAndMatchStyle'),
    item('delete', 'delete'),
    item('selectAll', 'selectAll'),
  ])
  const view = menu('view', [
    item('resetZoom', 'resetZoom'),
    item('zoomIn', 'zoomIn'),
    item('zoomOut', 'zoomOut'),
    line,
    item('togglefullscreen', 'togglefullscreen'),
    line,
    item('reload', 'reload'),
    ...(deps.developer ? [item('toggleDevTools', 'toggleDevTools')] : []),
  ])
  const window = menu('window', [
    item('minimize', 'minimize'),
    ...(mac ? [item('zoom', 'zoom'), line, item('front', 'front')] : [item('close', 'close')]),
  ])
  return [
    mac ? app : menu('file', [another, line, ...leave]),
    ...(mac ? [menu('file', [another, item('close', 'close')])] : []),
    edit,
    view,
    window,
  ]
}
