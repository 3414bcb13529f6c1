/** The marketplace as a person uses it: real sources, a real chain, real files; found, looked at, installed, updated, published. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, tabTo, tick, tooWide } from './support/checks.ts'
import { startRegistry, useRegistry, type RunningRegistry } from './support/dev-registry.ts'
import { diaryFile, diaryText, DIARY_1_0_0, DIARY_1_1_0, signedText } from './support/diary.ts'
import { expect, test, type Satchel } from './support/satchel.ts'

const SMALL = { width: 900, height: 600 }

const card = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search capabilities' })
const sheetOf = (page: Page) => page.getByRole('dialog')
const closeSheet = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toBeHidden()
}

/** A folder of packages as a source, which is in the data directory and removed with it. */
const folderSource = async (page: Page, satchel: Satchel): Promise<string> => {
  const folder = join(satchel.paths.dataDir, 'shelf')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'diary-1.0.0.acp.yaml'), await signedText(diaryText(DIARY_1_0_0)))
  await page.getByRole('button', { name: 'Sources', exact: true }).last().click()
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Add a source' }).click()
  await sheet.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Folder' }).click()
  await sheet.getByLabel('Name', { exact: true }).fill('shelf')
  await sheet.getByLabel('Folder', { exact: true }).fill(folder)
  await sheet.getByRole('button', { name: 'Check and add' }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'shelf' })).toBeVisible()
  await closeSheet(page)
  return folder
}

test('finds what a static registry has, whose publisher is shown before it is added', async ({
  page,
  satchel,
}) => {
  const shelf = join(satchel.paths.dataDir, 'static')
  const file = join(satchel.paths.dataDir, 'diary.acp.yaml')
  writeFileSync(file, await signedText(diaryText(DIARY_1_0_0)))
  await satchel.json('registry', 'export', shelf, file)
  await satchel.open(page, '/marketplace')
  await page.getByRole('button', { name: 'Sources', exact: true }).last().click()
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Add a source' }).click()
  await sheet.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Static registry' }).click()
  await sheet.getByLabel('Name', { exact: true }).fill('shelf')
  await sheet.getByLabel('Address or folder').fill(join(shelf, 'nothing'))
  await sheet.getByRole('button', { name: 'Look' }).click()
  await expect(sheet.getByRole('alert')).toContainText('Satchel can’t read ')
  await sheet.getByLabel('Address or folder').fill(shelf)
  await sheet.getByRole('button', { name: 'Look' }).click()
  const found = sheet.getByTestId('static-registry')
  await expect(found).toContainText('1 capability, signed on')
  await expect(found).toContainText('did:key:')
  await expectAccessible(page, 'a static registry before it is added')
  await sheet.getByRole('button', { name: 'Check and add' }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Static registry' })).toContainText('Signed by')
  await closeSheet(page)
  await expect(card(page, 'Diary').getByTestId('package-tile')).toHaveText('D')
  await card(page, 'Diary').click()
  await expect(page.getByText('Listed in its publisher’s signed registry of')).toBeVisible()
})

test('is searched while one types, narrowed by category, and walked by keyboard alone', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/chat')
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
  await page.keyboard.press('Alt+3')
  await expect(card(page, 'Note')).toBeVisible()
  await expect(card(page, 'Tasks')).toBeVisible()
  // Facts from the file only: its hosts, and its permissions. What only experts read is on its page.
  await expect(card(page, 'Note')).toContainText('No network')
  await expect(card(page, 'Note')).not.toContainText('tokens')
  await expect(card(page, 'Note')).toContainText('Change its own “Note” objects')
  await page.locator('main').focus()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('priority')
  await expect(card(page, 'Note')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Tasks')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card(page, 'Note')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: /^notes/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^notes/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(card(page, 'Tasks')).toBeHidden()
  await tabTo(page, card(page, 'Note'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Note', level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Review and install' }))
  await page.keyboard.press('Enter')
  const sheet = sheetOf(page)
  await expect(sheet).toContainText('Comes with Satchel.')
  await tabTo(page, sheet.getByRole('button', { name: 'Install', exact: true }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('link', { name: 'Open in Capabilities' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Back to results' }))
  await page.keyboard.press('Enter')
  await expect(card(page, 'Note')).toBeFocused()
  await expect(card(page, 'Note')).toContainText('Installed')

  // A received link is pasted, and reviewed like any other.
  await tabTo(page, page.getByRole('button', { name: 'Install from' }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'An address, CID or link' }).press('Enter')
  await expect(sheet.getByLabel('Address, CID or link')).toBeFocused()
  await page.keyboard.type('nothing of the kind')
  await expect(sheet).toContainText('Satchel doesn’t recognize this')
  await sheet.getByLabel('Address, CID or link').fill('did:nuwa:cap:units')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Review Units' })).toContainText('Comes with Satchel.')
  await closeSheet(page)
})

test('a folder is a source that asks, shows a newer version, and is trusted only as far as its files', async ({
  page,
  satchel,
}) => {
  test.setTimeout(120_000)
  await satchel.open(page, '/marketplace')
  const folder = await folderSource(page, satchel)
  await card(page, 'Diary').click()
  await page.getByRole('button', { name: 'Review and install' }).click()
  const sheet = sheetOf(page)
  await expect(sheet.getByTestId('cautions')).toContainText('shelf')
  const install = sheet.getByRole('button', { name: 'Install', exact: true })
  await expect(install).toBeDisabled()
  await tick(sheet.getByTestId('cautions').getByRole('checkbox'))
  await install.click()
  await expect(sheet).toBeHidden()

  writeFileSync(join(folder, 'diary-1.1.0.acp.yaml'), await signedText(diaryText(DIARY_1_1_0)))
  await page.getByRole('button', { name: 'Back to results' }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  const updates = page.getByRole('region', { name: 'Updates' })
  await expect(updates).toContainText('1.0.0 → 1.1.0')
  await updates.getByRole('button', { name: 'Review the update of Diary' }).click()
  await expect(sheet.getByTestId('widens')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Update to 1.1.0' })).toBeDisabled()
  await closeSheet(page)
  expect(await satchel.json('cap', 'list')).toMatchObject({
    installed: [{ name: 'diary', version: '1.0.0' }],
  })

  // Bytes changed after signing are refused, without an install button.
  const broken = diaryText({ ...DIARY_1_0_0, version: '1.2.0' })
  writeFileSync(
    join(folder, 'diary-1.2.0.acp.yaml'),
    (await signedText(broken)).toString().replace('one entry a day', 'two entries a day'),
  )
  await page.goto(`${page.url().replace(/#.*/, '')}#/marketplace/did:nuwa:cap:diary@1.2.0`)
  await expect(page.getByText('A step failed.', { exact: false })).toBeVisible()
  await expect(page.locator('[data-check=failed]')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^(Review and install|Update to)/ })).toBeHidden()
})

test.describe('with a registry on a chain', () => {
  let dev: RunningRegistry | undefined

  const addDev = async (page: Page, registry: RunningRegistry) => {
    await page.getByRole('button', { name: 'Sources', exact: true }).last().click()
    const sheet = sheetOf(page)
    await sheet.getByRole('button', { name: 'Add a source' }).click()
    await sheet.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Index and chain' }).click()
    await sheet.getByLabel('Name', { exact: true }).fill('dev')
    await sheet.getByLabel('Index address').fill(registry.mcpUrl)
    await sheet.getByRole('combobox', { name: 'Registry on a chain' }).click()
    await page.getByRole('option', { name: 'dev' }).click()
    await sheet.getByRole('combobox', { name: 'Trust', exact: true }).click()
    await page.getByRole('option', { name: 'Trusted' }).click()
    await sheet.getByRole('button', { name: 'Check and add' }).click()
    await expect(
      sheet.getByRole('listitem').filter({ hasText: 'Checked against the registry dev' }),
    ).toBeVisible()
    await closeSheet(page)
  }

  test.afterEach(async () => {
    await dev?.stop()
    dev = undefined
  })

  test('a capability is found by a word with a typo, verified step by step, compared and installed; and seen from memory once the index is gone', async ({
    page,
    satchel,
  }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await satchel.json('daemon', 'start')
    dev = await startRegistry(satchel)
    await useRegistry(satchel, dev)
    await satchel.open(page, '/marketplace')
    await addDev(page, dev)
    await expect(card(page, 'Recipes')).toBeVisible()
    await expectAccessible(page, 'the results')
    await field(page).fill('recpes')
    await expect(card(page, 'Vocabulary')).toBeHidden()
    await card(page, 'Recipes').click()
    await expect(page.getByRole('heading', { name: 'Recipes', level: 1 })).toBeVisible()
    const chain = page.getByRole('list', { name: 'Verification' })
    await expect(chain.locator('[data-check=held]')).toHaveCount(5)
    await expect(page.getByRole('table', { name: 'What it stores' })).toContainText('ingredients')
    await page.getByRole('button', { name: 'Compare with version 1.0.0' }).click()
    await expect(page.getByText('What changes from 1.0.0 to 1.1.0')).toBeVisible()
    await expectAccessible(page, 'a capability')
    await page.setViewportSize(SMALL)
    expect(await tooWide(page)).toEqual([])

    await page.getByRole('link', { name: 'View version 0.9.0' }).click()
    await expect(page.getByText('The publisher withdrew version 0.9.0')).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Review and install' }).click()
    const sheet = sheetOf(page)
    await expect(sheet).toContainText('Listed by an index, checked against the chain')
    await expectAccessible(page, 'the review of what was fetched')
    await sheet.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(sheet).toBeHidden()

    await dev.stop()
    await page.goto(`${page.url().replace(/#.*/, '')}#/marketplace`)
    await page.reload()
    const silent = page.getByRole('status').filter({ hasText: 'A source isn’t responding' })
    await expect(silent).toContainText('dev: showing results from')
    await expect(card(page, 'Vocabulary')).toBeVisible()
    await expectAccessible(page, 'what is known of a silent source')
    expect(await tooWide(page)).toEqual([])
  })

  test('a file is published from the window, with its cost before and its steps while', async ({
    page,
    satchel,
  }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const made = (await satchel.json('registry', 'account', '--create')) as { account: { address: string } }
    dev = await startRegistry(satchel, { fund: [made.account.address] })
    await useRegistry(satchel, dev)
    await satchel.open(page, '/marketplace')
    await addDev(page, dev)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = sheetOf(page)
    await expect(sheet).toContainText('publishes it to “dev”')
    await expectAccessible(page, 'before a file is chosen')

    // A file that isn't a package is refused, with the problem and its place.
    await sheet.getByTestId('publish-file').setInputFiles({
      name: 'bad.acp.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from('metadata: {}'),
    })
    await expect(sheet.getByText('This file can’t be published')).toBeVisible()
    await sheet.getByTestId('publish-file').setInputFiles(await diaryFile(DIARY_1_0_0))
    await expect(sheet).toContainText('No one has published under this name')
    await expect(sheet).toContainText('up to')
    const publish = sheet.getByRole('button', { name: 'Publish', exact: true })
    await expect(publish).toBeDisabled()
    await expectAccessible(page, 'what publishing would do')
    await tick(sheet.getByRole('checkbox', { name: /permanently/ }))
    await publish.click()
    await expect(sheet.locator('[data-step=confirm]')).toHaveAttribute('data-state', 'done', {
      timeout: 60_000,
    })
    await expectAccessible(page, 'what was published')
    await sheet.getByRole('button', { name: 'Back' }).click()
    await expect(sheet.getByRole('list', { name: 'Your publications' })).toContainText('Published')
    await closeSheet(page)
  })
})
