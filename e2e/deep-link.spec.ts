/** Links that other programs open Satchel with: they show what they would add, and start nothing. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { launchSecond, nodeProgram } from './electron-host/launch.ts'
import { expect, test as base, type ShellUnderTest } from './support/shell.ts'

const test = base.extend<{ app: ShellUnderTest }>({
  app: async ({ app }, use) => {
    app.env['OLLAMA_HOST'] = 'http://127.0.0.1:9'
    await use(app)
  },
})

const run = ({ env }: ShellUnderTest, ...args: string[]): string =>
  spawnSync(nodeProgram, [join(import.meta.dirname, '..', 'out', 'main', 'cli.js'), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  }).stdout
const linkTo = (config: unknown, name = ''): string =>
  `satchel://servers/add?name=${name}&config=${Buffer.from(JSON.stringify(config)).toString('base64url')}`

test('a link opens the sheet with exactly what would run, at the start and later, and starts nothing', async ({
  app,
}) => {
  const marker = join(app.home, 'started')
  const server = {
    command: 'touch',
    args: [marker],
    env: { API_KEY: 'sk-link', LEVEL: '3', LD_PRELOAD: marker },
  }
  const { page } = await app.start([linkTo(server, 'from-link')])
  const sheet = page.getByRole('dialog', { name: 'Connect a server' })
  await expect(sheet.getByLabel('Program and arguments')).toHaveValue(`touch\n${marker}`, { timeout: 30_000 })
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('from-link')
  await expect(sheet.getByLabel('Value of secret 1')).toHaveValue('sk-link')
  await expect(sheet.getByLabel('Variables', { exact: true })).toHaveValue('LEVEL=3')
  await expect(sheet.getByText('LD_PRELOAD isn’t imported')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  // While it runs, another program opens one that names two.
  const two = {
    mcpServers: { one: { url: 'https://one.example/mcp' }, two: { command: 'touch', args: [marker] } },
  }
  expect(await launchSecond(app.env, [linkTo(two)])).toBe(0)
  const list = page.getByRole('dialog', { name: 'Servers from another app' })
  await list.getByRole('button', { name: 'Review one' }).click()
  await expect(sheet.getByLabel('Address')).toHaveValue('https://one.example/mcp')
  await page.keyboard.press('Escape')

  // An invalid link says so.
  expect(await launchSecond(app.env, ['satchel://servers/add?config=nonsense'])).toBe(0)
  await expect(list.getByRole('alert')).toContainText('Satchel can’t read this list of servers')
  expect(JSON.parse(run(app, 'servers', 'list', '--json'))).toEqual([])
})

test('a link to a capability opens its review, and installs nothing until the person does', async ({
  app,
}) => {
  const { page } = await app.start(['satchel://install?uri=did:nuwa:cap:units'])
  const review = page.getByRole('dialog', { name: 'Review Units' })
  await expect(review).toContainText('What it can do', { timeout: 30_000 })
  expect(JSON.parse(run(app, 'cap', 'list', '--json'))).toMatchObject({ installed: [] })
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()

  // One that names nothing, or an unknown capability, says so and opens no review.
  expect(await launchSecond(app.env, ['satchel://install?uri=did:nuwa:cap:nobody-has-this'])).toBe(0)
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  expect(JSON.parse(run(app, 'cap', 'list', '--json'))).toMatchObject({ installed: [] })
})
