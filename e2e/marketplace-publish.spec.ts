/** A capability's life from the window: its first version, what can't be published, an update, and who lists it. */
import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible, focusKept, tabTo, tick, tooWide } from './support/checks.ts'
import { fund, startRegistry, useRegistry, type RunningRegistry } from './support/dev-registry.ts'
import { diaryText, DIARY_1_0_0, DIARY_1_1_0 } from './support/diary.ts'
import { createSatchel, expect, test, type Satchel } from './support/satchel.ts'

const SLOW = { timeout: 60_000 }
const made = z.object({ account: z.object({ address: z.string() }) })

const sheetOf = (page: Page) => page.getByRole('dialog')
const indexesOf = (sheet: Locator) => sheet.getByTestId('publication-indexes')
const confirmed = (sheet: Locator) => sheet.locator('[data-step=confirm]')
const publishIn = (sheet: Locator) => sheet.getByRole('button', { name: 'Publish', exact: true })

const choose = (sheet: Locator, text: string) =>
  sheet.getByTestId('publish-file').setInputFiles({
    name: 'diary.acp.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(text),
  })

/** Its index reads the files of others over a network that both take part in. */
const follow = async (satchel: Satchel, dev: RunningRegistry) => {
  await useRegistry(satchel, dev)
  await satchel.json('ipfs', 'set', 'peers', dev.peers.join(','))
  await satchel.json('ipfs', 'set', 'embedded', 'on')
  const at = ['--index', dev.mcpUrl, '--registry', 'dev', '--trust', 'trusted']
  await satchel.json('registry', 'sources', 'add', 'dev', ...at)
}

const saved = async (page: Page, sheet: Locator): Promise<string> => {
  const download: Promise<Download> = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save signed file' }).click()
  return (await download).path()
}

test('a first version and an update are published from the window, listed, and come to who has it', async ({
  page,
  satchel,
}) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const reader = createSatchel()
  let dev: RunningRegistry | undefined
  try {
    await satchel.json('daemon', 'start')
    dev = await startRegistry(satchel)
    await follow(satchel, dev)
    await satchel.open(page, '/marketplace')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = sheetOf(page)

    // Without an account, and without coins in it: each is mended right here.
    await choose(sheet, diaryText(DIARY_1_0_0))
    await expect(sheet.getByRole('alert')).toContainText('You don’t have a chain account yet')
    await sheet.getByRole('button', { name: 'Create account' }).click()
    await expect(sheet).toContainText('Not enough funds in the account')
    await expect(publishIn(sheet)).toBeDisabled()
    await expectAccessible(page, 'publishing that can’t be paid')
    const { account } = made.parse(await satchel.json('registry', 'account'))
    await fund(dev, account.address)
    await sheet.getByRole('button', { name: 'Check again' }).click()
    await expect(sheet).not.toContainText('Not enough funds')

    // What must be agreed to is in sight in a small window, and reached by keyboard.
    await page.setViewportSize({ width: 900, height: 600 })
    const agree = sheet.getByRole('checkbox', { name: /permanently/ })
    await expect(agree).toBeInViewport({ ratio: 1 })
    expect(await tooWide(page)).toEqual([])
    await tabTo(page, agree)
    await page.keyboard.press('Space')
    await tabTo(page, publishIn(sheet))
    await page.keyboard.press('Enter')
    await expect(sheet).toContainText('Diary 1.0.0 is published', SLOW)
    await expect(confirmed(sheet)).toHaveAttribute('data-state', 'done')
    await focusKept(page, 'after publishing')
    await expect(indexesOf(sheet)).toContainText('Lists it', SLOW)
    await expect(indexesOf(sheet)).toBeInViewport()
    await expectAccessible(page, 'what was published')
    const first = await saved(page, sheet)
    expect(readFileSync(first, 'utf8')).toMatch(/signature: "?\w/)

    // A changed schema under its old name: refused before anything is paid. The mended file is chosen on the spot.
    await page.setViewportSize({ width: 1280, height: 800 })
    await sheet.getByRole('button', { name: 'Back' }).click()
    const changed = diaryText(DIARY_1_1_0).replace(
      '"body": {"type": "string"}',
      '"body": {"type": "integer"}',
    )
    await choose(sheet, changed)
    await expect(sheet.getByRole('alert')).toContainText('another schema under the same')
    await expect(publishIn(sheet)).toBeHidden()
    const picked = page.waitForEvent('filechooser')
    await sheet.getByRole('button', { name: 'Choose another file' }).click()
    await (
      await picked
    ).setFiles({
      name: 'diary.acp.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(diaryText(DIARY_1_1_0)),
    })
    await expect(sheet).toContainText('did:nuwa:cap:diary@1.1.0')

    await follow(reader, dev)
    await reader.json('cap', 'install', 'did:nuwa:cap:diary', '--yes')
    await tick(agree)
    await publishIn(sheet).click()
    await expect(sheet).toContainText('Diary 1.1.0 is published', SLOW)
    await expect(indexesOf(sheet)).toContainText('Lists it', SLOW)
    await sheet.getByRole('button', { name: 'Back' }).click()
    await expect(sheet.getByRole('list', { name: 'Your publications' }).getByRole('listitem')).toHaveCount(2)

    // Who has the first version is offered the second, and asked about what it may do besides.
    await reader.run('registry', 'updates', '--check')
    await reader.open(page, '/marketplace')
    await page.getByRole('button', { name: 'Review the update of Diary' }).click()
    await tick(sheetOf(page).getByTestId('widens').getByRole('checkbox'))
    await page.getByRole('button', { name: 'Update to 1.1.0' }).click()
    await expect(sheetOf(page)).toBeHidden()
    await expect
      .poll(() => reader.json('cap', 'list'))
      .toMatchObject({ installed: [{ name: 'diary', version: '1.1.0' }] })
  } finally {
    await dev?.stop()
    await reader.dispose()
  }
})

test('an index that doesn’t answer is named, and publishing stands', async ({ page, satchel }) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { account } = made.parse(await satchel.json('registry', 'account', '--create'))
  const dev = await startRegistry(satchel, { fund: [account.address] })
  try {
    await follow(satchel, dev)
    await satchel.open(page, '/marketplace')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = sheetOf(page)
    await choose(sheet, diaryText(DIARY_1_0_0))
    await tick(sheet.getByRole('checkbox', { name: /permanently/ }))
    await publishIn(sheet).click()
    await expect(sheet).toContainText('Diary 1.0.0 is published', SLOW)
    await dev.stop()
    await sheet.getByRole('button', { name: 'Check again' }).click()
    await expect(indexesOf(sheet)).toContainText('Didn’t answer', SLOW)
    await expectAccessible(page, 'an index that is silent')
  } finally {
    await dev.stop()
  }
})
