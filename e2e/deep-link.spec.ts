/** Links that other programs open Satchel with: they show what they would add, and start nothing. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchSecond, launchShell, nodeProgram, type RunningShell } from './electron-host/launch.ts'

let home: string
let env: Record<string, string>
let shell: RunningShell | undefined

test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'satchel-link-'))
  env = {
    SATCHEL_HOME: home,
    SATCHEL_VAULT_PASSPHRASE: 'a passphrase of this test',
    LANG: 'en_GB.UTF-8',
    OLLAMA_HOST: 'http://127.0.0.1:9',
  }
})
test.afterEach(async () => {
  await shell?.close()
  shell = undefined
  run('daemon', 'stop')
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const run = (...args: string[]): string =>
  spawnSync(nodeProgram, [join(import.meta.dirname, '..', 'out', 'main', 'cli.js'), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  }).stdout
const linkTo = (config: unknown, name = ''): string =>
  `satchel://servers/add?name=${name}&config=${Buffer.from(JSON.stringify(config)).toString('base64url')}`

test('a link opens the sheet with exactly what would run, at the start and later, and starts nothing', async () => {
  const marker = join(home, 'started')
  const server = {
    command: 'touch',
    args: [marker],
    env: { API_KEY: 'sk-link', LEVEL: '3', LD_PRELOAD: marker },
  }
  shell = await launchShell(env, [linkTo(server, 'from-link')])
  const page = await shell.firstPage()
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
  expect(await launchSecond(env, [linkTo(two)])).toBe(0)
  const list = page.getByRole('dialog', { name: 'Servers from another app' })
  await list.getByRole('button', { name: 'Review one' }).click()
  await expect(sheet.getByLabel('Address')).toHaveValue('https://one.example/mcp')
  await page.keyboard.press('Escape')

  // An invalid link says so.
  expect(await launchSecond(env, ['satchel://servers/add?config=nonsense'])).toBe(0)
  await expect(list.getByRole('alert')).toContainText('Satchel can’t read this list of servers')
  expect(JSON.parse(run('servers', 'list', '--json'))).toEqual([])
})

test('a link to a capability opens its review, and installs nothing until the person does', async () => {
  shell = await launchShell(env, ['satchel://install?uri=did:nuwa:cap:units'])
  const page = await shell.firstPage()
  const review = page.getByRole('dialog', { name: 'Review Units' })
  await expect(review).toContainText('What it can do', { timeout: 30_000 })
  expect(JSON.parse(run('cap', 'list', '--json'))).toMatchObject({ installed: [] })
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()

  // One that names nothing, or an unknown capability, says so and opens no review.
  expect(await launchSecond(env, ['satchel://install?uri=did:nuwa:cap:nobody-has-this'])).toBe(0)
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  expect(JSON.parse(run('cap', 'list', '--json'))).toMatchObject({ installed: [] })
})
