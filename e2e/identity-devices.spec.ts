/** The owner's devices on the Identity page: one is named, and one removed, with what that means said before. */
import { join } from 'node:path'
import { expectAccessible, tooWide } from './support/checks.ts'
import { openIdentity, sheet } from './support/identity.ts'
import { createVaultSatchel, expect, test } from './support/satchel.ts'

test.describe.configure({ timeout: 180_000 })

test('devices are listed with what they wrote, named and removed', async ({ page }) => {
  const here = await createVaultSatchel()
  const there = await createVaultSatchel()
  try {
    for (const { env } of [here, there]) env['SATCHEL_BACKUP_PASSPHRASE'] = 'a passphrase to move by'
    const at = (name: string) => join(here.paths.dataDir, name)
    await here.json('keys', 'backup', at('keys.backup'), '--yes')
    await there.json('keys', 'restore', at('keys.backup'), '--as-owner', '--yes')
    await there.json('state', 'export', '--out', at('theirs'))
    await here.json('state', 'import', at('theirs'))
    await here.json('state', 'export', '--out', at('mine'))
    const listed = (await here.json('devices', 'list')) as { replica: string; isThis: boolean }[]
    const other = listed.find(({ isThis }) => !isThis)?.replica ?? ''
    await here.json('devices', 'name', other, 'Old laptop')

    await openIdentity(page, here)
    const section = page.getByRole('region', { name: 'Devices', exact: true })
    const rows = section.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('This device')
    await expect(rows.first().getByRole('button', { name: /^Remove/ })).toHaveCount(0)
    await expect(rows.last()).toContainText('Last change here')
    await expect(rows.last()).toContainText('Authorization ends')

    const rename = section.getByRole('button', { name: 'Rename Old laptop' })
    await rename.click()
    const field = page.getByLabel('Name of Old laptop')
    await expect(field).toBeFocused()
    await field.fill('Lost laptop')
    await field.press('Enter')
    await expect(section.getByRole('heading', { name: 'Lost laptop' })).toBeVisible()
    await expect(section.getByRole('button', { name: 'Rename Lost laptop' })).toBeFocused()
    for (const size of [
      { width: 1280, height: 800 },
      { width: 900, height: 600 },
    ]) {
      await page.setViewportSize(size)
      expect(await tooWide(page), `at ${String(size.width)}`).toEqual([])
    }
    await expectAccessible(page, 'devices')

    await section.getByRole('button', { name: 'Remove Lost laptop…' }).click()
    await expect(sheet(page)).toContainText('The changes from it that are already here stay')
    await expect(sheet(page)).toContainText('also rotate your key')
    await expectAccessible(page, 'removing a device')
    await sheet(page).getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(sheet(page)).toBeHidden()
    await expect(rows).toHaveCount(1)
    await section.getByRole('button', { name: '1 removed' }).click()
    await expect(rows.last()).toContainText('Lost laptop')
    await expect(rows.last()).toContainText('Removed')
  } finally {
    await Promise.all([here, there].map((satchel) => satchel.dispose()))
  }
})
