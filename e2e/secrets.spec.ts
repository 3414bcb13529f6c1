/** Secrets of capabilities and of services: given in the window, kept sealed, shown nowhere, and how the places for them look. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpTool, packageText, signed } from '../src-daemon/packages/testing.ts'
import type { Page } from '@playwright/test'
import { expectAccessible, looksOfRun, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'

const SECRET = 'tok-9f8e7d6c5b4a'

let folder: string
let server: Server
let host: string
const seen: (string | undefined)[] = []
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-secrets-'))
  seen.length = 0
  server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end(JSON.stringify({ echo: request.headers.authorization ?? null }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  host = `localhost:${String((server.address() as AddressInfo).port)}`
})
test.afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a capability is given its secret with the keyboard alone, uses it, and forgets it', async ({
  page,
  satchel,
}) => {
  const headers = { Authorization: { secret: 'token', prefix: 'Bearer ' } }
  const binding = JSON.stringify({ type: 'http_get', url: `http://${host}/`, headers })
  const file = join(folder, 'diary.acp.yaml')
  writeFileSync(file, await signed(packageText(httpTool(binding))))
  await satchel.run('agents', 'development', host, '--yes')
  await satchel.json('cap', 'install', file, '--yes')

  await satchel.open(page, '/capabilities/diary?tab=permissions')
  const value = page.getByLabel(`token for ${host}`)
  await expect(page.getByText(`Sent to ${host} in the header authorization by look_up.`)).toBeVisible()
  await expect(page.getByText('Missing', { exact: true })).toBeVisible()
  await value.focus()
  await page.keyboard.type(SECRET)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'token saved.' })).toBeVisible()
  await expect(value).toHaveValue('')
  await expect(page.getByText('Set', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the secrets of a capability')
  await lookAt(page)

  const done = await satchel.json('cap', 'invoke', 'acp:diary/look_up', '{"word":"x"}', '--yes')
  expect(seen).toEqual([`Bearer ${SECRET}`])
  expect(JSON.stringify(done)).toContain('•••')
  expect(JSON.stringify(done)).not.toContain(SECRET)
  expect(await page.content()).not.toContain(SECRET)

  await page.getByRole('button', { name: 'Delete: token' }).press('Enter')
  await expect(page.getByText('Missing', { exact: true })).toBeVisible()
})

test('a service is connected with headers and a secret', async ({ page, satchel }) => {
  await satchel.open(page, '/servers')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: 'Set it up yourself' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name', { exact: true }).fill('mine')
  await expect(sheet.getByLabel('Folder it starts in')).toBeVisible()
  await sheet.getByLabel('Where it is').click()
  await page.getByRole('option', { name: 'A server at an address' }).click()
  await sheet.getByLabel('Address').fill(`http://${host}/mcp`)
  await sheet.getByLabel('Headers', { exact: true }).fill('not a header')
  await expect(sheet.getByText('Not Name: value: not a header')).toBeVisible()
  await sheet.getByLabel('Headers', { exact: true }).fill('X-Team: blue')
  await sheet.getByRole('button', { name: 'Add secret' }).press('Enter')
  await page.keyboard.type('Authorization')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`Bearer ${SECRET}`)
  await expectAccessible(page, 'connecting a service')
  await lookAt(page)

  // What answers there is no MCP server: it was asked with both, and nothing of it is kept.
  await sheet.getByRole('button', { name: 'Start and connect' }).click()
  await expect(sheet.getByRole('alert')).toBeVisible({ timeout: 20_000 })
  expect(seen).toContain(`Bearer ${SECRET}`)
  expect(await satchel.json('servers', 'secrets')).toEqual([])
  await sheet.getByRole('button', { name: 'Remove secret 1' }).press('Enter')
  await expect(sheet.getByRole('button', { name: 'Add secret' })).toBeFocused()
})

/** Nothing is wider than the window, in both sizes. */
const lookAt = async (page: Page): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const size of looksOfRun([
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
  ])) {
    await page.setViewportSize(size)
    expect(await tooWide(page)).toEqual([])
  }
}
