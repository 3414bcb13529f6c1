import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../src-daemon/contract/language.ts'
import { applicationMenu } from './menu.ts'

const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])

const menu = (platform: NodeJS.Platform, developer = false, language: (typeof LANGUAGES)[number] = 'en') =>
  flat(
    applicationMenu({
      language,
      platform,
      developer,
      newWindow: () => undefined,
      quitAndStop: () => undefined,
    }),
  )

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  it('has what editing text needs, and both ways to leave', () => {
    const roles = menu(platform).map((item) => item.role)
    expect(roles).toEqual(
      expect.arrayContaining([
        'undo',
        'redo',
        'cut',
        'copy',
        'paste',
        'selectAll',
        'close',
        'minimize',
        'quit',
      ]),
    )
    expect(menu(platform).map((item) => item.label)).toContain('Quit and Stop the Daemon')
  })

  it('opens another window', () => {
    expect(menu(platform).map((item) => [item.label, item.accelerator])).toContainEqual([
      'New Window',
      'CmdOrCtrl+Shift+N',
    ])
  })

  it('offers developer tools to developers only', () => {
    expect(menu(platform).map((item) => item.role)).not.toContain('toggleDevTools')
    expect(menu(platform, true).map((item) => item.role)).toContain('toggleDevTools')
  })

  it.each(LANGUAGES)('has a label on every entry in %s', (language) => {
    for (const item of menu(platform, true, language))
      if (item.type !== 'separator') expect(item.label).toBeTruthy()
  })
})
