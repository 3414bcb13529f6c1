/** Backups in the window: in the settings, on the page of a damaged database, and a whole assistant that moves. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, looksOfRun, tooWide } from './support/checks.ts'
import { createVaultSatchel, expect, test, type Satchel } from './support/satchel.ts'

const NOTE = 'did:nuwa:state:note#v1'
const PASSPHRASE = 'lantern copper meadow'
const LOOKS = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]

const note = (satchel: Satchel, title: string) =>
  satchel.json('state', 'create', NOTE, JSON.stringify({ title, body: 'b', tags: [] }))
const withNote = async (satchel: Satchel): Promise<void> => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await note(satchel, 'The first')
}
const titles = async (satchel: Satchel): Promise<readonly string[]> => {
  const found = (await satchel.json('state', 'query', '--from', NOTE)) as {
    items: { object: { title: string } }[]
  }
  return found.items.map(({ object }) => object.title).toSorted()
}
const expectFinished = async (page: Page, name: string) => {
  await expectAccessible(page, name)
  for (const size of looksOfRun(LOOKS)) {
    await page.setViewportSize(size)
    expect(await tooWide(page), name).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('a backup is made and restored in the settings, with the keyboard alone', async ({ page, satchel }) => {
  test.setTimeout(180_000)
  await withNote(satchel)
  await satchel.open(page, '/settings')
  await expect(page.getByText('There is no backup yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  const backups = page.getByRole('list', { name: 'Backups' })
  await expect(backups.getByRole('listitem')).toHaveCount(1)
  await expect(backups).toContainText('Made by hand')
  await note(satchel, 'The second')

  await backups.getByRole('button', { name: /^Restore the backup of/ }).press('Enter')
  const question = page.getByRole('region', { name: 'Replace your current data with this backup?' })
  await expect(question.locator('[data-test=since]')).toContainText('Newer than this backup: 1 change')
  await expectFinished(page, 'a restore that was tried out')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(backups.getByRole('button', { name: /^Restore the backup of/ })).toBeFocused()
  expect(await titles(satchel)).toEqual(['The first', 'The second'])

  await backups.getByRole('button', { name: /^Restore the backup of/ }).press('Enter')
  await question.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
  await expect(page.getByText('The backup is restored').first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => titles(satchel)).toEqual(['The first'])
  await page.goto(new URL('/#/state', page.url()).href)
  const notes = page.getByRole('list', { name: 'Notes' })
  await expect(notes.getByRole('listitem')).toHaveCount(1)
  await expect(notes).toContainText('The first')
})

test('the page of a damaged database restores a backup', async ({ page, satchel }) => {
  test.setTimeout(180_000)
  await withNote(satchel)
  await satchel.json('backup', 'create')
  await satchel.json('daemon', 'stop')
  const bytes = readFileSync(satchel.paths.database)
  bytes.fill(0x5a, 0, 60_000)
  writeFileSync(satchel.paths.database, bytes)

  await satchel.open(page)
  await expect(page.getByRole('heading', { name: 'Restore a backup' })).toBeVisible()
  await expectFinished(page, 'a damaged database with a backup')
  await page.getByRole('button', { name: /^Restore the backup of/ }).click()
  const question = page.getByRole('region', { name: 'Replace your current data with this backup?' })
  await expect(question).toContainText('Data that can’t be read')
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Identity' })).toBeVisible({ timeout: 30_000 })
  expect(await titles(satchel)).toEqual(['The first'])
})

test('everything moves to another computer through the window', async ({ page, satchel, browser }) => {
  test.setTimeout(240_000)
  await withNote(satchel)
  await satchel.open(page, '/settings')
  await page.getByRole('button', { name: 'Export everything…' }).click()
  const exporting = page.locator('[data-test=export]')
  await exporting.getByLabel('File passphrase').fill(PASSPHRASE)
  await exporting.getByLabel('Repeat the passphrase').fill(PASSPHRASE)
  await exporting.getByRole('checkbox', { name: 'With my secret keys' }).press('Space')
  await expectFinished(page, 'an export')
  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await exporting.getByRole('button', { name: 'Export', exact: true }).click()
  const file = join(satchel.paths.dataDir, 'moved.age')
  await (await downloading).saveAs(file)

  const other = await createVaultSatchel()
  const second = await browser.newPage()
  try {
    await other.open(second)
    await second.getByRole('link', { name: 'I have a Satchel on another computer' }).click()
    await second.getByRole('button', { name: 'Import everything…' }).click()
    const importing = second.locator('[data-test=import]')
    await importing.locator('input[type=file]').setInputFiles(file)
    await importing.getByLabel('File passphrase').fill('another one altogether')
    await importing.getByRole('button', { name: 'See what is in it' }).click()
    await expect(importing.getByText('The passphrase is wrong.')).toBeVisible({ timeout: 30_000 })
    await importing.getByLabel('File passphrase').fill(PASSPHRASE)
    await importing.getByRole('button', { name: 'See what is in it' }).click()
    await expect(importing.locator('[data-test=plan]')).toContainText('Its secret keys are in it.', {
      timeout: 30_000,
    })
    await importing.getByLabel('Vault passphrase of this computer').fill('a passphrase for tests')
    await expectFinished(second, 'an import')
    await importing.getByRole('button', { name: 'Replace and open' }).click()
    await expect(second.getByText('Your assistant is here').first()).toBeVisible({ timeout: 60_000 })
    expect(await titles(other)).toEqual(['The first'])
    const [mine, theirs] = (await Promise.all([
      satchel.json('keys', 'status'),
      other.json('keys', 'status'),
    ])) as { ownerDid: string }[]
    expect(theirs?.ownerDid).toBe(mine?.ownerDid)
  } finally {
    await second.close()
    await other.dispose()
  }
})
