/** The life of a capability a person was sent: installed, updated, put back, switched off, removed, and refused. */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible, tick, tooWide } from './support/checks.ts'
import {
  diaryFile,
  diaryText,
  DIARY_1_0_0,
  DIARY_1_1_0,
  DIARY_1_1_1,
  DIARY_SCHEMA,
  otherAuthor,
  signedText,
  testAuthor,
} from './support/diary.ts'
import { sendMessage } from './support/chat.ts'
import { expect, test, type Satchel } from './support/satchel.ts'

type File = Awaited<ReturnType<typeof diaryFile>>

const sheetOf = (page: Page): Locator => page.getByRole('dialog')

const choose = async (page: Page, file: File): Promise<Locator> => {
  await page.getByTestId('package-file').setInputFiles(file)
  const sheet = sheetOf(page)
  await expect(sheet).toBeVisible()
  return sheet
}

const install = async (page: Page, file: File, button = 'Install'): Promise<void> => {
  const sheet = await choose(page, file)
  for (const box of await waitForReview(sheet)) await box.click()
  await sheet.getByRole('button', { name: button, exact: true }).click()
  await expect(sheet).toBeHidden()
}

/** The boxes of the review, once it is there. */
const waitForReview = async (sheet: Locator): Promise<readonly Locator[]> => {
  await expect(sheet.getByRole('heading', { name: 'Its tools' })).toBeVisible()
  return sheet.getByRole('checkbox').all()
}

const fromMenu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Actions for Diary' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const versionShown = (page: Page, version: string): Promise<void> =>
  expect(page.getByRole('banner').or(page.locator('header')).getByText(`Version ${version}`)).toBeVisible()

const write = async (satchel: Satchel, title: string): Promise<void> => {
  const made = await satchel.run('state', 'create', DIARY_SCHEMA, JSON.stringify({ title, body: title }))
  expect(made.stderr).toBe('')
}

const send = async (page: Page, text: string): Promise<Locator> => {
  await page.getByRole('link', { name: 'Chat' }).click()
  await sendMessage(page, text)
  return page.getByRole('article', { name: 'Satchel' }).last()
}

const CHANGELOG = `  changelog:
    - {version: 1.1.0, changes: ["Entries can be found."]}
    - {version: 1.0.0, changes: ["It keeps a diary."]}
`

test('a package that could be taken for an installed one names both authors, and needs a consent of its own', async ({
  page,
  satchel,
}) => {
  const journal = async (title: string) => ({
    name: 'journal.acp.yaml',
    mimeType: 'application/yaml',
    buffer: await signedText(
      diaryText({ version: '1.0.0', title }).replaceAll(/(cap|state):diary/g, '$1:journal'),
      otherAuthor,
    ),
  })
  await satchel.open(page, '/capabilities')
  await install(page, await diaryFile(DIARY_1_0_0))
  await versionShown(page, '1.0.0')

  // Its "a" is Cyrillic.
  const sheet = await choose(page, await journal('Di\u0430ry'))
  const panel = sheet.getByTestId('look-alike')
  await expect(panel).toContainText('It looks like Diary, which you have')
  await expect(panel).toContainText(testAuthor.did)
  await expect(panel).toContainText(otherAuthor.did)
  await expect(sheet.getByRole('button', { name: 'Install', exact: true })).toBeDisabled()
  await expectAccessible(page, 'a package that looks like another')
  for (const size of [
    { width: 900, height: 600 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    expect(await tooWide(page)).toEqual([])
  }
  const file = join(satchel.paths.dataDir, 'journal.acp.yaml')
  writeFileSync(file, (await journal('DIARY')).buffer)
  const refused = await satchel.run('cap', 'install', file, '--yes')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain(`${otherAuthor.did}, looks like Diary`)
  expect(refused.stderr).toContain(testAuthor.did)

  await panel.getByRole('checkbox').click()
  for (const box of await waitForReview(sheet)) await box.check()
  await sheet.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(sheet).toBeHidden()
})

test('an update that may do more asks again, one that may not does not, and the way back is open', async ({
  page,
  satchel,
}) => {
  test.setTimeout(120_000)
  await satchel.open(page, '/capabilities')
  let sheet = await choose(page, await diaryFile(DIARY_1_0_0))
  await expect(sheet).toContainText('New author')
  await expect(sheet).toContainText('You haven’t accepted anything from this author before.')
  await sheet.getByRole('button', { name: 'Install', exact: true }).click()
  await versionShown(page, '1.0.0')
  await expect(page.getByText('First seen on', { exact: false })).toBeVisible()
  await write(satchel, 'rain')

  sheet = await choose(page, await diaryFile({ ...DIARY_1_1_0, metadata: CHANGELOG }))
  const widens = sheet.getByTestId('widens')
  await expect(widens).toContainText('Version 1.1.0 can do more')
  // What its author says of it, and only of what came since.
  await expect(sheet.getByRole('heading', { name: 'What changed, says the author' })).toBeVisible()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Entries can be found.' })).toBeVisible()
  await expect(sheet.getByText('It keeps a diary.')).toHaveCount(0)
  await expect(widens).toContainText('api.open-meteo.com')
  await expect(sheet).toContainText('Add the weather of the day when a place is named.')
  const update = sheet.getByRole('button', { name: 'Update to 1.1.0' })
  await expect(update).toBeDisabled()
  await sheet.getByRole('button', { name: '1 decision above still to make' }).click()
  await expect(widens.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await update.click()
  await versionShown(page, '1.1.0')

  sheet = await choose(page, await diaryFile(DIARY_1_1_1))
  await expect(sheet).toContainText('Version 1.1.1 can’t do anything 1.1.0 couldn’t.')
  await expect(sheet.getByRole('checkbox')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Update to 1.1.1' }).click()
  await versionShown(page, '1.1.1')

  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Go back to 1.1.0' }).click()
  await expect(sheet).toContainText('All its objects stay as they are, including those made with 1.1.1.')
  await expect(sheet).toContainText('Removed: Answer in one sentence.')
  await sheet.getByRole('button', { name: 'Go back to 1.1.0' }).click()
  await versionShown(page, '1.1.0')
  const versions = page.getByRole('tabpanel', { name: 'Versions' })
  await expect(versions.getByText('Entries can be found.')).toBeVisible()
  await expect(versions.getByText('It keeps a diary.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go back to 1.1.1' })).toBeVisible()
  const { items } = z
    .object({ items: z.array(z.unknown()) })
    .parse(await satchel.json('state', 'query', '--from', DIARY_SCHEMA))
  expect(items).toHaveLength(1)

  sheet = await choose(page, await diaryFile(DIARY_1_0_0))
  await expect(sheet.getByTestId('downgrade')).toContainText(
    'Version 1.0.0 is older than the installed 1.1.0',
  )
  const older = sheet.getByRole('button', { name: 'Install the older 1.0.0' })
  await expect(older).toBeDisabled()
  await tick(sheet.getByTestId('downgrade').getByRole('checkbox'))
  await older.click()
  await versionShown(page, '1.0.0')
})

test('a capability that is switched off does not respond until it is switched on', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/capabilities')
  await install(page, await diaryFile(DIARY_1_0_0))
  await fromMenu(page, 'Switch off')
  await expect(page.getByText('This capability is switched off')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Diary/ })).toContainText('Switched off')
  const silent = await send(page, 'add diary entry about rain')
  await expect(silent).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(silent).not.toContainText('Diary, matched by')

  await page.getByRole('link', { name: 'Capabilities' }).click()
  await page.getByRole('link', { name: /^Diary/ }).click()
  await page.getByRole('button', { name: 'Switch on' }).first().click()
  await expect(page.getByText('This capability is switched off')).toBeHidden()
  await expect(await send(page, 'add diary entry about rain')).toContainText('Diary, matched by')
})

test('a removal deletes only once the copy was handed over, and the copy holds every object', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/capabilities')
  await install(page, await diaryFile(DIARY_1_0_0))
  await write(satchel, 'rain')
  await write(satchel, 'sun')
  await fromMenu(page, 'Remove')
  const sheet = sheetOf(page)
  await expect(sheet).toContainText('2 objects stay in State')
  await sheet.getByText('Save a copy, then delete').click()
  const confirm = sheet.getByRole('button', { name: 'Remove and delete 2 objects' })
  await expect(confirm).toBeDisabled()
  const arrives = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save copy' }).click()
  const copy = await arrives
  expect(copy.suggestedFilename()).toMatch(/^diary-\d{4}-\d\d-\d\d\.json$/)
  const saved = z
    .object({ objects: z.array(z.object({ object: z.object({ title: z.string() }) })) })
    .parse(JSON.parse(readFileSync(await copy.path(), 'utf8')))
  expect(saved.objects.map(({ object }) => object.title).toSorted()).toEqual(['rain', 'sun'])
  await confirm.click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('There’s no capability called “diary”')).toBeVisible()
  const gone = await satchel.run('state', 'query', '--from', DIARY_SCHEMA, '--json')
  expect(gone.stdout).not.toContain('rain')
})

test('a bit that flipped on the disk is found at the next start, and said with the way out', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/capabilities')
  const file = await diaryFile(DIARY_1_0_0)
  await install(page, file)
  await satchel.run('daemon', 'stop')
  const [stored = ''] = readdirSync(join(satchel.paths.dataDir, 'packages')).filter((name) =>
    name.endsWith('.acp.yaml'),
  )
  const path = join(satchel.paths.dataDir, 'packages', stored)
  const bytes = readFileSync(path)
  bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1
  chmodSync(path, 0o600)
  writeFileSync(path, bytes)

  await satchel.open(page, '/capabilities/diary')
  await expect(page.getByText('This capability is disabled because its file is damaged')).toBeVisible()
  await expect(page.getByText('was changed after you installed it', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Diary/ })).toContainText('Damaged')
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).click()
  await (await picker).setFiles(file)
  await sheetOf(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('its file is damaged')).toBeHidden()
})

test('a file of another author under a known name is refused, loudly and with both names', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/capabilities')
  await install(page, await diaryFile(DIARY_1_0_0))
  const known = (
    await page
      .getByRole('button', { name: /^Copy did:key:[^#]+$/ })
      .first()
      .getAttribute('aria-label')
  )?.replace('Copy ', '')
  const sheet = await choose(page, await diaryFile({ version: '2.0.0' }, otherAuthor))
  await expect(sheet.getByTestId('author-changed')).toContainText('A different author signed this file')
  await expect(sheet).toContainText(known ?? 'no known author')
  await expect(sheet).toContainText(otherAuthor.did)
  await expect(sheet.getByRole('button', { name: /Install|Update/ })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await versionShown(page, '1.0.0')
})

test('a broken file shows all its problems, and another kind of file is recognized', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/capabilities')
  const text = diaryText(DIARY_1_0_0)
    .replace('name: "Diary"', 'nam: "Diary"')
    .replace('require: ["state.create"]', 'require: "all"')
  const file = (name: string, content: string): File => ({
    name,
    mimeType: 'application/yaml',
    buffer: Buffer.from(content),
  })
  const sheet = await choose(page, file('broken.acp.yaml', text))
  await expect(sheet).toContainText('This package can’t be installed')
  for (const part of ['metadata.name', 'metadata.permissions.require', 'unsigned', 'Line 2, column 3'])
    await expect(sheet).toContainText(part)
  await expect(sheet.getByRole('button', { name: 'Copy the full list' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: /Install|Update/ })).toHaveCount(0)

  await choose(page, file('cap.acp.yaml', 'authorDID: did:x:y\nidName: c\ncore:\n  prompt: {value: hi}\n'))
  await expect(sheet).toContainText('This is a different kind of file')
  await expect(sheet).toContainText('satchel acp import')
})
