/** The palette, which is loaded when first opened: what is typed meanwhile reaches it, and what can't be loaded blocks nothing. */
import type { Page } from '@playwright/test'
import { expect, sharedSatchel, test } from './support/satchel.ts'

const shared = sharedSatchel()
const PART = '**/CommandPalette-*.js'
const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to anything' })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('what is typed before the palette is there reaches its field, in order', async ({ page }) => {
  let arrive = () => {}
  const asked = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(PART, async (route) => {
    arrive()
    await loaded
    await route.continue()
  })
  await shared().open(page, '/chat')
  await expect(message(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await asked
  await page.keyboard.type('Settinx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('gs')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  load()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.keyboard.press('Alt+1')
  await expect(message(page)).toHaveValue('')
  await expect(palette(page)).toBeHidden()

  // The second time it is typed into as any field; and the focus returns to where it was.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Identity')
  await expect(palette(page).getByRole('textbox')).toHaveValue('Identity')
  await page.keyboard.press('Escape')
  await expect(message(page)).toBeFocused()
})

test('a palette that is closed gives the focus back to where it was, however late it came', async ({
  page,
}) => {
  await page.route(PART, async (route) => {
    await page.waitForTimeout(300)
    await route.continue()
  })
  await shared().open(page, '/chat')
  await expect(message(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('mil')
  await expect(palette(page).getByRole('textbox')).toHaveValue('mil')
  await page.keyboard.type('k')
  await expect(palette(page).getByRole('textbox')).toHaveValue('milk')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(message(page)).toBeFocused()
  await expect(message(page)).toHaveValue('')
})

test('a palette that can’t be loaded is said, and the keys go where they went', async ({ page }) => {
  await page.route(PART, (route) => route.abort())
  await shared().open(page, '/chat')
  await expect(message(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByText('A part of this window couldn’t be loaded', { exact: true })).toBeVisible()
  await page.keyboard.type('milk')
  await expect(message(page)).toHaveValue('milk')
})
