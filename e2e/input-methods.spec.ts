/** Keys that belong to an input method: they choose and end what is composed, and do nothing else, in any field. */
import type { Locator, Page } from '@playwright/test'
import { inputMethodOf } from './support/input-method.ts'
import { createSatchel, expect, test, type Satchel } from './support/satchel.ts'

/** Keys an input method takes while something is composed: for its candidates, to end it, and to give it up. */
const KEYS = ['ArrowDown', 'ArrowUp', 'Tab', 'Escape', 'Enter']
const TYPED = 'にほ'
const CHOSEN = '日本'

test.describe('while something is composed, and as it ends, no key acts on', () => {
  let satchel: Satchel
  test.beforeAll(async () => {
    satchel = createSatchel()
    await satchel.json('cap', 'install', 'note', '--yes')
    await satchel.run('chat', 'add note about buying milk tomorrow', '--yes')
  })
  test.afterAll(() => satchel.dispose())

  const link = (page: Page) => page.locator('li.group a[href*="chat/"]').first()
  const folderOfSource = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: 'Sources', exact: true }).last().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Add a source' }).click()
    await sheet.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Folder' }).click()
    await sheet.getByLabel('Name', { exact: true }).fill('shelf')
    const folder = sheet.getByLabel('Folder', { exact: true })
    await folder.fill('/nowhere/')
    return folder
  }

  const fields: readonly {
    name: string
    path: string
    reach: (page: Page) => Promise<Locator>
    /** What would be there had a key acted. */
    acted?: (page: Page) => Locator
    /** What Enter does once nothing is composed. */
    then: (page: Page, field: Locator) => Promise<void>
  }[] = [
    {
      name: 'the new name of a conversation',
      path: '/',
      reach: async (page) => {
        await link(page).focus()
        await page.keyboard.press('F2')
        return page.getByRole('textbox', { name: 'Conversation title' })
      },
      then: async (page, field) => {
        await page.keyboard.press('Enter')
        await expect(field).toBeHidden()
        await expect(link(page)).toContainText(CHOSEN)
      },
    },
    {
      name: 'a message',
      path: '/',
      reach: (page) => Promise.resolve(page.getByRole('textbox', { name: 'Message', exact: true })),
      acted: (page) => page.getByRole('article', { name: 'You' }).filter({ hasText: CHOSEN }),
      then: async (page, field) => {
        await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: CHOSEN })).toBeVisible()
        await expect(field).toHaveValue('')
      },
    },
    {
      name: 'a mention in a message, whose menu is open',
      path: '/',
      reach: async (page) => {
        const field = page.getByRole('textbox', { name: 'Message', exact: true })
        await field.pressSequentially('@')
        await expect(page.getByRole('listbox')).toBeVisible()
        return field
      },
      then: async (page, field) => {
        await field.fill('')
        await field.pressSequentially('@no')
        await expect(page.getByRole('option').first()).toContainText('note')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('listbox')).toBeHidden()
      },
    },
    {
      name: 'a field of a dialog',
      path: '/marketplace',
      reach: folderOfSource,
      acted: (page) => page.getByRole('dialog').getByRole('alert'),
      then: async (page) => {
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog').getByRole('alert')).toContainText(`/nowhere/${CHOSEN}`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      },
    },
    {
      name: 'a search of the marketplace',
      path: '/marketplace',
      reach: (page) => Promise.resolve(page.getByRole('searchbox', { name: 'Search capabilities' })),
      then: async (page, field) => {
        await page.keyboard.press('Escape')
        await expect(field).toHaveValue('')
      },
    },
    {
      name: 'a search of settings',
      path: '/settings',
      reach: (page) => Promise.resolve(page.getByRole('searchbox', { name: 'Search settings' })),
      then: async (page, field) => {
        await page.keyboard.press('Escape')
        await expect(field).toHaveValue('')
      },
    },
    {
      name: 'the command palette',
      path: '/settings',
      reach: async (page) => {
        // Nobody listens to the shortcut before there is a page.
        await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeVisible({
          timeout: 20_000,
        })
        await page.keyboard.press('Control+k')
        return page.getByRole('dialog').locator('input')
      },
      then: async (page, field) => {
        await field.fill('chat')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/#\/chat/)
      },
    },
  ]

  for (const { name, path, reach, acted, then } of fields) {
    test(name, async ({ page }) => {
      await satchel.open(page, path)
      const field = await reach(page)
      await field.focus()
      const value = () => field.evaluate((element) => (element as HTMLInputElement).value)
      const before = await value()
      const address = page.url()
      const ime = await inputMethodOf(page)
      await page.evaluate(() => {
        window.addEventListener(
          'keydown',
          (event) => {
            if (event.isComposing) document.title += ` ${event.key}`
          },
          { capture: true },
        )
      })
      await ime.compose(TYPED)
      for (const key of KEYS) {
        await ime.press(key)
        await expect(field).toBeFocused()
        expect(await value()).toContain(TYPED)
      }
      // They were keys of a composition.
      expect(await page.title()).toContain(KEYS.join(' '))
      await ime.commit(CHOSEN)
      await expect(field).toBeFocused()
      expect(await value()).toContain(CHOSEN)
      // Safari ends the composition first and tells of the key afterwards.
      await field.evaluate((element) => {
        for (const key of ['Enter', 'Escape', 'Tab'])
          element.dispatchEvent(
            // oxlint-disable-next-line typescript/no-deprecated -- as Safari does
            new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }),
          )
      })
      await expect(field).toBeFocused()
      expect(await value()).toContain(CHOSEN)
      expect(page.url()).toBe(address)
      if (acted !== undefined) await expect(acted(page)).toHaveCount(0)
      if (before === '') expect(await value()).toBe(CHOSEN)
      await then(page, field)
    })
  }
})
