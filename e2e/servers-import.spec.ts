/** Servers of another app on this machine, imported under Servers: reviewed, connected, or kept with the reason they failed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessible, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'
import { useTools } from './support/servers.ts'

const root = join(import.meta.dirname, '..')
const fixtures = join(root, 'src-daemon', 'mcp', 'testing')

let home: string
test.beforeEach(({ satchel }) => {
  home = mkdtempSync(join(tmpdir(), 'satchel-other-app-'))
  satchel.env['HOME'] = home
  mkdirSync(join(home, '.cursor'))
  writeFileSync(join(home, 'description.txt'), 'The text of a page.')
  const server = (...args: string[]) => ({ command: process.execPath, args })
  const servers = {
    'Web reader': {
      ...server(join(fixtures, 'scraper-server.mjs'), join(home, 'description.txt')),
      env: { API_KEY: '${input:key}' },
    },
    Broken: server(join(fixtures, 'hostile-server.mjs'), 'complains'),
    'Of nothing': { args: ['--help'] },
    Words: 'no server',
    'Of a folder': { command: process.execPath, args: ['${workspaceFolder}/x.mjs'], disabled: true },
    search: { url: 'https://search.example/mcp', headers: { Authorization: 'Bearer sk-pasted' } },
  }
  writeFileSync(join(home, '.cursor', 'mcp.json'), `// mine\n${JSON.stringify({ mcpServers: servers })}`)
})
test.afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})
test.skip(process.platform !== 'linux', 'the sandbox is that of Linux')

test('a server of another app is looked at, completed and connected; one that fails is kept with why', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/servers')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: 'From another app' }).click()
  const list = page.getByRole('dialog', { name: 'Servers from another app' })
  await expect(list.getByRole('heading', { name: 'Cursor' })).toBeVisible()
  await expect(list.getByText('Can’t be imported: It has neither "command" nor "url".')).toBeVisible()
  await expect(list.getByText('Can’t be imported: It isn’t a description of a server.')).toBeVisible()
  await expect(list.getByText('Off in that app')).toHaveCount(1)
  await expectAccessible(page, 'servers of another app')

  // The text in a placeholder's place is the user's, or nothing starts.
  await list.getByRole('button', { name: 'Review Of a folder' }).click()
  const unfilled = page.getByText('Replace ${workspaceFolder}: only that app fills it in.')
  await expect(unfilled).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start and connect' })).toBeDisabled()
  await page.getByLabel('Program and arguments').fill(`${process.execPath}\n/srv/x.mjs`)
  await expect(unfilled).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start and connect' })).toBeEnabled()
  await page.keyboard.press('Escape')

  await list.getByRole('button', { name: 'Review Web reader' }).click()
  const sheet = page.getByRole('dialog', { name: 'Connect a server' })
  await expect(sheet.getByLabel('Program and arguments')).toHaveValue(
    [process.execPath, join(fixtures, 'scraper-server.mjs'), join(home, 'description.txt')].join('\n'),
  )
  await expect(sheet.getByText('Its arguments name folders')).toBeVisible()
  const start = sheet.getByRole('button', { name: 'Start and connect' })
  await expect(start).toBeDisabled() // what the app would have asked for is missing
  await expect(sheet.getByLabel('Value of secret 1')).toHaveAttribute('placeholder', '${input:key}')
  await sheet.getByLabel('Value of secret 1').fill('sk-typed')
  await sheet.getByLabel('Folders it can read').fill([fixtures, join(root, 'node_modules'), home].join('\n'))
  await start.click()
  await useTools(page)
  await expect(list.getByText('Added', { exact: true })).toBeVisible()

  await list.getByRole('button', { name: 'Review Broken' }).click()
  await start.click()
  await expect(sheet.getByRole('alert')).toContainText('exit code 3')
  await sheet.getByRole('button', { name: 'Keep it anyway' }).click()
  await expect(list.getByText('Added', { exact: true })).toHaveCount(2)
  await page.keyboard.press('Escape')

  await expect(
    page.getByRole('article', { name: 'Web-reader' }).getByText('Running', { exact: true }),
  ).toBeVisible()
  const broken = page.getByRole('article', { name: 'Broken' })
  await expect(broken.getByText(/exit code 3/)).toBeVisible()
  await expect(broken.getByLabel('Output')).toContainText(/\S/)
  // Also after a crash, and nowhere with the value that was typed.
  await satchel.crash()
  await satchel.open(page, '/servers')
  await expect(page.getByRole('article', { name: 'Broken' }).getByText(/exit code 3/)).toBeVisible()
  expect(JSON.stringify(await satchel.json('servers', 'list'))).not.toContain('sk-typed')
})

for (const size of [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
])
  test(`looks right, ${String(size.width)} wide`, { tag: '@long' }, async ({ page, satchel }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await satchel.run('servers', 'import', '--yes', '--only', 'Broken', '--keep')
    await satchel.open(page, '/servers')
    await page.getByRole('article', { name: 'Broken' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Add a server' }).click()
    await page.getByRole('button', { name: 'From another app' }).click()
    const list = page.getByRole('dialog', { name: 'Servers from another app' })
    await expect(list.getByRole('heading', { name: 'Cursor' })).toBeVisible()
    await list.getByLabel('A list of servers').fill('{"mcpServers": {"a": ')
    await list.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(list.getByRole('alert')).toContainText('Satchel can’t read this list of servers')
    await list.getByRole('button', { name: 'Review Web reader' }).click()
    await expect(page.getByRole('dialog', { name: 'Connect a server' })).toBeVisible()
    expect(await tooWide(page)).toEqual([])
  })
