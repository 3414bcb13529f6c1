/** What an account can do with a name on a chain, in the window: vote, withdraw a version, transfer a name and accept one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible, tabTo, tooWide } from './support/checks.ts'
import { fund, startRegistry, useRegistry, type RunningRegistry } from './support/dev-registry.ts'
import { diaryText, DIARY_1_0_0 } from './support/diary.ts'
import { expect, test, type Satchel } from './support/satchel.ts'

const OTHER = `0x${'2'.repeat(40)}`
const made = z.object({ account: z.object({ address: z.string() }) })

const sheetOf = (page: Page) => page.getByRole('dialog')
const tally = (page: Page) => page.getByTestId('tally')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** On top of the sheet: the button that sends has the name of the one that opened it. */
const send = (page: Page, name: string) => sheetOf(page).getByRole('button', { name, exact: true })

const follow = async (satchel: Satchel, dev: RunningRegistry) => {
  await useRegistry(satchel, dev)
  const at = ['--index', dev.mcpUrl, '--registry', 'dev', '--trust', 'trusted']
  await satchel.json('registry', 'sources', 'add', 'dev', ...at)
}

let dev: RunningRegistry | undefined
test.afterEach(async () => {
  await dev?.stop()
  dev = undefined
})

test('a vote needs an account and coins, says so before it is sent, and counts at once; by keyboard it is taken back', async ({
  page,
  satchel,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.json('daemon', 'start')
  dev = await startRegistry(satchel)
  await follow(satchel, dev)

  // A capability on no chain has no votes and no owner.
  await satchel.open(page, '/marketplace/did:nuwa:cap:note')
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
  await expect(button(page, 'Vote for')).toBeHidden()

  await page.goto(`${page.url().replace(/#.*/, '')}#/marketplace/did:nuwa:cap:recipes`)
  await expect(tally(page)).toHaveText('For0Against0')
  await button(page, 'Vote for').click()
  await expect(sheetOf(page)).toContainText('You need a chain account for this')
  await expect(send(page, 'Vote for')).toBeDisabled()
  await expectAccessible(page, 'a vote without an account')
  await send(page, 'Create account').click()
  await expect(sheetOf(page)).toContainText('Not enough funds in the account')
  await expect(send(page, 'Vote for')).toBeDisabled()
  await expectAccessible(page, 'a vote that cannot be paid')
  const { account } = made.parse(await satchel.json('registry', 'account'))
  await expect(sheetOf(page)).toContainText(account.address)
  await fund(dev, account.address)
  await send(page, 'Check now').click()
  await expect(sheetOf(page)).toContainText('up to')
  await expectAccessible(page, 'a vote with what it costs')
  await send(page, 'Vote for').click()
  await expect(sheetOf(page)).toBeHidden()
  await expect(tally(page)).toHaveText('For1Against0')
  await expect(page.getByText('You voted for it.')).toBeVisible()
  expect(await satchel.json('registry', 'show', 'recipes')).toMatchObject({
    votes: { up: 1, down: 0 },
    ownVote: 1,
    ownAccount: account.address,
  })

  const back = button(page, 'Withdraw your vote')
  await page.setViewportSize({ width: 900, height: 600 })
  await tabTo(page, back)
  await page.keyboard.press('Enter')
  await expect(sheetOf(page)).toContainText('up to')
  await tabTo(page, send(page, 'Withdraw vote'))
  await page.keyboard.press('Enter')
  await expect(sheetOf(page)).toBeHidden()
  await expect(tally(page)).toHaveText('For0Against0')
  await expect(button(page, 'Vote for')).toBeFocused()
  expect(await tooWide(page)).toEqual([])

  // The sheet reports an unreachable node, and the action can be retried.
  await dev.stop()
  await button(page, 'Vote against').click()
  await expect(sheetOf(page).getByRole('alert')).toContainText('isn’t responding')
  await expect(send(page, 'Vote against')).toBeDisabled()
})

test('the owner of a name withdraws a version with a reason, offers the name, takes that back, and accepts it', async ({
  page,
  satchel,
}) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { account } = made.parse(await satchel.json('registry', 'account', '--create'))
  dev = await startRegistry(satchel, { fund: [account.address] })
  await follow(satchel, dev)
  const file = join(satchel.paths.dataDir, 'diary.acp.yaml')
  writeFileSync(file, diaryText(DIARY_1_0_0))
  await satchel.json('registry', 'publish', file, '--yes')
  await expect
    .poll(async () => (await satchel.run('registry', 'resolve', 'diary')).code, { timeout: 30_000 })
    .toBe(0)

  await satchel.open(page, '/marketplace/did:nuwa:cap:diary')
  await expect(page.getByText('Your account owns this name')).toBeVisible()
  const sheet = sheetOf(page)

  // Passed on to whom it should not, and back again.
  await button(page, 'Transfer the name').click()
  await sheet.getByLabel('Address').fill('0x12')
  await expect(sheet).toContainText('This isn’t an address')
  await expect(send(page, 'Offer the transfer')).toBeDisabled()
  await sheet.getByLabel('Address').fill(OTHER)
  await expect(sheet).toContainText('up to')
  await send(page, 'Offer the transfer').click()
  await expect(sheet).toBeHidden()
  expect(await satchel.json('registry', 'show', 'diary')).toMatchObject({ offeredTo: OTHER })
  await button(page, 'Cancel the transfer').click()
  await expect(sheet).toContainText('up to')
  await send(page, 'Cancel the transfer').click()
  await expect(sheet).toBeHidden()
  await expect(button(page, 'Cancel the transfer')).toBeHidden()

  // An owner offers a name to themselves to name another author; who it is offered to accepts.
  await button(page, 'Transfer the name').click()
  await sheet.getByLabel('Address').fill(account.address)
  await expect(sheet).toContainText('up to')
  await send(page, 'Offer the transfer').click()
  await expect(page.getByText('This name is offered to your account.')).toBeVisible()
  await button(page, 'Accept the name').click()
  await expect(sheet).toContainText('up to')
  await send(page, 'Accept the name').click()
  await expect(sheet).toBeHidden()
  expect(await satchel.json('registry', 'show', 'diary')).toMatchObject({ offeredTo: null })

  await button(page, 'Withdraw a version').click()
  await expect(sheet.getByRole('combobox', { name: 'Version' })).toContainText('1.0.0')
  await sheet.getByLabel('Reason').fill('漏'.repeat(100))
  await expect(sheet).toContainText('Too long: the registry allows at most 280 bytes')
  await sheet.getByLabel('Reason').fill('It lost entries.')
  await expect(sheet).toContainText('up to')
  await expectAccessible(page, 'withdrawing a version')
  await expect(send(page, 'Withdraw')).toBeDisabled()
  await tabTo(page, sheet.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, send(page, 'Withdraw'))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByText('The publisher withdrew version 1.0.0')).toBeVisible()
  await expect(page.getByText('Reason: It lost entries.')).toBeVisible()
  await expect(button(page, 'Withdraw a version')).toBeHidden()
  // It isn't installed here, and isn't offered like a version that its author stands by.
  await expect(button(page, 'Install withdrawn version 1.0.0')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeHidden()
  await expectAccessible(page, 'a version that was withdrawn')
})

test('a refusal by the contract is shown in the sheet, which keeps the input', async ({ page, satchel }) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { account } = made.parse(await satchel.json('registry', 'account', '--create'))
  dev = await startRegistry(satchel, { fund: [account.address] })
  await follow(satchel, dev)
  const file = join(satchel.paths.dataDir, 'diary.acp.yaml')
  writeFileSync(file, diaryText(DIARY_1_0_0))
  await satchel.json('registry', 'publish', file, '--yes')
  await expect
    .poll(async () => (await satchel.run('registry', 'resolve', 'diary')).code, { timeout: 30_000 })
    .toBe(0)
  await satchel.open(page, '/marketplace/did:nuwa:cap:diary')
  const sheet = sheetOf(page)
  await button(page, 'Withdraw a version').click()
  await sheet.getByLabel('Reason').fill('It lost entries.')
  await sheet.getByRole('checkbox').click()
  await satchel.json('registry', 'yank', 'diary', '1.0.0', '--reason', 'Said elsewhere.', '--yes')
  await send(page, 'Withdraw').click()
  await expect(sheet.getByRole('alert')).toContainText('is already yanked')
  await expect(sheet.getByLabel('Reason')).toHaveValue('It lost entries.')
})
