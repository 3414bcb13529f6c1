/** A tool's questions during its call: a form made from its schema, or an address the user opens. */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, tabTo, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const root = join(import.meta.dirname, '..')
const fixtures = join(root, 'src-daemon', 'mcp', 'testing')
const noteWithServers = join(root, 'src-daemon', 'packages', 'testdata', 'note-with-servers.acp.yaml')
const SCRAPER = 'did:nuwa:mcp:webscraper:version1'

const fetching = (url: string) => ({
  chunks: [{ tool_calls: [{ function: { name: 'fetch_web_content', arguments: { url } } }] }],
})

const test = base.extend<{ model: OllamaServer; asking: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startOllamaServer({
      script: {
        about: 'Fetches a page, and says that it is done.',
        turns: [
          { when: { toolResults: true }, reply: { chunks: [{ content: 'That is all.' }] } },
          { when: { user: 'sign in' }, reply: fetching('https://a.example/sign-in') },
          { when: {}, reply: fetching('https://a.example/') },
        ],
      },
    })
    await use(server)
    await server.close()
  },
  asking: async ({ model }, use, { outputDir: _ }) => {
    const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
    await satchel.json('cap', 'install', noteWithServers, '--yes')
    const command = [process.execPath, join(fixtures, 'asking-server.mjs')]
    const grants = ['--read', fixtures, '--read', join(root, 'node_modules')]
    await satchel.json('servers', 'add', SCRAPER, '--yes', ...grants, '--', ...command)
    await use(satchel)
    await satchel.dispose()
  },
})
test.skip(process.platform !== 'linux', 'the sandbox is that of Linux')

const send = async (page: Page, text: string) => {
  await sendMessage(page, text)
  await page.locator('[data-test="approval-card"]').getByRole('button', { name: 'Allow once' }).click()
}
const card = (page: Page): Locator => page.locator('[data-test="question-card"]')
const output = async (satchel: Satchel) => {
  const [line] = (await satchel.json('activity', 'list')) as { result: { output: unknown } }[]
  return JSON.stringify(line?.result.output)
}

test('a form is filled in by keyboard in the conversation, and goes to the tool alone', async ({
  page,
  asking,
}) => {
  await asking.open(page)
  await send(page, 'note: fetch https://a.example/')
  await expect(card(page)).toContainText('Note has a question, for fetch_web_content')
  await expect(card(page)).toContainText('Never send a password or a key')
  await expect(card(page).getByLabel('Length')).toContainText('short')
  await expectAccessible(page, 'a question of a tool')
  expect(await tooWide(page)).toEqual([])

  await tabTo(page, card(page).getByRole('button', { name: 'Send' }))
  await page.keyboard.press('Enter')
  await expect(card(page).getByLabel('What for')).toBeFocused() // it is needed
  await page.keyboard.type('a recipe')
  await tabTo(page, card(page).getByRole('button', { name: 'Send' }))
  await page.keyboard.press('Enter')
  await expect(card(page)).toBeHidden()
  await expect(page.getByText('That is all.')).toBeVisible()
  expect(await output(asking)).toContain('short, for a recipe')
})

test('an address is named in full, and opened by the person alone; declining and stopping are answers too', async ({
  page,
  asking,
}) => {
  await asking.open(page)
  await send(page, 'note: sign in')
  await expect(card(page)).toContainText('login.example')
  await expect(card(page)).toContainText('https://login.example/start?x=1')
  await page.context().route('https://login.example/**', (route) => route.fulfill({ body: 'signed in' }))
  const opened = page.context().waitForEvent('page')
  await card(page).getByRole('button', { name: 'Open login.example' }).click()
  const tab = await opened
  await expect(tab).toHaveURL('https://login.example/start?x=1')
  await tab.close()
  await expect(page.getByText('That is all.')).toBeVisible()
  expect(await output(asking)).toContain('the person said accept')

  await send(page, 'note: fetch https://a.example/')
  await card(page).getByRole('button', { name: 'Don’t answer' }).click()
  await expect(page.getByText('That is all.')).toHaveCount(2)
  expect(await output(asking)).toContain('the person did not say')

  await send(page, 'note: fetch https://a.example/')
  await expect(card(page)).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click()
  await expect(card(page)).toBeHidden()
})

test('a command line without a terminal says that the user could not be asked, and so does the tool', async ({
  asking,
}) => {
  const { code, stdout } = await asking.run('chat', '--yes', 'note: fetch https://a.example/')
  expect([code, stdout.includes('Note has a question, for fetch_web_content')]).toEqual([0, true])
  expect(stdout).toContain('Satchel couldn’t ask you, so the question has no answer')
  expect(await output(asking)).toContain('the person did not say')
})

for (const size of [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
])
  test(
    `looks right, ${String(size.width)} wide`,
    { tag: size.width === 900 ? [] : '@long' },
    async ({ page, asking }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await asking.open(page)
      await send(page, 'note: fetch https://a.example/')
      await expect(card(page)).toBeVisible()
      // Found from elsewhere, too.
      await page.getByRole('link', { name: 'State', exact: true }).click()
      await expect(page.locator('[data-test="approval-banner"]')).toContainText(
        '1 question is waiting for you',
      )
      await page.getByRole('link', { name: 'Activity', exact: true }).click()
      await page.getByRole('tab', { name: /Approvals/ }).click()
      await expect(card(page)).toBeVisible()
      expect(await tooWide(page)).toEqual([])
    },
  )

test('a question its server does not wait for any more says so, sends nothing, and is closed', async ({
  page,
  asking,
}) => {
  const command = [process.execPath, join(fixtures, 'task-wanting-server.mjs')]
  await asking.json('servers', 'add', 'wanting', '--yes', '--read', fixtures, '--', ...command)
  await asking.open(page, '/capabilities/mcp:wanting?tab=tools')
  const tool = page.getByRole('article', { name: 'act' })
  await tool.getByRole('button', { name: 'Try it' }).click()
  await tool.getByRole('button', { name: 'Run' }).click()
  await expect(tool.getByText(/Done in/)).toBeVisible()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('tab', { name: 'Approvals' }).click()
  await expect(card(page)).toContainText('is no longer waiting for the answer. Nothing was sent.')
  await expect(card(page).getByRole('button')).toHaveText(['Close'])
  await expectAccessible(page, 'a question that was taken back')
  await tabTo(page, card(page).getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(card(page)).toBeHidden()
})
