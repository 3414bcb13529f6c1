/** State as a database, as it looks: empty, full and failing, in light and dark, in the usual and in a small window. */
import type { Page } from '@playwright/test'
import { expectAccessible, looksOfRun, tooWide } from './support/checks.ts'
import { createVaultSatchel, expect, test } from './support/satchel.ts'
import { connectTo, makeTasks, preferDatabase } from './support/state.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]

/** By a checker's rules in light and dark, and nothing wider than the window. */
const expectFinished = async (page: Page, name: string) => {
  await expectAccessible(page, name)
  await expectInside(page, name)
}

/** Nothing is wider than the window. */
const expectInside = async (page: Page, name: string) => {
  for (const size of looksOfRun(SIZES)) {
    await page.setViewportSize(size)
    expect(await tooWide(page), `${name} at ${String(size.width)}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test(
  'State as a database is finished when it is empty, full, and when it fails',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(180_000)
    const satchel = await createVaultSatchel()
    try {
      await preferDatabase(page)
      await satchel.open(page, '/state')
      await expect(page.getByText('No data yet')).toBeVisible()
      await expectFinished(page, 'nothing kept')

      await satchel.json('cap', 'install', 'tasks', '--yes')
      await page.getByRole('navigation', { name: 'Data' }).getByRole('link', { name: 'Task' }).click()
      await expect(page.getByText('No objects of this kind yet')).toBeVisible()
      await expectFinished(page, 'no objects')

      const client = await connectTo(satchel)
      await makeTasks(client, 60)
      const row = page.locator('tr[data-row]')
      await expect(row.filter({ hasText: 'Task 00059' })).toBeVisible()
      await expectFinished(page, 'full')
      await row.filter({ hasText: 'Task 00055' }).click()
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('button', { name: 'What changed' }).click()
      await expectInside(page, 'history')
      await page.getByRole('button', { name: 'Close', exact: true }).first().click()

      await page.getByRole('searchbox').fill('no such task')
      await expect(page.getByText('Nothing matches “no such task”')).toBeVisible()
      await expectInside(page, 'no match')
      await page.getByRole('searchbox').fill('')
      await client.close()
      await satchel.crash()
      await expect(page.getByText(/Lost the connection to the daemon/)).toBeVisible()
      await expectFinished(page, 'failing')
    } finally {
      await satchel.dispose()
    }
  },
)
