/** What a connected server offers for a message: a prompt to begin with, a resource to attach; and a model it has asked. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const root = join(import.meta.dirname, '..')
const fixtures = join(root, 'src-daemon', 'mcp', 'testing')

const test = base.extend<{ model: OllamaServer; offering: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startOllamaServer({
      script: {
        about: 'Answers in a few words; thinks with the tool of the server where it is asked to.',
        turns: [
          { when: { toolResults: true }, reply: { chunks: [{ content: 'It has thought.' }] } },
          {
            when: { user: 'think' },
            reply: { chunks: [{ tool_calls: [{ function: { name: 'thinks', arguments: {} } }] }] },
          },
          { when: { user: 'How are you' }, reply: { chunks: [{ content: 'I am well.' }] } },
          { when: {}, reply: { chunks: [{ content: 'Hello Ana.' }] } },
        ],
      },
    })
    await use(server)
    await server.close()
  },
  offering: async ({ model }, use, { outputDir: _ }) => {
    const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
    const command = [process.execPath, join(fixtures, 'newest-server.mjs')]
    const grants = ['--read', fixtures, '--read', join(root, 'node_modules')]
    await satchel.json('servers', 'add', 'notes', '--yes', ...grants, '--', ...command)
    await use(satchel)
    await satchel.dispose()
  },
})
test.skip(process.platform !== 'linux', 'the sandbox is that of Linux')

/** Nothing is wider than the window. */
const expectInside = async (page: Page) => {
  for (const size of looksOfRun([
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
  ])) {
    await page.setViewportSize(size)
    expect(await tooWide(page), `at ${String(size.width)}`).toEqual([])
  }
}

test('a prompt becomes the message and a resource goes with it, by keyboard', async ({
  page,
  offering,
  model,
}) => {
  await offering.open(page)
  const message = page.getByRole('textbox', { name: 'Message' })
  const button = page.getByRole('button', { name: 'From a server' })
  const sheet = page.locator('[data-test="server-offers"]')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('greet').first()).toBeVisible()
  await expectAccessible(page, 'what a server offers')
  await expectInside(page)
  await tabTo(page, sheet.getByRole('button', { name: 'greet' }))
  await page.keyboard.press('Enter')
  await tabTo(page, sheet.getByLabel('who'))
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(message).toHaveValue('Greet Ana')

  await button.click()
  await sheet.getByRole('textbox', { name: 'Search resources and prompts' }).fill('day')
  await sheet.getByRole('button', { name: 'note:///{day}' }).click()
  await sheet.getByLabel('day').fill('monday')
  await sheet.getByRole('button', { name: 'Use it' }).click()
  await expect(page.locator('[data-test="resource-chips"]')).toContainText('day')
  await expectAccessible(page, 'a message with a resource')
  await message.press('Enter')
  await expect(page.getByText('Hello Ana.')).toBeVisible()
  const sent = JSON.stringify(model.requests)
  expect(sent).toContain('resources of connected servers that the user attached')
  expect(sent).toContain('of monday')
  const attached = page.getByRole('button', { name: 'day, from notes' })
  await attached.click()
  await expect(page.getByText('of monday')).toBeVisible()
  await expectInside(page)
})

test('a server’s offers appear while a message is written: prompts after a slash, resources after an @', async ({
  page,
  offering,
}) => {
  await offering.open(page)
  const message = page.getByRole('textbox', { name: 'Message' })
  const chips = page.locator('[data-test="resource-chips"]')
  await message.pressSequentially('/gr')
  await expect(page.getByRole('option', { name: '/greet notes' })).toBeVisible()
  await message.press('Enter')
  const form = page.getByRole('region', { name: 'greet' })
  await expect(form.getByLabel('who')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(message).toBeFocused()

  await message.pressSequentially('/gr')
  await message.press('Enter')
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await expect(message).toHaveValue('Greet Ana')

  await message.fill('Read ')
  await message.pressSequentially('@')
  await expectAccessible(page, 'choosing a resource for a message')
  await message.pressSequentially('note')
  await page.getByRole('option', { name: 'A note notes' }).click()
  await expect(chips).toContainText('A note')
  await expect(message).toHaveValue('Read ')

  await message.pressSequentially('@day')
  await message.press('Enter')
  const day = page.getByRole('region', { name: 'day' }).getByLabel('day')
  await day.pressSequentially('t')
  // Until the server has answered for the letter, what it proposed for none stands there.
  const proposed = page.locator('datalist option')
  await expect(proposed).toHaveCount(1)
  await expect(proposed).toHaveAttribute('value', 'tuesday')
  await day.fill('tuesday')
  await page.keyboard.press('Enter')
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await expect(message).toBeFocused()
  await expect(message).toHaveValue('Read ')

  // One that is stopped is started only by saying so.
  await offering.json('servers', 'stop', 'notes')
  await page.reload()
  // What was half written is still there.
  await expect(message).toHaveValue(/^Read /)
  await message.fill('')
  await message.pressSequentially('/')
  await page.getByRole('option', { name: 'Search the stopped server' }).click()
  await expect(page.getByRole('option', { name: '/greet notes' })).toBeVisible()
})

test('the page Prompts has one list: one’s own, and those of servers, each to be used from there', async ({
  page,
  offering,
}) => {
  await offering.json('prompts', 'add', 'Thanks', 'Thank {{name}}.')
  await offering.open(page, '/prompts')
  const list = page.getByRole('region', { name: 'Prompts' })
  await expect(list.getByRole('listitem')).toHaveText([/Thanks/, /greet.*Written by notes.*who/])
  await expect(page.getByText('No prompts yet')).toHaveCount(0)
  await expectAccessible(page, 'prompts of one’s own and of a server')
  await expectInside(page)

  await tabTo(page, list.getByRole('link', { name: 'Use greet' }))
  await page.keyboard.press('Enter')
  const form = page.getByRole('region', { name: 'greet' })
  await expect(form.getByLabel('who')).toBeFocused()
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toHaveValue('Greet Ana')
  await expect(page).not.toHaveURL(/prompt=|server=/)

  // A stopped server is started only by saying so, and what it no longer offers is said.
  await offering.json('servers', 'stop', 'notes')
  await page.goto(new URL('#/prompts', page.url()).href)
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveText([/Thanks/])
  await list.getByRole('button', { name: 'Search the stopped server' }).click()
  await expect(list.getByRole('listitem')).toHaveText([/Thanks/, /greet/])
  await page.goto(new URL('#/chat?prompt=prompt+bow&server=notes', page.url()).href)
  await expect(page.getByText('This server no longer offers that prompt.')).toBeVisible()
})

test('a server has the model asked once the person saw the question, and gets the answer once they saw that', async ({
  page,
  offering,
}) => {
  await offering.run('servers', 'sampling', 'notes', '--yes')
  await offering.open(page)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.pressSequentially('@notes')
  await page.getByRole('option', { name: /notes/ }).click()
  await message.fill('think about it')
  await message.press('Enter')
  await page.locator('[data-test="approval-card"]').getByRole('button', { name: 'Allow once' }).click()
  const card = page.locator('[data-test="question-card"]')
  await expect(card).toContainText('wants to ask your model, for thinks')
  await expect(card.locator('[data-test="sampling-words"]')).toContainText('How are you?')
  await expectAccessible(page, 'a server that wants a model to be asked')
  await tabTo(page, card.getByRole('button', { name: 'Ask the model' }))
  await page.keyboard.press('Enter')
  await expect(card).toContainText('I am well.')
  await expectAccessible(page, 'the answer of a model for a server')
  await card.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('It has thought.')).toBeVisible()
})
