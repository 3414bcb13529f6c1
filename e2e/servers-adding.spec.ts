/** A server from a bundle and from a registry, added in the window: reviewed, configured, connected, updated. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sha256Hex } from '../src-daemon/platform/sha256.ts'
import { bundledServer } from '../src-daemon/testing/bundled-server.ts'
import { listed, startRegistry, type TestRegistry } from '../src-daemon/mcp/testing/registry-server.ts'
import { expectAccessible, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'
import { useTools } from './support/servers.ts'

let home: string
let registry: TestRegistry
const bundle = bundledServer({ version: '1.0.0' })

test.beforeEach(async ({ satchel }) => {
  home = mkdtempSync(join(tmpdir(), 'satchel-adding-'))
  satchel.env['HOME'] = home
  mkdirSync(join(home, 'notes'))
  writeFileSync(join(home, 'notes', 'a.txt'), 'a note')
  writeFileSync(join(home, 'notes.mcpb'), bundle)
  const variables = [
    { name: 'API_KEY', isSecret: true, isRequired: true, description: 'The key of the weather' },
    { name: 'UNITS', choices: ['celsius', 'fahrenheit'], default: 'celsius', description: 'Degrees' },
  ]
  registry = await startRegistry(
    (url) => [
      listed({
        name: 'org.example/notes',
        title: 'Notes',
        description: 'Reads notes.',
        packages: [
          {
            registryType: 'mcpb',
            identifier: `${url}/notes.mcpb`,
            fileSha256: sha256Hex(bundle),
            transport: { type: 'stdio' },
          },
          { registryType: 'oci', identifier: 'example/notes', version: '1', transport: { type: 'stdio' } },
        ],
      }),
      listed(
        {
          name: 'org.example/weather',
          title: 'Weather of the world',
          description: 'Tells the weather anywhere. '.repeat(8),
          packages: [
            {
              registryType: 'npm',
              registryBaseUrl: 'https://packages.example',
              identifier: '@example/weather',
              version: '1.0.0',
              transport: { type: 'stdio' },
              environmentVariables: variables,
            },
          ],
        },
        { status: 'deprecated', statusMessage: 'Use another one.' },
      ),
      listed({ name: 'org.example/third', title: 'Third' }),
    ],
    { '/notes.mcpb': bundle },
  )
})
test.afterEach(async () => {
  await registry.close()
  rmSync(home, { recursive: true, force: true })
})
test.skip(process.platform !== 'linux', 'the sandbox is that of Linux')

const start = async (page: Page, way: string) => {
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: way }).click()
}

test('a bundle is looked at, set up by keyboard, connected, and updated by a newer one', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/servers')
  // With the keyboard alone: the third of the ways.
  await page.getByRole('button', { name: 'Add a server' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add a server' })).toBeVisible()
  await expectAccessible(page, 'the ways to add a server')
  await page.getByRole('button', { name: 'From a bundle' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Add a server from a bundle' })
  await sheet.getByLabel('Or enter its path').fill(join(home, 'notes.mcpb'))
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('heading', { name: 'Notes 1.0.0' })).toBeVisible()
  await expect(sheet.getByText('node ${__dirname}/server.mjs')).toBeVisible()
  await expect(sheet.getByLabel('Folders')).toHaveValue(join(home, 'notes'))
  await expectAccessible(page, 'a bundle')
  await sheet.getByLabel('Token').fill('tok-typed')
  await sheet.getByLabel('Most').fill('90')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect(sheet.getByRole('alert')).toContainText('This value doesn’t work for “Most”')
  await sheet.getByLabel('Most').fill('3')
  await sheet.getByRole('button', { name: 'Continue' }).click()

  const connect = page.getByRole('dialog', { name: 'Connect a server' })
  await expect(connect.getByLabel('Program and arguments')).toHaveValue(/server\.mjs\n--most=3\n/)
  await expect(connect.getByText('doesn’t say which hosts it needs')).toBeVisible()
  await connect.getByRole('button', { name: 'Start and connect' }).click()
  await useTools(page)
  await expect(
    page.getByRole('article', { name: 'notes' }).getByText('Running', { exact: true }),
  ).toBeVisible()
  expect(JSON.stringify(await satchel.json('servers', 'list'))).not.toContain('tok-typed')

  const env = { SPEED: 'fast' }
  const newer = bundledServer({ version: '1.1.0', author: 'Somebody else', extra: true, env })
  await start(page, 'From a bundle')
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.mcpb', mimeType: 'application/zip', buffer: newer })
  await expect(sheet.getByText('Another version of notes: 1.0.0 → 1.1.0')).toBeVisible()
  await expect(sheet.getByText('New tool: more')).toBeVisible()
  await expect(sheet.getByText('New variable: SPEED=fast')).toBeVisible()
  await expect(sheet.getByRole('list', { name: 'Its variables' })).toContainText('SPEED=fast')
  await expect(sheet.getByText('Says it’s by Somebody else; the previous one said Somebody')).toBeVisible()
  await expect(sheet.getByLabel('Most')).toHaveValue('3')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect(connect.getByText(/^Gets the variable TOKEN from the secret servers\//)).toBeVisible()
  await connect.getByRole('button', { name: 'Start and connect' }).click()
  await useTools(page)
  expect(await satchel.json('servers', 'list')).toMatchObject([
    { uri: 'notes', definition: { bundle: { version: '1.1.0' } }, problem: null },
  ])
})

test('the official registry is ready, and asked only when it is opened', async ({ page, satchel }) => {
  const asked: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  satchel.env['HTTPS_PROXY'] = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
  await satchel.open(page, '/servers')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await expect(page.getByText('Opening it asks registry.modelcontextprotocol.io.')).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'From an MCP registry' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a server from an MCP registry' })
  await expect(sheet.getByText('Searches https://registry.modelcontextprotocol.io')).toBeVisible()
  await expect(sheet.getByRole('alert')).toContainText('registry.modelcontextprotocol.io')
  expect(asked).toEqual(['registry.modelcontextprotocol.io:443'])
  await new Promise((done) => proxy.close(done))
})

test('a server of a registry is found, looked at and connected', async ({ page, satchel }) => {
  await satchel.json('settings', 'set', 'mcpRegistryUrl', '')
  await satchel.open(page, '/servers')
  await start(page, 'From an MCP registry')
  const sheet = page.getByRole('dialog', { name: 'Add a server from an MCP registry' })
  // A wrong address is not the end of it.
  await sheet.getByLabel('MCP registry address').fill('http://127.0.0.1:9')
  await sheet.getByRole('button', { name: 'Use this registry' }).click()
  await expect(sheet.getByRole('alert')).toContainText('Satchel can’t reach')
  await sheet.getByRole('button', { name: 'Use another registry' }).click()
  await sheet.getByLabel('MCP registry address').fill(registry.url)
  await sheet.getByRole('button', { name: 'Use this registry' }).click()
  const results = sheet.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results).toHaveCount(2)
  await sheet.getByRole('button', { name: 'Show more' }).click()
  await expect(results).toHaveCount(3)
  await expectAccessible(page, 'a search in a registry')

  await sheet.getByLabel('Name contains').fill('weather')
  await page.keyboard.press('Enter')
  await expect(results).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Review Weather of the world' }).click()
  await expect(sheet.getByText('Use another one.')).toBeVisible()
  await sheet.getByLabel('API_KEY').fill('k-typed')
  await expectAccessible(page, 'a server of a registry')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  const connect = page.getByRole('dialog', { name: 'Connect a server' })
  await expect(connect.getByLabel('Program and arguments')).toHaveValue('npx\n-y\n@example/weather@1.0.0')
  await expect(connect.getByLabel('Hosts it can connect to')).toHaveValue('packages.example')
  await page.keyboard.press('Escape')

  await start(page, 'From an MCP registry')
  await sheet.getByRole('button', { name: 'Back to search' }).click()
  await sheet.getByLabel('Name contains').fill('notes')
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Review Notes' }).click()
  await expect(sheet.getByRole('radio', { name: 'Another way' })).toBeDisabled()
  await sheet.getByRole('button', { name: 'Fetch and review' }).click()
  const found = page.getByRole('dialog', { name: 'Add a server from a bundle' })
  await expect(found.getByRole('heading', { name: 'Notes 1.0.0' })).toBeVisible()
  await found.getByRole('button', { name: 'Continue' }).click()
  await connect.getByRole('button', { name: 'Start and connect' }).click()
  await useTools(page)
  await expect(
    page.getByRole('article', { name: 'notes' }).getByText('Running', { exact: true }),
  ).toBeVisible()
})

for (const size of [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
])
  test(`looks right, ${String(size.width)} wide`, { tag: '@long' }, async ({ page, satchel }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await satchel.json('settings', 'set', 'mcpRegistryUrl', registry.url)
    await satchel.open(page, '/servers')
    await page.getByRole('button', { name: 'Add a server' }).click()
    await page.getByRole('button', { name: 'From a bundle' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add a server from a bundle' })
    await sheet.getByLabel('Or enter its path').fill(join(home, 'notes.mcpb'))
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('heading', { name: 'Notes 1.0.0' })).toBeVisible()
    await page.keyboard.press('Escape')
    await start(page, 'From an MCP registry')
    const list = page.getByRole('dialog', { name: 'Add a server from an MCP registry' })
    await expect(list.getByRole('list', { name: 'Results' })).toBeVisible()
    await list.getByRole('button', { name: 'Review Weather of the world' }).click()
    await expect(list.getByLabel('API_KEY')).toBeVisible()
    expect(await tooWide(page)).toEqual([])
  })
