/** Sources that contradict each other about a capability: the user chooses one, and its file is installed. */
import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, tabTo, tick, tooWide } from './support/checks.ts'
import { startRegistry, useRegistry } from './support/dev-registry.ts'
import { diaryText, DIARY_1_0_0, otherAuthor, signedText, testAuthor } from './support/diary.ts'
import { expect, test, type Satchel } from './support/satchel.ts'

const card = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
const choice = (page: Page) => page.getByRole('group', { name: /Your sources disagree/ })
const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review and install' })

/** A folder of packages as a source, which is in the data directory and removed with it. Returns the hash of the first file. */
const folderSource = async (
  satchel: Satchel,
  name: string,
  bytes: Buffer,
  ...more: Buffer[]
): Promise<string> => {
  const folder = join(satchel.paths.dataDir, name)
  mkdirSync(folder, { recursive: true })
  for (const [at, one] of [bytes, ...more].entries())
    writeFileSync(join(folder, `${String(at)}.acp.yaml`), one)
  await satchel.json('registry', 'sources', 'add', name, '--folder', folder, '--trust', 'trusted')
  return hash('sha256', bytes)
}

/** Sources in their order on screen. */
const orderOf = (page: Page) =>
  choice(page)
    .getByRole('radio')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')))

test('two folders name different authors: nothing is installed before one is chosen, and by keyboard the second one is', async ({
  page,
  satchel,
}) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.json('daemon', 'start')
  await folderSource(satchel, 'shelf', await signedText(diaryText(DIARY_1_0_0)))
  const wanted = await folderSource(satchel, 'attic', await signedText(diaryText(DIARY_1_0_0), otherAuthor))

  // Without a word of the person no way leads there.
  const refused = await satchel.run('cap', 'install', 'did:nuwa:cap:diary', '--yes', '--json')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('registry_sources_conflict')

  await satchel.open(page, '/marketplace')
  await expect(card(page, 'Diary')).toContainText('Sources disagree')
  await card(page, 'Diary').click()
  await expect(choice(page)).toBeVisible()
  await expect(choice(page).getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(reviewButton(page)).toBeHidden()
  await expect(page.getByText('The rest of this page is from “shelf”.')).toBeVisible()
  await expectAccessible(page, 'sources that differ')
  expect(await orderOf(page)).toEqual(['shelf', 'attic'])

  await tabTo(page, choice(page).getByRole('radio', { name: 'shelf' }))
  // Held as by a finger: the library checks what the key leads to only while it is down.
  await page.keyboard.press('ArrowDown', { delay: 100 })
  await expect(choice(page).getByRole('radio', { name: 'attic' })).toBeChecked()
  await expect(page.getByText('The rest of this page is from “attic”.')).toBeVisible()
  // The chosen one keeps its place, under the pointer and under the arrow keys.
  expect(await orderOf(page)).toEqual(['shelf', 'attic'])
  await expect(choice(page).getByRole('radio', { name: 'attic' })).toBeFocused()
  expect(await tooWide(page)).toEqual([])

  await reviewButton(page).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByTestId('cautions')).toContainText('Other sources disagree with “attic” about it.')
  const install = sheet.getByRole('button', { name: 'Install', exact: true })
  await expect(install).toBeDisabled()
  await tabTo(page, sheet.getByTestId('cautions').getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, install)
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('link', { name: 'Open in Capabilities' })).toBeVisible()

  expect(await satchel.json('cap', 'list')).toMatchObject({
    installed: [{ name: 'diary', sha256: wanted, review: { author: { did: otherAuthor.did } } }],
  })
  expect(otherAuthor.did).not.toBe(testAuthor.did)
})

test('the changes of a version come from the files of the chosen source', async ({ page, satchel }) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.json('daemon', 'start')
  const diary = (version: string, prompt: string) => diaryText({ version, prompt })
  await folderSource(satchel, 'shelf', await signedText(diary('1.0.0', 'What the shelf said first.')))
  await folderSource(
    satchel,
    'attic',
    await signedText(diary('1.1.0', 'What the attic says.'), otherAuthor),
    await signedText(diary('1.0.0', 'What the attic said first.'), otherAuthor),
  )
  await satchel.open(page, '/marketplace/did:nuwa:cap:diary')
  await choice(page).getByText('attic', { exact: true }).click()
  await expect(page.getByText('did:nuwa:cap:diary@1.1.0')).toBeVisible()
  // Each source has a file of its own for that version.
  await page.getByRole('button', { name: 'Compare with version 1.0.0' }).first().click()
  await expect(page.getByText('What changes from 1.0.0 to 1.1.0')).toBeVisible()
  await expect(page.getByText('What the attic said first.')).toBeVisible()
  await expect(page.getByText('What the shelf said first.')).toBeHidden()
})

test('a folder and a registry name different authors: with the mouse the registry is chosen, though the folder comes first', async ({
  page,
  satchel,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.json('daemon', 'start')
  const text = diaryText({ version: '9.0.0', title: 'Recipes' }).replaceAll(':diary', ':recipes')
  await folderSource(satchel, 'shelf', await signedText(text))
  const dev = await startRegistry(satchel)
  try {
    await useRegistry(satchel, dev)
    const at = ['--index', dev.mcpUrl, '--registry', 'dev', '--trust', 'trusted']
    await satchel.json('registry', 'sources', 'add', 'dev', ...at)
    const wanted = dev.published.find(
      ({ cap_uri: uri, semver }) => uri === 'did:nuwa:cap:recipes' && semver === '1.1.0',
    )

    await satchel.open(page, '/marketplace/did:nuwa:cap:recipes')
    // A higher version doesn't take over a name: the first source is shown until the user chooses another.
    await expect(page.getByText('The rest of this page is from “shelf”.')).toBeVisible()
    await expect(page.getByText('did:nuwa:cap:recipes@9.0.0')).toBeVisible()
    await choice(page).getByText('dev', { exact: true }).click()
    await expect(page.getByText('did:nuwa:cap:recipes@1.1.0')).toBeVisible()
    const steps = page.getByRole('list', { name: 'Verification' })
    await expect(steps.locator('[data-check=held]')).toHaveCount(5)

    await reviewButton(page).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('Listed by an index, checked against the chain')
    await tick(sheet.getByTestId('cautions').getByRole('checkbox'))
    await sheet.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(sheet).toBeHidden()
    expect(await satchel.json('cap', 'list')).toMatchObject({
      installed: [{ name: 'recipes', version: '1.1.0', sha256: wanted?.sha256 }],
    })
  } finally {
    await dev.stop()
  }
})
