/** Accessibility of a capability's states: by a checker's rules, by keyboard only, with large text, and in a small window. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, looksOfRun, tabTo, tick, tooWide } from './support/checks.ts'
import {
  diaryFile,
  diaryText,
  DIARY_1_0_0,
  DIARY_1_1_0,
  DIARY_SCHEMA,
  otherAuthor,
  type DiaryParts,
} from './support/diary.ts'
import { expect, test } from './support/satchel.ts'

const sheetOf = (page: Page): Locator => page.getByRole('dialog')

const choose = async (page: Page, file: Awaited<ReturnType<typeof diaryFile>>): Promise<Locator> => {
  await page.getByTestId('package-file').setInputFiles(file)
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('status')).toBeHidden()
  return sheet
}

const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toBeHidden()
}

test(
  'no state of a capability has anything a checker objects to',
  { tag: '@long' },
  async ({ page, satchel }) => {
    test.setTimeout(300_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await satchel.open(page, '/capabilities')
    let sheet = await choose(page, await diaryFile(DIARY_1_0_0))
    await expect(sheet).toContainText('New author')
    await expectAccessible(page, 'the review of a new author')
    await sheet.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(sheet).toBeHidden()
    await satchel.json('state', 'create', DIARY_SCHEMA, JSON.stringify({ title: 'rain', body: 'rain' }))

    sheet = await choose(page, await diaryFile(DIARY_1_1_0))
    await expect(sheet.getByTestId('widens')).toBeVisible()
    await expectAccessible(page, 'an update that may do more')
    await tick(sheet.getByTestId('widens').getByRole('checkbox'))
    await sheet.getByRole('button', { name: 'Update to 1.1.0' }).click()
    await expect(sheet).toBeHidden()

    await page.getByRole('tab', { name: 'Versions' }).click()
    await expectAccessible(page, 'Capabilities, Versions')
    await page.getByRole('button', { name: 'Go back to 1.0.0' }).click()
    await expect(sheet).toContainText('Nothing is lost')
    await expectAccessible(page, 'going back')
    await close(page)

    sheet = await choose(page, await diaryFile({ version: '2.0.0' }, otherAuthor))
    await expect(sheet.getByTestId('author-changed')).toBeVisible()
    await expectAccessible(page, 'another author')
    await close(page)

    const broken = diaryText(DIARY_1_0_0).replace('name: "Diary"', 'nam: "Diary"')
    sheet = await choose(page, { ...(await diaryFile(DIARY_1_0_0)), buffer: Buffer.from(broken) })
    await expect(sheet).toContainText('This package can’t be installed')
    await expectAccessible(page, 'a broken file')
    await close(page)

    await page.getByRole('button', { name: 'Actions for Diary' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await sheet.getByText('Delete them for good').click()
    await expectAccessible(page, 'a removal')
    await close(page)
    await page.getByRole('button', { name: 'Actions for Diary' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    // A menu floats outside the landmarks, as the library places it.
    await expectAccessible(page, 'what can be done with a capability', ['region'])
    await page.getByRole('menuitem', { name: 'Switch off' }).click()
    await expect(page.getByText('This capability is switched off')).toBeVisible()
    await expectAccessible(page, 'a capability that is switched off')
  },
)

test('by keyboard alone: agree to an update, go back, switch off, and remove', async ({ page, satchel }) => {
  test.setTimeout(120_000)
  await satchel.open(page, '/capabilities')
  let sheet = await choose(page, await diaryFile(DIARY_1_0_0))
  await tabTo(page, sheet.getByRole('button', { name: 'Install', exact: true }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  sheet = await choose(page, await diaryFile(DIARY_1_1_0))
  await tabTo(page, sheet.getByTestId('widens').getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, sheet.getByRole('button', { name: 'Update to 1.1.0' }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()

  const menu = page.getByRole('button', { name: 'Actions for Diary' })
  const fromMenu = async (item: string) => {
    await tabTo(page, menu)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: item })).toBeVisible()
    await page.keyboard.type(item.slice(0, 2))
    await expect(page.getByRole('menuitem', { name: item })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await fromMenu('Go back to 1.0.0')
  await tabTo(page, sheet.getByRole('button', { name: 'Go back to 1.0.0' }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Version 1.0.0', { exact: true })).toBeVisible()
  await fromMenu('Switch off')
  await expect(page.getByText('This capability is switched off')).toBeVisible()
  await fromMenu('Remove')
  await expect(sheet).toContainText('It has kept no objects')
  await tabTo(page, sheet.getByRole('button', { name: 'Remove', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('There’s no capability called “diary”')).toBeVisible()
})

/** Forty tools, the longest title and descriptions there may be, and instructions of five thousand lines, in three scripts. */
const huge = (version: string, word: string): DiaryParts => ({
  version,
  title: `没有空格的很长的标题 unbrokenunbrokenunbroken عنوان طويل ${'x'.repeat(29)}`,
  verbs: ['state.query', 'state.delete'],
  hosts: Array.from({ length: 37 }, (_, at) => `api-${String(at)}-${word}.a-rather-long-name.example.com`),
  toolWords: `${word} 没有空格的很长的描述 وصف طويل `.repeat(80).slice(0, 1990),
  prompt: Array.from({ length: 5000 }, (_, at) => `${word} ${String(at)} تعليمات`).join('\n'),
})

test('a huge package is read, compared and shown in a small window without a pane growing out of it', async ({
  page,
  satchel,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.open(page, '/capabilities')
  let sheet = await choose(page, await diaryFile(huge('1.0.0', 'old')))
  await expect(sheet).toContainText('weather_36')
  await sheet.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(sheet).toBeHidden()
  sheet = await choose(page, await diaryFile(huge('1.1.0', 'new')))
  await expect(sheet.getByTestId('widens')).toContainText('api-36-new')
  await sheet.locator('summary').filter({ hasText: 'Instructions' }).click()
  const more = sheet.getByRole('button', { name: /^Show \d+ more lines/ })
  await expect(more).toBeVisible()
  await more.click()
  // The second is the first at 200 % zoom.
  for (const size of looksOfRun([
    { width: 900, height: 600 },
    { width: 450, height: 300 },
  ])) {
    await page.setViewportSize(size)
    expect(await tooWide(page), `the update at ${String(size.width)}`).toEqual([])
    const body = sheet.locator('[data-slot="body"]')
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  }
  await close(page)
  for (const tab of ['overview', 'tools', 'permissions', 'versions']) {
    await page.evaluate((name) => {
      window.location.hash = `/capabilities/diary?tab=${name}`
    }, tab)
    await page.waitForTimeout(300)
    expect(await tooWide(page), tab).toEqual([])
  }
})
