/** The Identity page by keyboard alone, for a checker of accessibility, and in small windows. */
import { expectAccessible, focusShows, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { sheet, openIdentity, chooseFor, createKey } from './support/identity.ts'
import { createVaultSatchel, expect, test } from './support/satchel.ts'

test.describe.configure({ timeout: 180_000 })

test('by keyboard alone: a key is made and its DID shown, and the focus comes back each time', async ({
  page,
  satchel,
}) => {
  await openIdentity(page, satchel)
  const create = page.getByRole('button', { name: 'Create a key' })
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByLabel('Key name')).toBeFocused()
  await page.keyboard.type('Typed')
  // For half a second nothing is agreed to.
  await expect(sheet(page).getByRole('button', { name: 'Create', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toBeHidden()
  await expect(create).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Actions for Typed' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actions for Typed' })).toBeFocused()
  expect(await focusShows(page)).toBe(true)
})

test(
  'no sheet has anything a checker objects to, and nothing leaves a small window',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(300_000)
    const satchel = await createVaultSatchel()
    try {
      await openIdentity(page, satchel)
      const close = async () => {
        await page.keyboard.press('Escape')
        await expect(sheet(page)).toBeHidden()
      }
      for (const label of [
        'W'.repeat(64),
        '没有空格的很长的密钥名称'.repeat(5),
        'مفتاح طويل جدا '.repeat(4).trim(),
      ])
        await createKey(page, label)
      await page.getByRole('button', { name: 'Check log' }).waitFor({ state: 'hidden' })
      for (const size of looksOfRun([
        { width: 900, height: 600 },
        { width: 450, height: 300 },
      ])) {
        await page.setViewportSize(size)
        expect(await tooWide(page), `at ${String(size.width)}`).toEqual([])
        await chooseFor(page, 'W'.repeat(64), 'Rotate')
        expect(await tooWide(page), `a sheet at ${String(size.width)}`).toEqual([])
        await close()
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectAccessible(page, 'Identity with keys')
      for (const action of ['Show QR code', 'Make default', 'Rotate', 'Retire', 'Export']) {
        await chooseFor(page, 'W'.repeat(64), action)
        await expectAccessible(page, action)
        await close()
      }
      for (const button of ['Create a key', 'Back up now', 'Change passphrase']) {
        await page.getByRole('button', { name: button }).click()
        await expectAccessible(page, button)
        await close()
      }
      for (const item of ['Import a key', 'Restore from a backup']) {
        await page.getByRole('button', { name: 'More key actions' }).click()
        await page.getByRole('menuitem', { name: item }).click()
        await expectAccessible(page, item)
        await close()
      }
      await page.getByRole('tab', { name: 'File' }).click()
      await page.getByRole('button', { name: 'Lock now' }).click()
      await expect(page.getByLabel('Vault passphrase')).toBeVisible()
      await expectAccessible(page, 'Identity, locked, with the tab for files')
    } finally {
      await satchel.dispose()
    }
  },
)
