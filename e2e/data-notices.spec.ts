/** What happened to the data, said above every page: a backup that failed, damage, gaps after a salvage. */
import { closeSync, fstatSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, focusShows, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { createVaultSatchel, expect, test, type Satchel } from './support/satchel.ts'
import { connectTo, makeTasks } from './support/state.ts'

test.describe.configure({ timeout: 180_000 })

const LOOKS = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]
const banner = (page: Page) => page.locator('[data-test=data-banner]')

const expectFinished = async (page: Page, name: string) => {
  await expectAccessible(page, name)
  for (const size of looksOfRun(LOOKS)) {
    await page.setViewportSize(size)
    await expect.poll(() => tooWide(page), `${name} at ${String(size.width)}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** One page in thirteen, but none of the first, so that it is still a database. */
const damagePages = (path: string): void => {
  const PAGE = 4096
  const file = openSync(path, 'r+')
  try {
    const junk = Buffer.alloc(PAGE, 0xa5)
    for (let at = 9 * PAGE; at < fstatSync(file).size; at += 13 * PAGE) writeSync(file, junk, 0, PAGE, at)
  } finally {
    closeSync(file)
  }
}

/** Backups fail while this is in their way. */
const block = async (satchel: Satchel): Promise<void> => {
  const folder = join(satchel.paths.dataDir, 'in-the-way')
  mkdirSync(folder)
  await satchel.json('settings', 'set', 'backupFolder', join(folder, 'backups'))
  writeFileSync(join(folder, 'backups'), 'a file')
}

test('a backup that fails is said at once on any page, leads to the backups, and is dismissed until the next one', async ({
  page,
}) => {
  const satchel = await createVaultSatchel()
  try {
    await satchel.open(page)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    await block(satchel)
    expect((await satchel.run('backup', 'create')).code).not.toBe(0)
    await expect(banner(page)).toContainText('The last backup failed.')
    await expectFinished(page, 'a backup that failed')

    await tabTo(page, banner(page).getByRole('link', { name: 'Go to backups' }))
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: 'Backups', exact: true })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await page.keyboard.press('Tab')
    expect(await focusShows(page)).toBe(true)

    await banner(page).getByRole('button', { name: 'Dismiss' }).press('Enter')
    await expect(banner(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Backups', exact: true })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)

    await satchel.json('settings', 'set', 'backupFolder', '')
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveCount(1)
    await satchel.json(
      'settings',
      'set',
      'backupFolder',
      join(satchel.paths.dataDir, 'in-the-way', 'backups'),
    )
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(banner(page)).toContainText('The last backup failed.')
  } finally {
    await satchel.dispose()
  }
})

test('damage that was found and what a salvage lost are said, and listed where they lead', async ({
  page,
}) => {
  const satchel = await createVaultSatchel()
  try {
    await satchel.json('daemon', 'start')
    const at = new Date().toISOString()
    const findings = Array.from({ length: 30 }, (_, n) => ({
      at,
      kind: 'page',
      what: String(n + 2),
      mended: false,
    }))
    const check = { startedAt: at, finishedAt: at, cursor: null, findings, found: findings }
    writeFileSync(join(satchel.paths.dataDir, 'check.json'), JSON.stringify(check))
    await satchel.open(page)
    await expect(banner(page)).toContainText('Your data was damaged on the disk in 30 places.')
    await banner(page).getByRole('link', { name: 'See what was found' }).click()
    await expect(page.getByRole('heading', { name: 'Check for damage' })).toBeFocused()
    const control = page.locator('[data-test=check]')
    await expect(control.getByRole('listitem')).toHaveCount(10)
    await control.getByRole('button', { name: 'Show all 30' }).press('Enter')
    await expect(control.getByRole('listitem')).toHaveCount(30)
    await expectFinished(page, 'findings')

    const objects = Array.from({ length: 25 }, (_, n) => ({
      schemaUri: 'did:nuwa:state:note#v1',
      objectId: `01999999-0000-7000-8000-${String(n).padStart(12, '0')}`,
    }))
    const report = {
      ...{ at: '2026-01-02T03:04:05.000Z', original: 'state.db', pages: 900, unreadablePages: [3, 5] },
      changes: { kept: 800, unchecked: 1, lost: 26, wrong: 0 },
      ...{ objects: 300, fromCopies: objects.slice(0, 1), incomplete: objects, lostSchemas: [] },
      tables: [{ name: 'messages', kept: 12, restored: 3, refused: 1, broken: true }],
    }
    const path = `${satchel.paths.database}.kept-2026-01-02T03-04-05.000Z.salvage.json`
    writeFileSync(path, JSON.stringify(report))
    await banner(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner(page)).toContainText('Not everything could be salvaged')
    await page.reload()
    const salvage = page.getByRole('region', { name: 'Salvaged' })
    await expect(salvage).toContainText('25 objects are lost, or lack their last changes')
    const more = salvage.getByText('What is missing, by name')
    await expect(salvage.getByText('… and 5 more, in the report')).toBeHidden()
    await more.click()
    await expect(salvage.getByText('… and 5 more, in the report')).toBeVisible()
    await expect(salvage).toContainText(path)
    await expectFinished(page, 'what a salvage lost')
  } finally {
    await satchel.dispose()
  }
})

test('a damaged database is salvaged by keyboard, and what it lost can be read afterwards', async ({
  page,
}) => {
  const satchel = await createVaultSatchel()
  try {
    await satchel.json('cap', 'install', 'tasks', '--yes')
    const client = await connectTo(satchel)
    await makeTasks(client, 400)
    await client.close()
    await satchel.json('daemon', 'stop')
    damagePages(satchel.paths.database)
    await satchel.open(page)
    const look = page.getByRole('button', { name: 'See what can be salvaged' })
    await tabTo(page, look)
    await page.keyboard.press('Enter')
    const salvage = page.locator('[data-test=salvage]')
    await expect(salvage.getByText('This is what can be salvaged')).toBeVisible({ timeout: 60_000 })
    await expect(salvage).toContainText(/[1-9]\d* of \d+ pages can’t be read/)
    await expectFinished(page, 'what can be salvaged')

    // What takes the most away is asked last, and leaves by Escape.
    await tabTo(page, page.getByRole('button', { name: 'Set the damaged database aside' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Set the damaged database aside' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Set the damaged database aside' })).toBeFocused()

    await salvage.getByRole('button', { name: 'Salvage and start' }).press('Enter')
    await expect(page.getByText('Your data was salvaged').first()).toBeVisible({ timeout: 60_000 })
    await expect(banner(page)).toContainText('Not everything could be salvaged')
    await banner(page).getByRole('link', { name: 'See what is missing' }).press('Enter')
    const past = page.getByRole('region', { name: 'Salvaged' })
    await past.getByText('What is missing, by name').press('Enter')
    await expect(past).toContainText('Other tables')
    await expectFinished(page, 'a salvage that is done')
  } finally {
    await satchel.dispose()
  }
})

test('a database of which nothing can be salvaged says so', async ({ page }) => {
  const satchel = await createVaultSatchel()
  try {
    await satchel.json('daemon', 'start')
    await satchel.json('daemon', 'stop')
    writeFileSync(satchel.paths.database, 'not a database at all'.repeat(100))
    await satchel.open(page)
    const salvage = page.locator('[data-test=salvage]')
    await salvage.getByRole('button', { name: 'See what can be salvaged' }).press('Enter')
    await expect(salvage).toContainText('Nothing of it can be read.', { timeout: 60_000 })
    await expect(salvage.getByRole('button', { name: 'Salvage and start' })).toBeEnabled()
    await expectFinished(page, 'nothing to salvage')
  } finally {
    await satchel.dispose()
  }
})
