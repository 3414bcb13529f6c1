/** Pins of what a server runs: a changed script asks again, and the review shows what npm would fetch before the start. */
import { appendFileSync, copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'
import { useTools } from './support/servers.ts'

const SERVER = join(import.meta.dirname, '..', 'src-daemon/mcp/testing/plain_server.py')

let folder: string
test.beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-plain-')))
  copyFileSync(SERVER, join(folder, 'server.py'))
})
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})
test.skip(process.platform !== 'linux', 'the sandbox is that of Linux')

const sheetOf = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: 'Set it up yourself' }).click()
  return page.getByRole('dialog')
}

test('a script that was changed asks again with what differs, and runs once that is accepted', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/servers')
  const sheet = await sheetOf(page)
  await sheet.getByLabel('Name', { exact: true }).fill('plain')
  await sheet.getByLabel('Program and arguments').fill(['python3', join(folder, 'server.py')].join('\n'))
  await sheet.getByLabel('Folders it can read').fill(folder)
  await sheet.getByRole('button', { name: 'Start and connect' }).click()
  await useTools(page)
  const card = page.getByRole('article', { name: 'plain' })
  await expect(card.getByText('Running', { exact: true })).toBeVisible()

  appendFileSync(join(folder, 'server.py'), '# changed\n')
  await card.getByRole('button', { name: 'Restart' }).click()
  const change = card.getByRole('region', { name: 'What it runs has changed' })
  await expect(change.getByText('server.py', { exact: true })).toBeVisible()
  await expect(change.getByText(/^− sha256:[0-9a-f]{64}$/)).toBeVisible()
  await expect(change.getByText(/^\+ sha256:[0-9a-f]{64}$/)).toBeVisible()
  await expect(card.getByText('Running', { exact: true })).toBeHidden()
  await expectAccessible(page, 'a server that runs something else by now')
  await page.setViewportSize({ width: 900, height: 600 })
  expect(await tooWide(page)).toEqual([])

  // On its page, too; there it is accepted, and started.
  await card.getByRole('link', { name: 'plain' }).click()
  await expect(page.getByRole('region', { name: 'What it runs has changed' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept what it runs now' }).click()
  await expect(page.getByRole('region', { name: 'What it runs has changed' })).toBeHidden()
  await page.getByRole('tab', { name: 'Versions' }).click()
  const runs = page.getByRole('region', { name: 'What it runs' })
  await expect(runs).toContainText('server.py')
  await expect(runs).toContainText('Accepted')
  await expect(page.getByRole('listitem').filter({ hasText: 'speak' })).toContainText('Accepted')
  await expectAccessible(page, 'what a server runs')
  await page.getByRole('button', { name: 'Compare with the server now' }).click()
  await expect(page.getByText('plain 1.0.0 is responding')).toBeVisible()
})

test('the page says what npm would fetch before anything starts, and a click allows its host', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/servers')
  const sheet = await sheetOf(page)
  await sheet.getByLabel('Name', { exact: true }).fill('fetched')
  await sheet.getByLabel('Program and arguments').fill(['npx', '-y', 'some-server@1.0.0'].join('\n'))
  const hint = sheet.getByRole('status')
  await expect(hint).toContainText('npm downloads some-server@1.0.0 from')
  await hint.getByRole('button', { name: /^Allow / }).click()
  await expect(hint.getByRole('button')).toHaveCount(0)
  await expect(sheet.getByLabel('Hosts it can connect to')).not.toHaveValue('')
  await sheet.getByLabel('Program and arguments').fill(['npx', 'github:someone/something'].join('\n'))
  await expect(hint).toContainText('can’t tell in advance')
})

test('the page says what can’t be pinned before anything starts', async ({ page, satchel }) => {
  await satchel.open(page, '/servers')
  const sheet = await sheetOf(page)
  await sheet.getByLabel('Name', { exact: true }).fill('loose')
  const command = sheet.getByLabel('Program and arguments')
  await command.fill(['uvx', '--from', 'git+https://a.example/x', 'x'].join('\n'))
  const hint = sheet.getByRole('status')
  await expect(hint).toContainText('Not pinned: because of “git+https://a.example/x”')
  await command.fill(['docker', 'run', '-i', '--rm', 'a.example/server:1.0'].join('\n'))
  await expect(hint).toContainText('the name can point to another image tomorrow')
})
