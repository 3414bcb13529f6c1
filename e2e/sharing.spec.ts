/** Sharing with other programs: a real one calls, the person rules it in the window, and the page is looked at like every page. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { join } from 'node:path'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'

test.describe.configure({ timeout: 180_000 })

const cli = join(import.meta.dirname, '..', 'out', 'main', 'cli.js')

test('a program sees nothing until the person gives it something, and is set up with a click', async ({
  page,
  satchel,
  context,
}) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.open(page, '/sharing')
  await expect(page.getByRole('heading', { name: 'No programs yet' })).toBeVisible()
  await expectAccessible(page, 'Sharing, empty')

  const env = Object.fromEntries(
    Object.entries(satchel.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
  const client = new Client({ name: 'Editor', version: '2.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env }))
  try {
    expect((await client.listTools()).tools).toEqual([])
    const card = page.getByRole('article', { name: 'Editor' })
    await expect(card).toContainText('Waiting for you')
    await expect(card).toContainText('connected')

    // By keyboard alone, from here on.
    const toggle = card.getByRole('button', { name: 'Editor' })
    await tabTo(page, toggle)
    await page.keyboard.press('Enter')
    await tabTo(page, card.locator('summary'))
    await page.keyboard.press('Enter')
    await tabTo(page, card.getByRole('checkbox', { name: 'All tools' }))
    await page.keyboard.press('Space')
    await tabTo(page, card.getByRole('button', { name: 'Allow', exact: true }))
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Allowed')
    // There is nothing left to save, and the focus stays where it was all the same.
    await expect(card.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await expect(card.locator(':focus')).toHaveCount(1)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('note__state__query')
    const called = await client.callTool({
      name: 'note__state__create',
      arguments: { schema_uri: 'did:nuwa:state:note#v1', object: { title: 'Milk', body: 'Two litres.' } },
    })
    expect(called.isError ?? false).toBe(false)
    await expect(card.getByRole('region', { name: 'Recent calls' })).toContainText('note/state.create')
  } finally {
    await client.close()
  }

  const card = page.getByRole('article', { name: 'Editor' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: 'Copy', exact: true }).click()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as object
  expect(copied).toMatchObject({ mcpServers: { satchel: { args: [cli, 'mcp', '--as', 'Editor'] } } })

  await page.getByRole('switch', { name: 'Also share over HTTP on this computer' }).click()
  await expect(page.getByText(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)).toBeVisible()
  await card.getByRole('button', { name: 'Create a token' }).click()
  await expect(card.locator('[data-test=token]')).toHaveText(/^satchel_[\w-]{43}$/)
  await card.getByRole('combobox', { name: 'Program to set up' }).click()
  await page.getByRole('option', { name: 'Cursor, over HTTP' }).click()
  await expect(card.getByLabel('Setup', { exact: true })).toContainText('Bearer satchel_')

  await expectAccessible(page, 'Sharing with a program')
  await page.getByRole('switch').scrollIntoViewIfNeeded()
  for (const size of looksOfRun([
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
    { width: 450, height: 300 },
  ])) {
    await page.setViewportSize(size)
    expect(await tooWide(page), `at ${String(size.width)}`).toEqual([])
  }
  await card.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No programs yet' })).toBeVisible()
})

test('resources and prompts of a server are shared one by one, and not with its tools', async ({
  page,
  satchel,
}) => {
  const everything = join(
    import.meta.dirname,
    '..',
    'node_modules',
    '@modelcontextprotocol',
    'server-everything',
  )
  await satchel.json(
    'servers',
    'add',
    'demo',
    '--yes',
    '--read',
    join(everything, '..', '..'),
    '--',
    process.execPath,
    join(everything, 'dist', 'index.js'),
  )
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.json('share', 'expose', 'Editor', 'mcp:demo/*', '--yes')
  const { token } = (await satchel.json('share', 'token', 'Editor', '--yes')) as { token: string }
  const { url } = (await satchel.json('share', 'http', 'on', '--port', '0', '--yes')) as { url: string }
  const client = new Client({ name: 'Editor', version: '2.0' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  try {
    expect((await client.listResources()).resources).toEqual([])
    expect((await client.listPrompts()).prompts).toEqual([])

    await satchel.open(page, '/sharing')
    const card = page.getByRole('article', { name: 'Editor' })
    await card.getByRole('button', { name: 'Editor' }).click()
    await card.locator('summary').filter({ hasText: 'mcp:demo' }).click()
    await card.getByRole('button', { name: 'Choose one by one' }).click()
    await card.getByRole('checkbox', { name: 'All prompts' }).check()
    const resource = card.getByRole('checkbox', { name: 'architecture.md' })
    await resource.check()
    await card.locator('summary').filter({ hasText: 'acp:note' }).click()
    await card.getByRole('checkbox', { name: 'Instructions of Note, as a prompt' }).check()
    await expectAccessible(page, 'Sharing resources and prompts')
    for (const size of looksOfRun([
      { width: 1280, height: 800 },
      { width: 900, height: 600 },
    ])) {
      await page.setViewportSize(size)
      expect(await tooWide(page), `at ${String(size.width)}`).toEqual([])
    }
    await card.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(card).toContainText('3 choices of resources or prompts')

    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(['architecture.md'])
    const read = await client.readResource({ uri: resources[0]?.uri ?? '' })
    expect(read.contents[0]).toHaveProperty('text')
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('note')
    await expect(card.getByRole('region', { name: 'Recent calls' })).toContainText('resources/read')
  } finally {
    await client.close()
  }
})
